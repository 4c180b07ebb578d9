"""What positions are worth and how Difícil plays: exact where it can be proved in time, sampled before.

Inside, values are what the mover gets from here on by the variant's own goal (in misère: cells avoided).
`evaluate` turns them into final cells of seat 0 minus cells of seat 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from engines.core.game import Candidate, Evaluation
from engines.core.limit import Limit
from engines.timbiriche import book
from engines.timbiriche.positions import WIDEST, Branch, Position, position_of
from engines.timbiriche.rules import State
from engines.timbiriche.sampling.games import Tried
from engines.timbiriche.search import Search, entries
from engines.timbiriche.tables import MOST_EDGES, memory, shelf


@dataclass(frozen=True, slots=True)
class Plan:
    """How many nodes to spend: a first exact try, random games if it fails, a second exact try.

    `ties`: to find out, among moves that are proved to be equally good, where Medio would go wrong most.
    """

    first: int
    games: int
    second: int | None
    seed: int = 1
    ties: int = 0


FIRST_NODES = 300_000
SAMPLE_NODES = 400_000
HARD = Plan(first=3_000_000, games=1_200_000, second=0, ties=300_000)
"""What Difícil spends when its limit does not say less: about a second and a half of one core at most."""

HOPEFUL = 34
"""Strings (in misère edges) up to which the first exact try may succeed: with more it is left out."""

NODES_A_SECOND = 1_200_000
"""What a slow or busy core searches at least."""


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
        answer = solve(state, _plan(limit), limit.flag, every_move=every_move)
    sign = (1 if state.mover == 0 else -1) * (-1 if state.layout.misere else 1)
    names = state.board.edge_names

    def final(value: float) -> float:
        return float(first - second + sign * value)

    whole = answer.whole
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
    ends = sorted((final(whole.low), final(whole.high)))
    return Evaluation(
        value=final(whole.guess),
        exact=whole.exact,
        bound=(ends[0], ends[1]),
        best=tuple(names[edge] for edge in answer.best),
        candidates=candidates,
        nodes=answer.nodes,
    )


def choose_dificil(state: State, random: Random, limit: Limit) -> str:
    """The move of Difícil: without error where the position is solved within its limit."""
    plan = replace(HARD, seed=random.getrandbits(62))
    if limit.nodes is not None:
        plan = _shorter(plan, limit.nodes)
    if limit.seconds is not None:
        plan = _shorter(plan, int(limit.seconds * NODES_A_SECOND))
    with limit.clock():
        best = _free_captures(state) or solve(state, plan, limit.flag, every_move=False).best
    return state.board.edge_names[random.choice(sorted(best))]


def _shorter(plan: Plan, nodes: int) -> Plan:
    return replace(
        plan,
        first=min(plan.first, nodes // 2),
        games=min(plan.games, nodes // 2),
        ties=min(plan.ties, nodes // 4),
    )


def _plan(limit: Limit) -> Plan:
    """How `evaluate` spends its limit: an estimate early on, the rest on proofs."""
    first, games, second = FIRST_NODES, SAMPLE_NODES, None
    if limit.seconds is not None:
        early = int(limit.seconds * NODES_A_SECOND / 4)
        first, games = min(first, early), min(games, early)
    if limit.nodes is not None:
        first, games = min(first, limit.nodes // 2), min(games, limit.nodes // 4)
        second = limit.nodes - first - games
    return Plan(first, games, second)


def _free_captures(state: State) -> tuple[int, ...]:
    """Edges that close a cell and change nothing else: best whatever the rest of the board is worth."""
    if state.layout.misere:
        return ()
    position = position_of(state)
    now = position.now
    return tuple(
        edge for edge in state.free_edges() if state.closed_by(edge) and position.branch(edge) == now
    )


def solve(state: State, plan: Plan, flag: NDArray[np.int32], *, every_move: bool) -> Answer:
    """The worth of a position that is not over, as far as the plan lets it be proved."""
    board, undrawn, misere = state.board, state.undrawn, state.layout.misere
    opening = None if misere else book.find(board, undrawn)
    if opening is not None:
        return _by_worths(state, opening.worth, 0)
    table = shelf.find(board, undrawn, misere)
    small = undrawn.bit_count() <= MOST_EDGES
    if small and not misere and (table is None or not every_move):
        # Also where a table lies ready: it has no order among equal moves, and what is played must not
        # depend on what was asked before.
        brief = replace(plan, first=min(plan.first, FIRST_NODES), games=0, second=0)
        quick = Solving(state, brief, flag).answer(every_move=every_move)
        if quick.whole.exact:
            return quick
    if small and table is None:
        table = shelf.table(board, undrawn, misere, flag)
    if table is not None:
        return _by_worths(state, table.worth, table.values.size)
    return Solving(state, plan, flag).answer(every_move=every_move)


def _by_worths(state: State, worth: Callable[[int], int], nodes: int) -> Answer:
    """The answer where what is left after each edge is looked up."""
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


class Solving:
    """One attempt at a position: exact search, random games, and the answer put together from both."""

    def __init__(self, state: State, plan: Plan, flag: NDArray[np.int32]) -> None:
        self._state = state
        self._plan = plan
        self._flag = flag
        self._position: Position = position_of(state)
        self._branches = {edge: self._position.branch(edge) for edge in state.free_edges()}
        self._worths: dict[int, Tried] = {}
        self._nodes = 0

    def answer(self, *, every_move: bool) -> Answer:
        """Spend the plan's nodes."""
        position, plan = self._position, self._plan
        if position.size > WIDEST:
            self._sample(None)
            return self._estimate(None)
        with memory.lend(entries(position.size)) as table:
            search = Search(position, table, self._flag)
            low, high = self._try(search, plan.first if position.size <= HOPEFUL else 0)
            if low < high and plan.games:
                self._sample(table)
            if low < high and plan.second != 0:
                low, high = self._try(search, plan.second)
            answer = self._proved(search, low, every_move) if low == high else None
            return answer or self._estimate(search)

    def _try(self, search: Search, nodes: int | None) -> tuple[int, int]:
        search.allow(nodes)
        now = self._position.now
        return now.bounds(*search.close(now.mask))

    def _sample(self, table: NDArray[np.uint64] | None) -> None:
        if self._flag[0]:
            return
        if table is not None:
            table.fill(0)
        sampled = self._position.sample(table, self._plan.games, self._plan.seed, self._flag)
        self._nodes += sampled.nodes
        self._worths = self._position.worths(sampled)

    def _proved(self, search: Search, value: int, every_move: bool) -> Answer | None:
        """The answer once the value is known; None if some move could not be judged."""
        branches = dict.fromkeys(self._branches.values())
        search.allow(None if self._plan.second is None else max(FIRST_NODES, search.nodes))
        verdicts = {branch: search.beats(branch, value) for branch in branches}
        if None in verdicts.values():
            return None
        if every_move:
            for branch in branches:
                search.close(branch.mask)
        moves = {}
        for edge, branch in self._branches.items():
            low, high = (value, value) if verdicts[branch] else branch.bounds(*search.bounds(branch.mask))
            high = high if verdicts[branch] else min(high, value - 2)
            moves[edge] = Worth(low, high, self._guess(branch, low, high))
        chosen = [branch for branch in branches if verdicts[branch]]
        if self._plan.ties and len(chosen) > 1:
            chosen = self._trickiest(search, chosen)
        best = tuple(edge for edge, branch in self._branches.items() if branch in chosen)
        return Answer(Worth(value, value, value), moves, best, self._nodes + search.nodes)

    def _trickiest(self, search: Search, equal: list[Branch]) -> list[Branch]:
        """Those among equally good moves after which Medio, drawing any safe edge, loses most on average."""
        search.allow(self._plan.ties)
        gains: dict[Branch, float] = {}
        for branch in equal:
            replies = self._position.replies(branch.mask)
            bounds = [search.close(mask) for mask in replies or (branch.mask,)]
            if branch.sign > 0 or any(low < high for low, high in bounds):
                return equal
            mean = sum(low for low, _ in bounds) / len(bounds)
            # Medio takes all that is offered, and then moves in what is left.
            gains[branch] = branch.gain - branch.leaves + (mean if replies else -mean)
        return [branch for branch in equal if gains[branch] == max(gains.values())]

    def _estimate(self, search: Search | None) -> Answer:
        """The answer where nothing is proved to be best."""
        moves = {}
        now = self._position.now
        cells = self._position.cells(now.mask)
        low, high = now.bounds(*(search.bounds(now.mask) if search else (-cells, cells)))
        for edge, branch in self._branches.items():
            whole = self._position.cells(branch.mask)
            least, most = branch.bounds(*(search.bounds(branch.mask) if search else (-whole, whole)))
            most = min(most, high)
            moves[edge] = Worth(least, most, self._guess(branch, least, most))
        low = max(low, *(worth.low for worth in moves.values()))
        if low == high:
            # The value is known but not every move that keeps it.
            high += 2
        # The move tried most is more trustworthy than the one that did best.
        seen = {edge: self._seen(branch) for edge, branch in self._branches.items()}
        rank = {edge: (seen[edge], worth.guess) for edge, worth in moves.items()}
        best = tuple(edge for edge in moves if rank[edge] == max(rank.values()))
        top = moves[best[0]].guess
        for edge, worth in moves.items():
            if worth.guess > top:
                moves[edge] = Worth(worth.low, worth.high, max(top, worth.low))
        nodes = self._nodes + (search.nodes if search else 0)
        return Answer(Worth(low, high, min(max(top, low), high)), moves, best, nodes)

    def _guess(self, branch: Branch, low: int, high: int) -> float:
        tried = self._worths.get(branch.mask)
        worth = self._position.opinion(branch.mask) if tried is None else tried.value
        return float(min(max(branch.value(worth), low), high))

    def _seen(self, branch: Branch) -> int:
        tried = self._worths.get(branch.mask)
        return 0 if tried is None else tried.visits
