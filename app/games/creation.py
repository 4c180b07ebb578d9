"""New games: made from a form or a line, as the rematch of another, and the keys that open their seats."""

from __future__ import annotations

import secrets
import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from sqlalchemy.orm import Session

from app.database import now
from app.games.store import position
from app.games.tables import ID_LENGTH, Event, Game, Seat, SeatKey
from app.games.view import Mode
from app.players.viewer import hash_key, new_key
from app.site import Site
from engines.core.game import AnyGame
from engines.core.match import Match
from engines.core.setup import BadSetup, Setup

_ALPHABET: Final = string.ascii_letters + string.digits


Kind = Literal["person", "open", "computer"]


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who is to hold a seat: the creator (`person`), whoever comes (`open`), or the computer at a level."""

    kind: Kind
    level: str | None = None


Plan = tuple[SeatPlan, SeatPlan]


@dataclass(frozen=True, slots=True)
class Task:
    """Who set a game as a task: the address of a page of this site, and what its players may have.

    `allowed`: of `undo`, `resign`, `hint` and `help`.
    """

    page: str
    allowed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Created:
    """A new game, and the keys of the creator's seats if they were asked for.

    `shared_key` is there for a game on one screen: it opens both seats.
    """

    id: str
    keys: Mapping[int, str] = field(default_factory=dict)
    shared_key: str | None = None

    @property
    def key(self) -> str | None:
        """The one key with which the creator's page works; None without keys or without a seat."""
        return self.shared_key or next(iter(self.keys.values()), None)


def create_game(
    site: Site,
    match: Match,
    seats: Plan,
    *,
    entry: str | None = None,
    player: str | None = None,
    with_keys: bool = False,
) -> Created:
    """Store a new game that goes on from `match`. Raises BadSetup for a level that the game does not have.

    The creator's seats belong to `player`, and to the keys that are given back if `with_keys`.
    """
    for plan in seats:
        _check_level(match.game, plan)
    game_id = new_id()
    keys = {seat: new_key() for seat in (0, 1) if with_keys and seats[seat].kind == "person"}
    shared = new_key() if len(keys) == 2 else None
    with site.database.writing() as session:
        holders = [player if plan.kind == "person" else None for plan in seats]
        add_game(session, game_id, match, entry or entry_of(match.game, match.setup), seats, holders)
        for seat, key in keys.items():
            add_key(session, game_id, seat, key)
        if shared is not None:
            add_key(session, game_id, None, shared)
    site.live.announce(game_id)
    return Created(game_id, keys, shared)


def new_id() -> str:
    """A public id that nobody guesses."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(ID_LENGTH))


def entry_of(game: AnyGame, setup: Setup) -> str:
    """The home-page card that fits a setup best: the one that presets most of it."""
    fitting = [entry for entry in game.entries if entry.preset.items() <= setup.items()]
    return max(fitting, key=lambda entry: len(entry.preset)).slug


def add_game(
    session: Session,
    game_id: str,
    match: Match,
    entry: str,
    seats: Plan,
    holders: list[str | None],
    previous_id: str | None = None,
    mode: Mode | None = None,
    task: Task | None = None,
) -> None:
    """Add the rows of a new game, an event for each move that its match already has included.

    `mode` is for seats that do not tell it: two people may share a screen or not. `task`: who sets it.
    """
    moment = now()
    session.add(
        Game(
            id=game_id,
            entry=entry,
            slug=match.game.slug,
            setup=match.game.write_setup(match.setup),
            rules_version=match.game.rules_version,
            mode=mode or mode_of(seats),
            version=match.ply,
            revision=match.ply,
            undone=False,
            helped=False,
            previous_id=previous_id,
            task=task.page if task else None,
            allowed=" ".join(sorted(task.allowed)) if task else "",
            created_at=moment,
            updated_at=moment,
            seats=[
                Seat(seat=seat, kind=plan.kind, level=plan.level, player_id=holder)
                for seat, (plan, holder) in enumerate(zip(seats, holders, strict=True))
            ],
            **position(match, (seats[0].kind, seats[1].kind)),
        )
    )
    session.flush()
    session.add_all(
        Event(
            game_id=game_id,
            revision=ply + 1,
            kind="move",
            seat=match.states[ply].turn,
            at_version=ply,
            version=ply + 1,
            move=move,
            created_at=moment,
        )
        for ply, move in enumerate(match.moves)
    )


def add_key(session: Session, game_id: str, seat: int | None, key: str) -> None:
    """Let whoever carries `key` act for a seat; for both, on one screen, if `seat` is None."""
    session.add(SeatKey(key_hash=hash_key(key), game_id=game_id, seat=seat, created_at=now()))


def mode_of(seats: Plan) -> Mode:
    """Who plays against whom."""
    kinds = [plan.kind for plan in seats]
    if "computer" in kinds:
        return "machines" if kinds[0] == kinds[1] else "computer"
    return "link" if "open" in kinds else "screen"


def _check_level(game: AnyGame, plan: SeatPlan) -> None:
    if (plan.kind == "computer") != (plan.level is not None):
        raise BadSetup("bad-value", "seats", plan.level or plan.kind, "computer:<level>")
    if plan.level is not None:
        try:
            game.level(plan.level)
        except KeyError:
            allowed = " ".join(level.slug for level in game.levels)
            raise BadSetup("bad-value", "level", plan.level, allowed) from None
