"""What a position of Ayu is worth: proved by the length of the win where that can be done, else estimated.

A worth is +n or -n if the side to move wins or loses in n moves of its own (proved), else from -1 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.ayu import solver
from engines.ayu.rules import BLACK, SWAP, State
from engines.core.game import Candidate, Evaluation
from engines.core.limit import Limit

MOST = 500.0
"""More moves than any game has: the bound of what is not proved."""
NEARLY = 0.99
"""An estimate is never as much as a proved win."""
SHARE = 0.5
"""Of the limit, how much goes into proofs before anything is estimated."""
USUAL = 400_000
"""Positions judged where the caller sets no limit."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a position or a move is worth. `proved`: 1 won, -1 lost, 0 unknown; `exact`: so is the length."""

    value: float
    exact: bool
    proved: int = 0

    @property
    def rank(self) -> float:
        """A number that grows with what the worth is good for: soon won, won, estimated, lost, soon lost."""
        if not self.exact:
            return self.value + self.proved
        return (2.0 + 1.0 / (1.0 + abs(self.value))) * (1 if self.value > 0 else -1)

    def after_one_more(self) -> Worth:
        """The same told by the other side, one move of its own earlier."""
        if not self.exact:
            return Worth(-self.value, False, -self.proved)
        return Worth(-self.value if self.value < 0 else -(self.value + 1), True, -self.proved)


def evaluate(state: State, limit: Limit, every_move: bool) -> Evaluation:
    """The worth of a position for the side to move; a game that is over is worth 0 moves.

    `exact`: the shortest win (or the longest resistance) is proved, and `best` is every move that keeps it.
    The worth is that of a position with which a match begins, or whose earlier positions are known (`past`).
    """
    if state.turn is None:
        return Evaluation(value=0, exact=True, bound=(0, 0), best=())
    if limit.nodes is None and limit.seconds is None:
        limit = Limit(nodes=USUAL, flag=limit.flag)
    with limit.clock():
        return _Judge(state, limit).evaluation(every_move)


class _Judge:
    """One evaluation: what is known of each move, proofs first, then estimates for the rest."""

    def __init__(self, state: State, limit: Limit) -> None:
        self._state = state
        self._limit = limit
        nodes = None if limit.nodes is None else int(limit.nodes * SHARE)
        seconds = None if limit.seconds is None else limit.seconds * SHARE
        self._prover_limit = Limit(nodes=nodes, seconds=seconds, within=limit)
        self._prover = solver.Prover(state, self._prover_limit)
        self._after = {move: state.play(move) for move in state.legal_moves() if move != SWAP}
        self._nodes = 0

    def evaluation(self, every_move: bool) -> Evaluation:
        """Prove what can be proved within a share of the limit, then estimate."""
        with self._prover_limit.clock():
            exact, worths = self._prove(every_move)
        if exact is None or (every_move and len(worths) < len(self._after)):
            worths = {**self._estimates(), **worths}
        plain = exact or max(worths.values(), key=lambda worth: worth.rank)
        self._nodes += self._prover.nodes
        if self._state.offered:
            worths[SWAP] = self._swapped(plain)
        ranked = sorted(worths, key=lambda move: (-worths[move].rank, move))
        value = worths[ranked[0]]
        return self._written(value, worths, ranked, every_move)

    def _prove(self, every_move: bool) -> tuple[Worth | None, dict[str, Worth]]:
        """The exact worth of the position with that of every best move, as far as the limit goes.

        Under a swap still to come a position is worth what its moves are; those must all be proved.
        """
        if self._state.pie and self._state.colour == BLACK:
            worths = self._lengths(self._after)
            if len(worths) < len(self._after):
                return None, worths
            return max(worths.values(), key=lambda worth: worth.rank), worths
        plies = self._prover.length(self._state)
        if plies is None:
            return None, {}
        value = Worth(solver.counted(plies), True, 1 if plies % 2 == 0 else -1)
        best: dict[str, Worth] = {}
        for move, state in self._after.items():
            if value.proved > 0:
                keeps = self._prover.ends_within(state, plies - 1, wins=False)
            else:
                sooner = self._prover.ends_within(state, plies - 3, wins=True)
                keeps = None if sooner is None else not sooner
            if keeps is None:
                return None, {}
            if keeps:
                best[move] = value
        if every_move:
            best |= self._lengths({move: state for move, state in self._after.items() if move not in best})
        return value, best

    def _lengths(self, states: dict[str, State]) -> dict[str, Worth]:
        """The exact worths of moves, until the limit ends the proofs."""
        found: dict[str, Worth] = {}
        for move, state in states.items():
            plies = self._prover.length(state)
            if plies is None:
                break
            proved = Worth(solver.counted(plies), True, 1 if plies % 2 == 0 else -1)
            if state.turn is None:
                proved = Worth(0, True, 1)
            found[move] = self._before(state, proved)
        return found

    def _before(self, state: State, worth: Worth) -> Worth:
        """What a move is worth that leads to a position of this worth (for its own side to move)."""
        if state.offered and state.turn is not None:
            swapped = self._swapped(worth)
            worth = max(worth, swapped, key=lambda each: each.rank)
        return worth.after_one_more()

    def _swapped(self, worth: Worth) -> Worth:
        """What swapping is worth where the side to move has `worth` without it."""
        return worth.after_one_more()

    def _estimates(self) -> dict[str, Worth]:
        """What the tree makes of each move; nothing is exact, but a win or loss may be proved."""
        limit = self._limit
        nodes = None if limit.nodes is None else max(1, limit.nodes - self._prover.nodes)
        grown = solver.grow(self._state, Limit(nodes=nodes, flag=limit.flag))
        self._nodes += grown.nodes
        names = self._state.board.names
        found: dict[str, Worth] = {}
        for place, each in enumerate(grown.moves):
            worth = float(each.proved) if each.proved else max(-NEARLY, min(NEARLY, each.worth))
            # Of moves that were hardly looked at nothing is known that would make them better than the best.
            if place and not each.proved and found:
                worth = min(worth, *(other.value for other in list(found.values())[:1]))
            move = f"{names[each.move[0]]}-{names[each.move[1]]}"
            state = self._after[move]
            told = Worth(worth, False, each.proved)
            if state.offered and state.turn is not None:
                # The other side will take the better side.
                told = Worth(-abs(worth), False, -abs(each.proved))
            found[move] = told
        return found

    def _written(
        self, value: Worth, worths: dict[str, Worth], ranked: list[str], every_move: bool
    ) -> Evaluation:
        if value.exact:
            best = tuple(move for move in ranked if worths[move].rank == value.rank)
            bound = (value.value, value.value)
        else:
            best = tuple(ranked[:1])
            low, high = -MOST, MOST
            bound = (1.0, high) if value.proved > 0 else (low, -1.0) if value.proved < 0 else (low, high)
        rows = tuple(
            Candidate(move, worths[move].value, max(0.0, value.rank - worths[move].rank), worths[move].exact)
            for move in ranked
        )
        return Evaluation(
            value=value.value,
            exact=value.exact,
            bound=bound,
            best=best,
            candidates=rows if every_move else (),
            nodes=self._nodes,
        )
