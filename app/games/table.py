"""One game as it stands for one viewer, and what that viewer may do: the one place that decides rights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self, cast

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from app.faults import UnknownGame
from app.games.rows import GameRow, HintRow, read_game, read_hints
from app.games.tables import HINT_STEPS, MOST_HINTS, Event, Game, SeatKey
from app.games.view import Action, Mode
from app.players.viewer import Viewer, hash_key
from engines import registry
from engines.core.game import Seat
from engines.core.match import Match


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A snapshot: the game's row, its match, and the seats of whoever looks."""

    game: GameRow
    match: Match
    mine: tuple[Seat, ...]
    declined: frozenset[tuple[str, Seat]] = field(default=frozenset())
    """Questions that were already declined at this version, with the seat that asked."""
    next_id: str | None = None
    hints: tuple[HintRow, ...] = ()
    """What the seats of whoever looks have been told so far."""

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or by word."""
        return self.game.how is not None

    @property
    def mode(self) -> Mode:
        """Who plays against whom."""
        return cast(Mode, self.game.mode)

    def kind(self, seat: Seat) -> str:
        """Who holds a seat: `person`, `open` or `computer`."""
        return self.game.seats[seat].kind

    def allows(self, what: str) -> bool:
        """Whether a task lets players `undo`, `resign`, have a `hint` or `help`; without a task all may."""
        return self.game.task is None or what in self.game.allowed.split()

    @property
    def my_turn(self) -> bool:
        """Whether the viewer may play the next move."""
        return not self.over and self.game.turn in self.mine

    @property
    def goes_on(self) -> bool:
        """Whether whoever is to move made the last move too."""
        states = self.match.states
        return len(states) > 1 and states[-2].turn == states[-1].turn

    @property
    def acting(self) -> Seat | None:
        """The seat for which the viewer acts now: the one to move if both are held, None for a watcher."""
        if self.game.turn in self.mine:
            return self.game.turn
        return self.mine[0] if self.mine else None

    @property
    def hints_left(self) -> int:
        """How often the seat for which the viewer acts may still ask what a master would play."""
        return MOST_HINTS - sum(hint.seat == self.acting for hint in self.hints)

    @property
    def hint(self) -> HintRow | None:
        """What the viewer, being to move, was told in this very position."""
        if not self.my_turn:
            return None
        told = (each for each in self.hints if each.seat == self.game.turn and each.moves == self.game.moves)
        return next(told, None)

    def decision_before(self, seats: tuple[Seat, ...]) -> int | None:
        """The ply of the last decision of one of `seats`, to which a take-back returns; None without one."""
        plies = (ply for ply in reversed(range(self.match.ply)) if self.match.states[ply].turn in seats)
        return next(plies, None)

    def moved(self, values: Mapping[str, Any]) -> Self:
        """The game after a change of its position that gave its row these `values`."""
        game = self.game._replace(**{name: values[name] for name in values.keys() & set(GameRow._fields)})
        return replace(self, game=game, match=registry.read_match(game.line), declined=frozenset())

    @property
    def tied(self) -> bool:
        """Whether the game ended in a draw that another one may break."""
        return self.over and self.game.winner is None and self.match.game.tiebreak is not None

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that the computer does not hold."""
        return tuple(seat for seat in (0, 1) if self.kind(seat) != "computer")

    def actions(self) -> frozenset[Action]:
        """Everything the viewer may do now."""
        if not self.mine:
            free = not self.over and any(seat.kind == "open" for seat in self.game.seats)
            return frozenset({"join"} if free else ())
        return frozenset(
            {
                "private-link",
                *self._undo_actions(),
                *self._ending_actions(),
                *(("move",) if self.my_turn else ()),
                *(("hint",) if self._may_ask else ()),
            }
        )

    @property
    def offers_hints(self) -> bool:
        """Whether a master may be asked: not where another person plays on a screen of their own."""
        return self.mode != "link" and bool(self.mine) and self.allows("hint")

    @property
    def _may_ask(self) -> bool:
        if not self.my_turn or not self.offers_hints:
            return False
        return self.hints_left > 0 if self.hint is None else self.hint.step < HINT_STEPS

    @property
    def _partner(self) -> bool:
        """Whether a person other than the viewer holds the other seat."""
        return self.mode == "link" and len(self.mine) == 1 and self.kind(1 - self.mine[0]) == "person"

    def _ending_actions(self) -> Iterator[Action]:
        if self.over:
            if self.game.task is None:
                yield "rematch"
            return
        if self.allows("resign"):
            yield "resign"
        if self.game.task is None:
            yield from self._draw_actions()

    def _undo_actions(self) -> Iterator[Action]:
        if not self.allows("undo") or (self.game.task and self.over):
            return
        if self._partner:
            if not self.over:
                yield from self._question("undo", self.decision_before(self.mine) is not None)
        elif self.decision_before(self.people if self.mode == "screen" else self.mine) is not None and (
            not self.over or (self.game.how == "rules" and self.mode != "link" and self.next_id is None)
        ):
            yield "undo"

    def _draw_actions(self) -> Iterator[Action]:
        if self._partner:
            yield from self._question("draw", True)
        elif self.mode == "screen":
            yield "offer-draw"

    def _question(self, request: str, makes_sense: bool) -> Iterator[Action]:
        """To ask, answer or withdraw: one question at a time, and none twice in one position."""
        game = self.game
        if game.request == request:
            mine = game.request_by in self.mine
            if request == "undo":
                yield "withdraw-undo" if mine else "answer-undo"
            else:
                yield "withdraw-draw" if mine else "answer-draw"
        elif game.request is None and makes_sense and (request, self.mine[0]) not in self.declined:
            yield "ask-undo" if request == "undo" else "offer-draw"


