"""What positions are worth and how Difícil plays: exact where it can be proved in time, sampled before.

Inside, values are what the mover gets from here on by the variant's own goal (in misère: cells avoided).
`evaluate` turns them into final cells of seat 0 minus cells of seat 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from engines.core.game import Candidate, Evaluation
from engines.core.limit import Limit
from engines.timbiriche.chains import give, safe_edges
from engines.timbiriche.rules import State
from engines.timbiriche.search import Branch, beats, close, searching
from engines.timbiriche.strings import peel
from engines.timbiriche.tables import MOST_EDGES, shelf

SEARCH_FIRST = 300_000
"""Nodes after which a position of few edges is looked up in a full table instead of being searched on."""

EXACT_NODES = 1_500_000
"""Nodes that Difícil spends on an exact answer when its limit does not say less: well under a second."""


@dataclass(frozen=True, slots=True)
class Worth:
    """Proved bounds and an estimate of what a move gets its mover."""

    low: int
    high: int
    guess: float

    @property
    def exact(self) -> bool:
        """Whether the bounds meet."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Answer:
    """The worth of every legal edge, in what the mover gets from here on, and the nodes spent."""

    whole: Worth
    moves: dict[int, Worth]
    best: tuple[int, ...]
    nodes: int


def evaluate(state: State, limit: Limit, every_move: bool) -> Evaluation:
    """Final cells of seat 0 minus cells of seat 1 with best play for the variant's own goal."""
    first, second = state.score
    if state.turn is None:
        value = float(first - second)
        return Evaluation(value=value, exact=True, bound=(value, value), best=())
    with limit.clock():
        answer = solve(state, limit, every_move=every_move)
    sign = (1 if state.mover == 0 else -1) * (-1 if state.layout.misere else 1)
    names = state.board.edge_names

    def final(value: float) -> float:
        return float(first - second + sign * value)

    whole = answer.whole
    ends = sorted((final(whole.low), final(whole.high)))
    candidates: tuple[Candidate, ...] = ()
    if every_move:
        top = max(worth.guess for worth in answer.moves.values())
        ranked = sorted(
            (top - worth.guess, edge not in answer.best, edge) for edge, worth in answer.moves.items()
        )
        candidates = tuple(
            Candidate(names[edge], final(answer.moves[edge].guess), loss, answer.moves[edge].exact)
            for loss, _, edge in ranked
        )
    return Evaluation(
        value=final(whole.guess),
        exact=whole.exact,
        bound=(ends[0], ends[1]),
        best=tuple(names[edge] for edge in answer.best),
        candidates=candidates,
        nodes=answer.nodes,
    )


def solve(state: State, limit: Limit, *, every_move: bool) -> Answer:
    """The worth of a position that is not over, as far as the limit lets it be proved."""
    table = shelf.find(state.board, state.undrawn, state.layout.misere)
    if table is None and state.undrawn.bit_count() <= MOST_EDGES:
        if not state.layout.misere:
            found = _by_search(state, _less(limit.nodes, SEARCH_FIRST), limit.flag, every_move=every_move)
            if found.whole.exact:
                return found
        table = shelf.table(state.board, state.undrawn, state.layout.misere, limit.flag)
    if table is not None:
        return _by_table(state, table.worth, table.values.size)
    return _by_search(state, limit.nodes, limit.flag, every_move=every_move)


def _less(nodes: int | None, most: int) -> int:
    return most if nodes is None else min(nodes, most)


def choose_dificil(state: State, random: Random, limit: Limit) -> str:
    """The move of Difícil: without error where the position is solved within its limit."""
    with limit.clock():
        answer = solve(state, Limit(nodes=_less(limit.nodes, EXACT_NODES), flag=limit.flag), every_move=False)
    return state.board.edge_names[random.choice(sorted(answer.best))]


def _by_table(state: State, worth: Callable[[int], int], nodes: int) -> Answer:
    goal = -1 if state.layout.misere else 1
    moves = {}
    for edge in state.free_edges():
        closed = len(state.closed_by(edge))
        after = worth(state.undrawn & ~(1 << edge))
        value = goal * closed + after if closed else -after
        moves[edge] = Worth(value, value, value)
    top = max(each.low for each in moves.values())
    best = tuple(edge for edge, each in moves.items() if each.low == top)
    return Answer(Worth(top, top, top), moves, best, nodes)


def _by_search(state: State, nodes: int | None, flag: NDArray[np.int32], *, every_move: bool) -> Answer:
    board, undrawn, misere = state.board, state.undrawn, state.layout.misere
    rough = rough_guesses(state)
    with searching(board, undrawn, misere, limit=nodes, flag=flag) as search:
        if search is None:
            left = sum(1 for mask in board.cell_masks if mask & undrawn)
            moves = {edge: Worth(-left, left, _within(guess, -left, left)) for edge, guess in rough.items()}
            return _judge(Worth(-left, left, 0.0), moves, 0)
        now = Branch(0, 1, 0, search.everything)
        if not misere:
            run = peel(board, undrawn)
            now = Branch(run.taken - run.leaves, 1, run.leaves, search.everything)
        low, high = now.bounds(*close(search, search.everything))
        branches = {edge: search.branch(edge) for edge in state.free_edges()}
        best: set[Branch] = set()
        if low == high:
            verdicts = {branch: beats(search, branch, low) for branch in dict.fromkeys(branches.values())}
            best = {branch for branch, verdict in verdicts.items() if verdict}
            if None in verdicts.values():
                high += 2
        if every_move:
            for mask in dict.fromkeys(branch.mask for branch in branches.values()):
                close(search, mask)
        moves = {}
        for edge, branch in branches.items():
            least, most = branch.bounds(*search.bounds(branch.mask))
            moves[edge] = Worth(least, min(most, high), _within(rough[edge], least, min(most, high)))
        if low == high:
            moves = {
                edge: Worth(low, low, low) if branches[edge] in best else worth
                for edge, worth in moves.items()
            }
            chosen = tuple(edge for edge, branch in branches.items() if branch in best)
            return Answer(Worth(low, low, low), moves, chosen, search.nodes)
        low = max(low, *(worth.low for worth in moves.values()))
        return _judge(Worth(low, high, 0.0), moves, search.nodes)


def _judge(whole: Worth, moves: dict[int, Worth], nodes: int) -> Answer:
    """The answer where nothing is proved to be best: the highest guesses."""
    top = max(worth.guess for worth in moves.values())
    best = tuple(edge for edge, worth in moves.items() if worth.guess == top)
    return Answer(Worth(whole.low, whole.high, _within(top, whole.low, whole.high)), moves, best, nodes)


def _within(guess: float, low: int, high: int) -> float:
    return min(max(guess, float(low)), float(high))


def rough_guesses(state: State) -> dict[int, float]:
    """A first opinion on each edge: take what is on offer, then safe edges, then the smallest gift."""
    safe = set(safe_edges(state))
    guesses: dict[int, float] = {}
    for edge in state.free_edges():
        closed = len(state.closed_by(edge))
        if state.layout.misere:
            guesses[edge] = -float(closed)
        elif closed:
            guesses[edge] = float(closed)
        else:
            guesses[edge] = 0.0 if edge in safe else -float(give(state, edge))
    return guesses
