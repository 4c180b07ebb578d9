"""How the levels that search choose a move."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engines.ayu import solver
from engines.ayu.rules import BLACK, SWAP, State
from engines.core.limit import Limit

PROOFS = 0.15
"""Of the limit, how much goes into proofs of short wins before a tree is grown."""
ALIKE, NEARLY = 0.8, 0.02
"""How many of the best move's visits another one needs, and how near its worth must be, to be as good."""
FIRST_LOOK = 0.02
"""Of the limit, how much each first move gets where the other side may then swap."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A move, whether it is proved to be a best one, and what the search thinks of the position.

    Proved is a move that wins, or any where nothing does better than losing. `worth` is from -1 to 1, for the
    side to move.
    """

    move: str
    proved: bool
    worth: float


def choose(state: State, random: Random, limit: Limit) -> Chosen:
    """The move to play, and what is known of it."""
    if state.pie and state.colour == BLACK:
        return Chosen(_fair(state, random, limit), proved=False, worth=0.0)
    with limit.clock():
        return _choose(state, random, limit)


def _choose(state: State, random: Random, limit: Limit) -> Chosen:
    """Under a clock that runs already."""
    nodes = None if limit.nodes is None else int(limit.nodes * PROOFS)
    seconds = None if limit.seconds is None else limit.seconds * PROOFS
    proofs = Limit(nodes=nodes, seconds=seconds, within=limit)
    with proofs.clock():
        prover = solver.Prover(state, proofs)
        plies = prover.length(state)
        if plies is not None:
            return _keeping(state, random, prover, plies)
    left = None if limit.nodes is None else max(1, limit.nodes - prover.nodes)
    grown = solver.grow(state, Limit(nodes=left, flag=limit.flag))
    best = _as_good(grown, random)
    if state.offered and best.worth < 0:
        return Chosen(SWAP, best.proved < 0, -best.worth)
    return Chosen(_name(state, best.move), best.proved > 0 or grown.proved < 0, best.worth)


def _as_good(grown: solver.Grown, random: Random) -> solver.Visited:
    """The best move of a tree, or one that it liked as much: games should not all be the same."""
    best = grown.best
    if best.proved:
        return best
    alike = [
        each
        for each in grown.moves
        if not each.proved and each.visits >= ALIKE * best.visits and each.worth >= best.worth - NEARLY
    ]
    return random.choice(alike)


def _keeping(state: State, random: Random, prover: solver.Prover, plies: int) -> Chosen:
    """A move that wins soonest or resists longest; a swap where the other side has the win."""
    wins = plies % 2 == 0
    if state.offered and not wins:
        return Chosen(SWAP, proved=True, worth=1.0)
    moves = [move for move in state.legal_moves() if move != SWAP]
    good = []
    for move in moves:
        following = state.play(move)
        if wins:
            keeps = prover.ends_within(following, plies - 1, wins=False)
        else:
            sooner = prover.ends_within(following, plies - 3, wins=True)
            keeps = None if sooner is None else not sooner
        if keeps:
            good.append(move)
    worth = 1.0 if wins else -1.0
    return Chosen(random.choice(good or moves), proved=bool(good) or not wins, worth=worth)


def _fair(state: State, random: Random, limit: Limit) -> str:
    """The first move that leaves the sides most equal, because the other player takes the better one."""
    moves = list(state.legal_moves())
    random.shuffle(moves)
    nodes = max(200, int((limit.nodes or 400_000) * FIRST_LOOK))
    best, least = moves[0], 2.0
    with limit.clock():
        for move in moves:
            if limit.stopped:
                break
            following = state.play(move)
            if following.turn is None:
                continue
            worth = abs(solver.grow(following, Limit(nodes=nodes, flag=limit.flag)).best.worth)
            if worth < least:
                best, least = move, worth
    return best


def _name(state: State, move: solver.Move) -> str:
    names = state.board.names
    return f"{names[move[0]]}-{names[move[1]]}"
