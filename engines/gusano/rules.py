"""The rules of Gusano: one worm grows from the start cell, the bird and the worm take turns at its head."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core.game import IllegalMove, Outcome, Seat
from engines.core.setup import Setup
from engines.gusano.setup import Board, board_of

RULES_VERSION = 1

MORE, EQUAL, SINGLE = "more-points", "equal-points", "one-round"


@dataclass(frozen=True, slots=True)
class State:
    """A position: the finished rounds and the cells filled in this one, each in the order of filling.

    Seat 0 is the worm in the first round of each pair, seat 1 in the second. Once the match is over `path`
    is empty.
    """

    board: Board
    finished: tuple[tuple[int, ...], ...]
    path: tuple[int, ...]

    @property
    def is_over(self) -> bool:
        """Whether every round has been played."""
        return not self.path

    @property
    def round(self) -> int:
        """The round being played, from 0; the last one once the match is over."""
        return min(len(self.finished), self.board.rounds - 1)

    @property
    def worm(self) -> Seat:
        """The seat that is the worm in this round."""
        return self.round % 2

    @property
    def turn(self) -> Seat | None:
        """The bird fills the first cell after the start cell, then they alternate; None once over."""
        if self.is_over:
            return None
        return self.worm if len(self.path) % 2 == 0 else 1 - self.worm

    @property
    def head(self) -> int:
        """The cell filled last in this round, or in the last round once the match is over."""
        return (self.path or self.finished[-1])[-1]

    @property
    def points(self) -> int:
        """The points of the worm of this round so far (of the last round once the match is over)."""
        return self.worth(self.path or self.finished[-1])

    @property
    def score(self) -> tuple[int, int]:
        """The points of seat 0 and seat 1 in all rounds, the running one included."""
        totals = [0, 0]
        for number, path in enumerate((*self.finished, self.path)):
            totals[number % 2] += self.worth(path)
        return totals[0], totals[1]

    @property
    def outcome(self) -> Outcome | None:
        """The higher total wins; None while the match goes on. In a single round there is nobody to beat."""
        if not self.is_over:
            return None
        if self.board.rounds == 1:
            return Outcome(None, SINGLE)
        first, second = self.score
        if first == second:
            return Outcome(None, EQUAL)
        return Outcome(0 if first > second else 1, MORE)

    def worth(self, path: tuple[int, ...]) -> int:
        """What the cells of a path are worth together."""
        return sum(self.board.values[cell] for cell in path)

    def exits(self) -> tuple[int, ...]:
        """The free neighbours of the head; none once the match is over."""
        if self.is_over:
            return ()
        filled = set(self.path)
        return tuple(cell for cell in self.board.open_neighbours[self.path[-1]] if cell not in filled)

    def within(self, path: tuple[int, ...]) -> set[int]:
        """The free cells that a walk over free cells can reach from the end of `path`."""
        closed = set(path)
        ahead = [path[-1]]
        found: set[int] = set()
        while ahead:
            for cell in self.board.open_neighbours[ahead.pop()]:
                if cell not in closed:
                    closed.add(cell)
                    found.add(cell)
                    ahead.append(cell)
        return found

    def legal_moves(self) -> tuple[str, ...]:
        """The names of the cells that may be filled now, sorted."""
        return tuple(sorted(self.board.name(cell) for cell in self.exits()))

    def play(self, move: str) -> State:
        """The state after filling a cell. Raises IllegalMove with the cell, and the head where it matters."""
        if self.is_over:
            raise IllegalMove(move, "game-over")
        cell = self.board.graph.index.get(move)
        if cell is None:
            cells = self.board.graph.cells
            raise IllegalMove(move, "not-a-cell", cell=move[:20], first=cells[0].name, last=cells[-1].name)
        if cell in self.board.blocked:
            raise IllegalMove(move, "blocked", cell=move)
        if cell in self.path:
            raise IllegalMove(move, "already-filled", cell=move)
        if cell not in self.board.graph.neighbours[self.head]:
            raise IllegalMove(move, "not-next-to-head", cell=move, head=self.board.name(self.head))
        return _settled(State(self.board, self.finished, (*self.path, cell)))


def _settled(state: State) -> State:
    """End the round, and those after it, as long as the head has no free neighbour."""
    while not state.is_over and not state.exits():
        finished = (*state.finished, state.path)
        more = len(finished) < state.board.rounds
        state = State(state.board, finished, (state.board.start,) if more else ())
    return state


def start(setup: Setup) -> State:
    """The position before the first move. Raises BadSetup for cells that the board has not."""
    board = board_of(setup)
    return _settled(State(board, (), (board.start,)))
