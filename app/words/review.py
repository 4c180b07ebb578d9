"""What an analysis says, in words: worths, losses and the verdict on each side, the same for every game."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from babel.dates import format_date

from app.language import current, ngettext, number
from app.language import gettext as _
from app.words import GameWords
from engines.core.game import AnyGame
from engines.core.review import is_won_or_lost
from engines.core.story import Verdict

Names = tuple[str, str]
EVEN = 0.05
"""An estimate so small that neither side is called better."""
WORTH_TELLING = 3.0
"""What an estimate must hold against a move, in points, to be told: less is within its own uncertainty."""


def long_day(moment: datetime, zone: str) -> str:
    """The day of a moment in a zone: «30 de noviembre de 2026»."""
    return format_date(moment.astimezone(ZoneInfo(zone)).date(), "long", locale=current())


def exactness(exact: bool) -> str:
    """Whether something is proved, in one word."""
    return _("exacto") if exact else _("estimado")


def worth(game: AnyGame, words: GameWords, value: float, exact: bool, side: int, names: Names) -> str:
    """What a position is worth, told by name; `side`: the seat that the value of a won-or-lost game is of."""
    if not is_won_or_lost(game):
        return words.worth(value, names) if words.worth else words.unit(value)
    if exact and value == 0:
        return _("Tablas")
    if exact and value > 0:
        return _("%(who)s victoria en %(moves)s") % {"who": _led(names[side]), "moves": number(value)}
    if exact:
        return _("%(who)s derrota en %(moves)s") % {"who": _led(names[side]), "moves": number(-value)}
    if abs(value) < EVEN:
        return _("Igualados")
    better = side if value > 0 else 1 - side
    return _("%(who)s ventaja de %(much)s") % {"who": _led(names[better]), "much": _hundredths(abs(value))}


def _led(name: str) -> str:
    return f"{name}:"


def _hundredths(value: float) -> str:
    return number(value, 2)


def tells(game: AnyGame, verdict: Verdict) -> bool:
    """Whether what a move lost is told: not where it is nothing, or less than an estimate can see."""
    return verdict.lost > 0 and (verdict.exact or is_won_or_lost(game) or verdict.lost >= WORTH_TELLING)


def loss(game: AnyGame, words: GameWords, verdict: Verdict) -> str:
    """What a move lost; empty if nothing."""
    if not verdict.lost:
        return ""
    if not is_won_or_lost(game):
        return _points(words, verdict.lost)
    if verdict.passed_win and verdict.allowed_win:
        return _("de ganar a perder")
    if verdict.passed_win:
        return _("una victoria que ya no está demostrada")
    if verdict.allowed_win:
        return _("permite ganar al otro")
    return _hundredths(verdict.lost)


def _points(words: GameWords, lost: float) -> str:
    """What was lost in a game of points, in words."""
    return words.lead(lost) if words.lead else words.unit(lost)


def summary(game: AnyGame, words: GameWords, verdicts: list[Verdict], name: str | None) -> str:
    """The verdict on one side in words, from the verdicts on its moves; `name` None: told to that side."""
    costly = [each for each in verdicts if each.lost > 0]
    if not verdicts:
        return _("Aún no hay jugadas analizadas.")
    if is_won_or_lost(game) and costly:
        return _turning(game, words, costly, name)
    if not any(each.exact or each.lost >= WORTH_TELLING for each in costly):
        return _nothing_lost(all(each.exact for each in verdicts), name)
    proved = [each for each in costly if each.exact]
    guessed = [each.ply for each in costly if not each.exact and each.lost >= WORTH_TELLING]
    said = []
    if proved:
        said.append(_counted(game, words, proved, name))
    if guessed:
        said.append(_doubtful(guessed, bool(proved)))
    return " ".join(said)


def _doubtful(plies: list[int], also: bool) -> str:
    """Moves that an estimate holds against somebody: named, not counted."""
    shown = {"plies": listed(plies)}
    if also:
        return (
            ngettext(
                "Quizá costó algo también la %(plies)s, pero no está demostrado.",
                "Quizá costaron algo también las jugadas %(plies)s, pero no está demostrado.",
                len(plies),
            )
            % shown
        )
    return (
        ngettext(
            "Quizá costó algo la jugada %(plies)s, pero no está demostrado.",
            "Quizá costaron algo las jugadas %(plies)s, pero no está demostrado.",
            len(plies),
        )
        % shown
    )


def _nothing_lost(proved: bool, name: str | None) -> str:
    if not proved:
        return _("No se ve ningún error, aunque no todo está demostrado.")
    if name is None:
        return _("No perdiste nada: jugaste siempre una de las mejores.")
    return _("%(who)s no perdió nada: jugó siempre una de las mejores.") % {"who": name}


def _counted(game: AnyGame, words: GameWords, costly: list[Verdict], name: str | None) -> str:
    worst = max(costly, key=lambda each: each.lost)
    shown = {
        "who": name,
        "points": _points(words, sum(each.lost for each in costly)),
        "count": len(costly),
        "ply": worst.ply,
        "move": words.move(worst.move),
        "most": number(worst.lost),
    }
    if len(costly) == 1:
        if name is None:
            return _("Perdiste %(points)s en una jugada, la %(ply)s: %(move)s.") % shown
        return _("%(who)s perdió %(points)s en una jugada, la %(ply)s: %(move)s.") % shown
    if name is None:
        return (
            _("Perdiste %(points)s en %(count)s jugadas; la más cara fue la %(ply)s: %(move)s (%(most)s).")
            % shown
        )
    return (
        _("%(who)s perdió %(points)s en %(count)s jugadas; la más cara fue la %(ply)s: %(move)s (%(most)s).")
        % shown
    )


def _turning(game: AnyGame, words: GameWords, costly: list[Verdict], name: str | None) -> str:
    """Proved wins that were missed and allowed; else the largest fall of the estimate."""
    missed = [each.ply for each in costly if each.passed_win]
    allowed = [each.ply for each in costly if each.allowed_win and not each.passed_win]
    said = []
    who = {"who": name}
    if missed:
        said.append(
            (
                ngettext(
                    "Dejaste pasar una victoria demostrada en la jugada %(plies)s.",
                    "Dejaste pasar victorias demostradas en las jugadas %(plies)s.",
                    len(missed),
                )
                if name is None
                else ngettext(
                    "%(who)s dejó pasar una victoria demostrada en la jugada %(plies)s.",
                    "%(who)s dejó pasar victorias demostradas en las jugadas %(plies)s.",
                    len(missed),
                )
            )
            % {"plies": listed(missed), **who}
        )
    if allowed:
        said.append(
            (
                ngettext(
                    "Permitiste ganar al otro en la jugada %(plies)s.",
                    "Permitiste ganar al otro en las jugadas %(plies)s.",
                    len(allowed),
                )
                if name is None
                else ngettext(
                    "%(who)s permitió ganar al otro en la jugada %(plies)s.",
                    "%(who)s permitió ganar al otro en las jugadas %(plies)s.",
                    len(allowed),
                )
            )
            % {"plies": listed(allowed), **who}
        )
    if not said:
        worst = max(costly, key=lambda each: each.lost)
        shown = {"ply": worst.ply, "move": words.move(worst.move), "lost": _hundredths(worst.lost), **who}
        said.append(
            _("Según la estimación, tu jugada más cara fue la %(ply)s: %(move)s (%(lost)s).") % shown
            if name is None
            else _("Según la estimación, la jugada más cara de %(who)s fue la %(ply)s: %(move)s (%(lost)s).")
            % shown
        )
    return " ".join(said)


def listed(plies: list[int]) -> str:
    """Numbers of moves as they are read out: '3, 7 y 12'."""
    *first, last = (str(ply) for ply in plies)
    return _("%(first)s y %(last)s") % {"first": ", ".join(first), "last": last} if first else last
