"""What the analysis page shows: a game at one of its moves, or a line that somebody tries from there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy.orm import Session

from app.analysis.queries import Analysis, find_analysis
from app.analysis.report import Report, report
from app.games.queries import game_view
from app.games.table import Table, find_table
from app.games.view import GameView, Showing
from app.players.viewer import Viewer
from app.site import Site
from engines.core.game import Evaluation, Fact, IllegalMove
from engines.core.match import Match
from engines.core.notation import next_tokens, tokens
from engines.core.story import Note, Verdict

APART: Final = "_"
"""What parts the moves of a tried line in an address: no move is written with it."""
MOST_TRIED: Final = 80
"""Moves of the longest line that is tried."""
MOST_MARKED: Final = 8
"""Where more moves than this are best, none is marked on the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """One game under study. `match` is the position that is shown, tried moves included."""

    view: GameView
    """The game at `ply`, with the drawing, choices and score of the shown position."""
    analysis: Analysis | None
    report: Report
    ply: int
    """The move of the game that is looked at, or from which the line goes on."""
    tried: tuple[str, ...]
    step: int
    """How many of the tried moves are shown."""
    match: Match
    draft: tuple[str, ...]
    worth: Evaluation | None = None
    """What the shown position is worth, where that was asked for."""

    @property
    def trying(self) -> bool:
        """Whether a line is shown instead of the game itself."""
        return bool(self.tried)

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on the move that is looked at."""
        return None if self.trying or not self.ply else self.report.of(self.ply)

    @property
    def following(self) -> Verdict | None:
        """The verdict on the game's next move, which says what would be best now."""
        return None if self.trying else self.report.of(self.ply + 1)

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the story says about the move that is looked at."""
        return () if self.trying else tuple(note for note in self.report.notes if note.ply == self.ply)

    @property
    def events(self) -> tuple[Fact, ...]:
        """What the last shown move did."""
        states, moves, game = self.match.states, self.match.moves, self.match.game
        return game.events(states[-2], moves[-1], states[-1]) if moves else ()

    @property
    def over(self) -> bool:
        """Whether the game has ended: only then its moves are judged and others can be tried."""
        return self.view.ended is not None

    @property
    def marked(self) -> frozenset[str]:
        """The tokens of the best moves in the shown position, where they are few."""
        if self.worth is not None:
            best: Iterable[str] = self.worth.best
        elif self.following is not None:
            best = self.following.best
        else:
            best = ()
        found = tuple(best)
        if len(found) > MOST_MARKED:
            return frozenset()
        return frozenset(token for move in found for token in tokens(move))


def look(site: Site, game_id: str, viewer: Viewer) -> Table:
    """A game as it stands. Raises UnknownGame."""
    with site.database.reading() as session:
        return find_table(session, game_id, viewer)


def study(
    site: Site,
    game_id: str,
    viewer: Viewer,
    ply: int | None = None,
    tried: tuple[str, ...] = (),
    step: int | None = None,
    draft: str = "",
) -> Study:
    """A game under study. A ply beyond the game means its end; a tried line ends at its first illegal move.

    Raises UnknownGame.
    """
    view = game_view(site, game_id, viewer, Showing(ply=ply))
    with site.database.reading() as session:
        table = find_table(session, game_id, viewer)
        analysis = _analysis(session, table)
    base = table.match.at(min(view.ply, table.match.ply))
    over = table.over
    whole = play_on(base, tried) if over else base
    line = whole.moves[base.ply :]
    shown_steps = len(line) if step is None else min(max(step, 0), len(line))
    shown = whole.at(base.ply + shown_steps)
    legal = shown.legal_moves() if over else ()
    clicks = read_draft(legal, draft)
    choices, _whole = next_tokens(legal, clicks)
    last = shown.moves[-1] if shown.moves else None
    card = shown.game
    return Study(
        view=replace(
            view,
            drawing=card.draw(shown.state),
            score=shown.state.score,
            turn=shown.turn,
            choices=choices,
            draft=clicks,
            draft_move=None,
            last_tokens=frozenset(tokens(last) if last else ()),
            last_seat=shown.states[-2].turn if last else None,
            status=card.status(shown.state) if card.status else (),
            roles=card.roles(shown.state) if card.roles else None,
        ),
        analysis=analysis,
        report=report(table.match, analysis.verdicts if analysis else ()),
        ply=base.ply,
        tried=line,
        step=shown_steps,
        match=shown,
        draft=clicks,
    )


def _analysis(session: Session, table: Table) -> Analysis | None:
    return find_analysis(session, table.match) if table.over else None


def play_on(match: Match, moves: Iterable[str]) -> Match:
    """A match with further moves, as far as they are legal."""
    for move in list(moves)[:MOST_TRIED]:
        try:
            match = match.play(move)
        except IllegalMove:
            break
    return match


def read_line(text: str) -> tuple[str, ...]:
    """The moves of a tried line as an address holds it."""
    return tuple(part for part in text.split(APART) if part)


def write_line(moves: Iterable[str]) -> str:
    """A tried line for an address."""
    return APART.join(moves)


def read_draft(legal: tuple[str, ...], draft: str) -> tuple[str, ...]:
    """The clicks of a draft that begins some legal move; none if it begins no longer one."""
    clicks = tokens(draft.strip("-")) if draft.strip("-") else ()
    following, _whole = next_tokens(legal, clicks)
    return clicks if following else ()
