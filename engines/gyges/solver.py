"""What positions and moves are worth: exact where it is proved, an estimate elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.game import Candidate, Evaluation
from engines.core.limit import Limit
from engines.gyges.estimate.kernel import PROVED, WIN
from engines.gyges.rules import State
from engines.gyges.search.kernel import DEEPEST
from engines.gyges.thinking import Found, Position, Thinking, moved, name_of, position_of
from engines.gyges.weights import LONGEST


def evaluate(state: State, limit: Limit, every_move: bool) -> Evaluation:
    """The worth of a position in play. Wins and losses at once are always exact, whatever the limit."""
    with limit.clock():
        return _Question(state, limit, every_move).answer()


def looks(state: State) -> dict[str, float]:
    """The moves that are left to whoever sees what happens at once, and what each position looks like then.

    Wins if there are any; else the moves that do not lose at once; else all.
    """
    position = position_of(state.board, state.mover)
    thinking = Thinking(state.variant)
    sifted = thinking.sift(position)
    if sifted.wins or not sifted.safe:
        return dict.fromkeys(map(name_of, sifted.wins or sifted.losing), 0.0)
    return {name_of(move): -float(thinking.estimate(moved(position, move))) for move in sifted.safe}


def safe_moves(state: State) -> int:
    """How many moves do not let the other side win at once, in a position without a win at once."""
    return len(Thinking(state.variant, bits=1).sift(position_of(state.board, state.mover)).safe)


def deepening(thinking: Thinking, position: Position) -> Iterator[Found]:
    """What ever deeper searches find, until something is proved or the limit stops them."""
    earlier: dict[int, Found] = {}
    for depth in range(1, DEEPEST + 1):
        found = thinking.deepen(position, depth, earlier.get(depth % 2))
        if found is None:
            unfinished = thinking.unfinished(depth)
            if unfinished is not None:
                yield unfinished
            return
        yield found
        if found.exact:
            return
        earlier[depth % 2] = found


def utility(worth: float, exact: bool) -> float:
    """A worth as a number that grows with how good it is: quick wins first, estimates, quick losses last."""
    if not exact:
        return worth
    return 2 - worth / LONGEST if worth > 0 else -2 - worth / LONGEST


class _Question:
    """One evaluation."""

    def __init__(self, state: State, limit: Limit, every_move: bool) -> None:
        self.limit = limit
        self.every_move = every_move
        self.position = position_of(state.board, state.mover)
        self.thinking = Thinking(state.variant)
        self.thinking.begin(limit)
        self.sifted = self.thinking.sift(self.position)
        self.guesses: tuple[dict[int, Found], dict[int, Found]] = ({}, {})
        """By move, from searches of an even and of an odd number of plies after it."""

    def answer(self) -> Evaluation:
        """The worth of the position, and of every move if asked."""
        sifted = self.sifted
        if sifted.wins:
            self._guess(0)
            return self._exact(Found(WIN - 1, sifted.wins[0], 0), sifted.wins)
        if not sifted.safe:
            return self._exact(Found(2 - WIN, sifted.losing[0], 0), sifted.losing)
        best = self._search()
        if best.exact:
            keeping = self._keeping(best)
            if keeping is not None:
                return self._exact(best, keeping)
        return self._estimated(best)

    def _search(self) -> Found:
        best = None
        for best in deepening(self.thinking, self.position):
            if best.depth <= 2 and not best.exact:
                self._guess(best.depth - 1)
        if best is None:
            values = {move: -self.thinking.estimate(moved(self.position, move)) for move in self.sifted.safe}
            move = max(values, key=lambda move: values[move])
            best = Found(min(max(values[move], -PROVED + 1), PROVED - 1), move, 0)
        return best

    def _guess(self, depth: int) -> None:
        """Look at every move that does not lose at once, `depth` plies deep, until stopped."""
        if not self.every_move:
            return
        for move in self.sifted.safe:
            value = self.thinking.ask(moved(self.position, move), depth, -WIN, WIN, 1)
            if value is None:
                return
            self.guesses[depth % 2][move] = Found(-value, move, depth + 1)

    def _keeping(self, best: Found) -> list[int] | None:
        """Every move that wins as quickly or loses as late as the best; None if the limit comes first."""
        won = best.value > 0
        kept = []
        for move in self.sifted.safe:
            if move == best.move:
                kept.append(move)
                continue
            # Of a win the rival must be lost in time; of a loss it must not win any sooner.
            bar = -best.value
            depth = max(best.plies - 2 if won else best.plies - 3, 1)
            value = self.thinking.ask(moved(self.position, move), depth, bar, bar + 1, 1)
            if value is None:
                return None
            if value <= bar:
                kept.append(move)
        return kept

    def _exact(self, best: Found, keeping: list[int]) -> Evaluation:
        return Evaluation(
            value=best.worth,
            exact=True,
            bound=(best.worth, best.worth),
            best=tuple(sorted(name_of(move) for move in keeping)),
            candidates=self._candidates(best, frozenset(keeping)),
            nodes=self.thinking.nodes,
        )

    def _estimated(self, best: Found) -> Evaluation:
        """Also where the worth is proved, but not yet which moves keep it, as `exact` would promise."""
        bound = (best.worth, best.worth + 1) if best.exact else (-LONGEST, LONGEST)
        return Evaluation(
            value=best.worth,
            exact=False,
            bound=bound,
            best=(name_of(best.move),),
            candidates=self._candidates(best, frozenset([best.move])),
            nodes=self.thinking.nodes,
        )

    def _candidates(self, best: Found, keeping: frozenset[int]) -> tuple[Candidate, ...]:
        """Every move with its worth and what it loses, best first."""
        if not self.every_move:
            return ()
        top = utility(best.worth, best.exact)
        rows = []
        for move in (*self.sifted.wins, *self.sifted.safe, *self.sifted.losing):
            found = self._known(move, best, keeping)
            loss = 0.0 if move in keeping else max(0.0, top - utility(found.worth, found.exact))
            rows.append(Candidate(name_of(move), found.worth, round(loss, 4), found.exact))
        return tuple(sorted(rows, key=lambda row: (row.loss, row.move)))

    def _known(self, move: int, best: Found, keeping: frozenset[int]) -> Found:
        """What is known of a move: those that end the game at once or keep the value exactly."""
        if move in keeping:
            return best
        if move in self.sifted.losing:
            return Found(2 - WIN, move, 0)
        # Estimates after an odd and after an even number of plies do not compare well.
        same, other = self.guesses[(best.depth + 1) % 2], self.guesses[best.depth % 2]
        found = same.get(move) or other.get(move) or Found(0, move, 0)
        if not found.exact and (found.plies or found.value > best.value):
            # Won or lost somehow, but perhaps sooner; or better than the best in a shallower search.
            return Found(max(min(found.value, best.value, PROVED - 1), 1 - PROVED), move, 0)
        return found
