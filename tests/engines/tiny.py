"""A whole game in one file, for tests of what all games share: a pile from which one or two are taken."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from engines.core.drawing import Circle, Drawing, Place
from engines.core.game import (
    Candidate,
    Codes,
    Entry,
    Evaluation,
    Fact,
    Game,
    IllegalMove,
    Insight,
    Level,
    Outcome,
)
from engines.core.limit import Limit
from engines.core.setup import Option, Setup, choice, number

TAKES = {"one": 1, "two": 2}


@dataclass(frozen=True, slots=True)
class State:
    """How many are left, and who is to move or has taken the last."""

    left: int
    mover: int
    loops: bool
    """Whether taking two from three puts two back, so that positions repeat."""

    @property
    def turn(self) -> int | None:
        """The seat to move."""
        return self.mover if self.left else None

    @property
    def outcome(self) -> Outcome | None:
        """Whoever takes the last one wins."""
        return None if self.left else Outcome(1 - self.mover, "took-last")

    @property
    def score(self) -> tuple[int, int] | None:
        """No points."""
        return None

    def legal_moves(self) -> tuple[str, ...]:
        """Take one, or two where there are two."""
        return tuple(sorted(move for move, count in TAKES.items() if count <= self.left))

    def play(self, move: str) -> State:
        """The pile after taking."""
        if not self.left:
            raise IllegalMove(move, "game-over")
        if move not in TAKES:
            raise IllegalMove(move, "not-a-move")
        if TAKES[move] > self.left:
            raise IllegalMove(move, "too-many", left=self.left)
        if self.loops and self.left == 3 and move == "two":
            return replace(self, mover=1 - self.mover)
        return replace(self, left=self.left - TAKES[move], mover=1 - self.mover)


def start(setup: Setup) -> State:
    """A pile of as many as the setup says."""
    return State(int(setup["pile"]), 0, setup["loops"] == "yes")


def draw(state: State) -> Drawing:
    """Two halves of a square to point at, and what is left."""
    left_half = ((0.0, 0.0), (1.0, 0.0), (1.0, 2.0), (0.0, 2.0))
    right_half = ((1.0, 0.0), (2.0, 0.0), (2.0, 2.0), (1.0, 2.0))
    discs = tuple(Circle("disc", (1.0, 1.0), 0.9 / (n + 1)) for n in range(state.left))
    places = (
        Place("one", (0.5, 1.0), left_half, "take", {"count": 1}),
        Place("two", (1.5, 1.0), right_half, "take", {"count": 2}),
    )
    return Drawing(2.0, 2.0, discs, places)


def evaluate(state: State, limit: Limit, every_move: bool) -> Evaluation:
    """Piles of a multiple of three are lost for the side to move (without loops)."""
    if not state.left:
        return Evaluation(value=-1, exact=True, bound=(-1, -1), best=())
    if limit.stopped or state.loops:
        return Evaluation(
            value=0,
            exact=False,
            bound=(-1, 1),
            best=state.legal_moves()[:1],
            candidates=_guesses(state, every_move),
        )
    worth = {move: 1 if (state.left - TAKES[move]) % 3 == 0 else -1 for move in state.legal_moves()}
    value = max(worth.values())
    ranked = sorted(worth, key=lambda move: -worth[move])
    rows = tuple(Candidate(move, worth[move], value - worth[move], True) for move in ranked)
    best = tuple(move for move in worth if worth[move] == value)
    return Evaluation(
        value=value,
        exact=True,
        bound=(value, value),
        best=best,
        candidates=rows if every_move else (),
        nodes=1,
    )


def _guesses(state: State, every_move: bool) -> tuple[Candidate, ...]:
    return tuple(Candidate(move, 0, 0, False) for move in state.legal_moves()) if every_move else ()


def board(state: State) -> dict[str, Any]:
    """The pile as a document."""
    return {"left": state.left}


def events(before: State, move: str, after: State) -> tuple[Fact, ...]:
    """Which of the two moves it was."""
    return (Fact("took", {"count": before.left - after.left}),)


def insight(state: State) -> Insight:
    """Which moves leave a multiple of three."""
    good = {move for move in state.legal_moves() if (state.left - TAKES[move]) % 3 == 0}
    return Insight(marks={"good": frozenset(good)})


def careless(state: State, random: Random, limit: Limit) -> str:
    """Any move."""
    return random.choice(state.legal_moves())


def perfect(state: State, random: Random, limit: Limit) -> str:
    """The first of the best moves."""
    return evaluate(state, limit, False).best[0]


OPTIONS: tuple[Option, ...] = (number("pile", 1, 9, 4), choice("loops", "no", "yes"))

GAME: Game[State] = Game(
    slug="tiny",
    rules_version=1,
    unit="games",
    options=OPTIONS,
    entries=(Entry("tiny"), Entry("tiny-six", {"pile": "6"})),
    codes=Codes(
        reasons=("not-a-move", "too-many", "game-over"),
        outcomes=("took-last", "repetition"),
        events=("took",),
        places=("take",),
    ),
    start=start,
    draw=draw,
    text=lambda state: "o" * state.left or "-",
    board=board,
    events=events,
    evaluate=evaluate,
    levels=(Level("facil", careless), Level("dificil", perfect)),
    insight=insight,
    repetition=3,
    benchmarks=("tiny pile=9",),
)