# Put together once: nearly every request about a game asks them.
_DECLINED: Final = select(Event.request, Event.seat).where(
    Event.game_id == bindparam("game_id"),
    Event.kind == "declined",
    Event.at_version == bindparam("version"),
)
_NEXT: Final = select(Game.id).where(Game.previous_id == bindparam("game_id"))


def find_table(session: Session, game_id: str, viewer: Viewer) -> Table:
    """The table of a game for a viewer. Raises UnknownGame."""
    game = read_game(session, game_id)
    if game is None:
        raise UnknownGame(game_id)
    mine = _seats_of(session, game, viewer)
    # Only what can be there is asked for: each question costs every move some tenths of a millisecond.
    return Table(
        game=game,
        match=registry.read_match(game.line),
        mine=mine,
        declined=_declined(session, game) if mine and game.mode == "link" else frozenset(),
        next_id=None if game.how is None else _next_id(session, game),
        hints=_hints(session, game, mine) if mine and game.mode != "link" else (),
    )


def _declined(session: Session, game: GameRow) -> frozenset[tuple[str, Seat]]:
    found = session.execute(_DECLINED, {"game_id": game.id, "version": game.version})
    return frozenset((request or "", 1 - seat) for request, seat in found)


def _next_id(session: Session, game: GameRow) -> str | None:
    return session.scalar(_NEXT, {"game_id": game.id})


def _hints(session: Session, game: GameRow, mine: tuple[Seat, ...]) -> tuple[HintRow, ...]:
    return tuple(hint for hint in read_hints(session, game) if hint.seat in mine)


def _seats_of(session: Session, game: GameRow, viewer: Viewer) -> tuple[Seat, ...]:
    """The seats a viewer holds. A key counts alone: two tabs with two keys stay two players."""
    if viewer.key is not None:
        key = session.get(SeatKey, hash_key(viewer.key))
        if key is None or key.game_id != game.id:
            return ()
        return (0, 1) if key.seat is None else (key.seat,)
    if viewer.player is None:
        return ()
    return tuple(seat.seat for seat in game.seats if seat.player_id == viewer.player)
