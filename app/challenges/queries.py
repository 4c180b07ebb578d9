"""What the pages about challenges show: today's and earlier ones, how a player stands, the history."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import select

from app.analysis.queries import find_analysis
from app.challenges.actions import first_slug, page_of
from app.challenges.attempts import Standing, counted, longest_streak, standings, streak
from app.challenges.calendar import day_of, ends
from app.challenges.tables import Attempt, Challenge
from app.games.creation import entry_of
from app.games.points import Award, challenge_award
from app.pictures import Picture, picture
from app.site import Site
from app.words import GameWords, words_of
from app.words.challenges import LET_GO
from engines import registry
from engines.core.match import Match
from engines.core.story import Verdict

ARCHIVE: Final = 60
"""How many days the archive shows at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A challenge as it is shown: what it is, and where."""

    day: date
    slug: str
    entry: str
    page: str
    line: str
    seat: int
    par: float
    today: bool
    open_until: datetime
    match: Match
    words: GameWords
    picture: Picture

    @property
    def name(self) -> str:
        """The game's name."""
        return self.words.entries[self.entry].name()

    @property
    def board(self) -> str:
        """The kind of board, in few words."""
        return self.words.board(self.match.setup)

    @property
    def races(self) -> bool:
        """Whether it is about a win in as few moves as can be, and not about points."""
        return self.match.game.gain is None

    def say(self, value: float) -> str:
        """A result or par in the game's unit."""
        return self.words.unit(abs(value) if self.races else value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What came of the try that counts. `lost` is what each of the player's moves lost, None until known."""

    standing: Standing
    lost: tuple[int, ...] | None

    @property
    def reached(self) -> bool:
        """Whether it is worth par."""
        return self.standing.below is not None and self.standing.below <= 0

    @property
    def award(self) -> Award | None:
        """What it earned if it is the try that counts; None for one that was given up."""
        gain = self.standing.gain
        return None if gain is None else challenge_award(gain, self.standing.par)


@dataclass(frozen=True, slots=True, kw_only=True)
class Own:
    """How a player stands with one challenge."""

    tries: tuple[Standing, ...]
    running: Standing | None
    """The try to go on with."""
    counts: Standing | None
    """The one that counts, begun."""
    latest: Standing | None
    """The latest finished one, for practice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """What a player did on each day, the latest first, and how often in a row."""

    results: tuple[Standing, ...]
    streak: int
    longest: int


def today(site: Site) -> date:
    """The day that it is in the zone of the settings."""
    return day_of(site.clock(), site.settings.zone)


def offers(site: Site, day: date) -> list[Offer]:
    """The challenges of a day, the daily one first; none if the day has not come or none are made yet."""
    if day > today(site):
        return []
    with site.database.reading() as session:
        rows = session.scalars(select(Challenge).where(Challenge.day == day.isoformat())).all()
    return sorted(
        (_offer(site, row) for row in rows), key=lambda offer: (offer.slug != first_slug(), offer.slug)
    )


def find_offer(site: Site, day: date, slug: str | None = None) -> Offer | None:
    """One challenge, the daily one unless another game is named."""
    wanted = slug or first_slug()
    return next((offer for offer in offers(site, day) if offer.slug == wanted), None)


def archive(site: Site) -> list[Offer]:
    """The challenges of the last days, the latest first."""
    until = today(site).isoformat()
    latest = select(Challenge).where(Challenge.day <= until).order_by(Challenge.day.desc(), Challenge.slug)
    with site.database.reading() as session:
        return [_offer(site, row) for row in session.scalars(latest.limit(ARCHIVE))]


def own(site: Site, offer: Offer, player: str | None) -> Own:
    """How a player stands with a challenge."""
    if player is None:
        return Own(tries=(), running=None, counts=None, latest=None)
    mine = (Attempt.player_id == player, Attempt.day == offer.day.isoformat(), Attempt.slug == offer.slug)
    with site.database.reading() as session:
        tries = standings(session, site.settings.zone, *mine)
    finished = [each for each in tries if each.over]
    return Own(
        tries=tuple(tries),
        running=next((each for each in tries if not each.over), None),
        counts=counted(tries),
        latest=finished[-1] if finished else None,
    )


def result(site: Site, offer: Offer, standing: Standing) -> Result:
    """What came of a finished try, as far as it is analysed."""
    match = registry.read_match(standing.line)
    with site.database.reading() as session:
        found = find_analysis(session, match)
    if found is None or found.status != "done":
        return Result(standing=standing, lost=None)
    own = [each for each in found.verdicts if each.seat == offer.seat]
    lost = tuple(_slower(each) if offer.races else round(each.lost) for each in own)
    return Result(standing=standing, lost=lost)


def _slower(verdict: Verdict) -> int:
    """By how many moves a win came later after a move, at most 2; LET_GO if it was won no more."""
    if not verdict.before_exact or verdict.before <= 0:
        return 0
    if not verdict.after_exact or verdict.after <= 0:
        return LET_GO
    return min(max(round(verdict.after - verdict.before), 0), LET_GO - 1)


def history(site: Site, player: str | None) -> History:
    """A player's tries that count; the streak is about the daily challenge."""
    if player is None:
        return History(results=(), streak=0, longest=0)
    with site.database.reading() as session:
        firsts = standings(session, site.settings.zone, Attempt.player_id == player, Attempt.number == 1)
    results = [each for each in reversed(firsts) if each.counts and each.begun_at is not None]
    days = [each.day for each in results if each.slug == first_slug() and each.over]
    return History(results=tuple(results), streak=streak(days, today(site)), longest=longest_streak(days))


def exported(kept: History) -> dict[str, Any]:
    """A history as a document to be kept."""
    return {
        "streak": kept.streak,
        "longest": kept.longest,
        "challenges": [
            {
                "day": each.day.isoformat(),
                "game": each.slug,
                "begun": each.begun_at.isoformat() if each.begun_at else None,
                "finished": each.over,
                "result": each.gain,
                "par": each.par if each.over else None,
                "match": each.line,
            }
            for each in kept.results
        ],
    }


def _offer(site: Site, row: Challenge) -> Offer:
    match = registry.read_match(row.line)
    day = date.fromisoformat(row.day)
    game = match.game
    entry = entry_of(game, match.setup)
    return Offer(
        day=day,
        slug=row.slug,
        entry=entry,
        page=page_of(row.day, row.slug),
        line=row.line,
        seat=row.seat,
        par=row.par,
        today=day == today(site),
        open_until=ends(day, site.settings.zone),
        match=match,
        words=words_of(game.slug),
        picture=picture(row.line),
    )
