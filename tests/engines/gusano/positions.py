"""Positions from match lines, at random and by Hypothesis, and a referee that knows only the rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from hypothesis import strategies as st

from engines.core.match import Match
from engines.gusano import GAME
from engines.gusano.rules import State
from engines.gusano.setup import BOARDS

SMALL = {
    "square4": "rows=3 cols=4",
    "square8": "rows=3 cols=4",
    "knight": "rows=4 cols=4",
    "hex": "side=2",
    "cylinder": "rows=3 cols=4",
    "torus": "rows=3 cols=4",
    "mobius": "rows=3 cols=4",
    "klein": "rows=3 cols=4",
}
"""A size of each board of variable size at which all games can be played through."""
LARGER = {**dict.fromkeys(SMALL, "rows=5 cols=4"), "hex": "side=3"}
OPEN = 11
"""As many cells may be filled on a board whose games are all played through."""


def read(line: str) -> Match:
    """The match of a line, which begins with `gusano`."""
    head, _, tail = line.partition(" :")
    pairs = dict(word.split("=", 1) for word in head.split()[1:])
    match = Match.begin(GAME, GAME.read_setup(pairs))
    for move in tail.split():
        match = match.play(move)
    return match


def state_of(line: str) -> State:
    """The position at the end of a match line."""
    state: State = read(line).state
    return state


def random_lines(count: int, seed: int, sizes: dict[str, str] = LARGER) -> Iterator[str]:
    """Boards of every kind in turn with some obstacles and values, and a start cell."""
    random = Random(seed)
    for number in range(count):
        board = BOARDS[number % len(BOARDS)]
        size = sizes.get(board, "")
        names = [
            cell.name
            for cell in read(f"gusano board={board} {size} start={any_cell(board)}").state.board.graph.cells
        ]
        start = random.choice(names)
        blocked = [name for name in names if name != start and random.random() < 0.15]
        values = [f"{name}:{random.randint(-9, 12)}" for name in names if random.random() < 0.3]
        line = f"gusano board={board} {size} start={start}"
        line += f" blocked={','.join(blocked)}" if blocked else ""
        yield line + (f" values={','.join(values)}" if values else "")


def any_cell(board: str) -> str:
    """The name of a cell that every board of this kind has."""
    return "a1" if board in SMALL else "1"


@st.composite
def small_positions(draw: st.DrawFn) -> State:
    """A position on any board with at most `OPEN` cells that are not blocked, with any values."""
    board = draw(st.sampled_from(BOARDS))
    sizes = draw(st.sampled_from((SMALL, LARGER)))
    bare = state_of(f"gusano board={board} {sizes.get(board, '')} start={any_cell(board)}")
    names = [cell.name for cell in bare.board.graph.cells]
    kept = draw(st.lists(st.sampled_from(names), min_size=1, max_size=OPEN, unique=True))
    blocked = ",".join(name for name in names if name not in kept)
    plain = draw(st.booleans())
    worths = st.just(1) if plain else st.integers(-9, 9) | st.sampled_from((0, 1, 2, 99))
    values = ",".join(f"{name}:{draw(worths)}" for name in kept)
    line = f"gusano board={board} {sizes.get(board, '')} start={kept[0]} values={values}"
    state = state_of(f"{line} blocked={blocked}" if blocked else line)
    for _ in range(draw(st.integers(0, 3))):
        if state.is_over or state.finished:
            break
        state = state.play(draw(st.sampled_from(state.legal_moves())))
    return state


def referee(state: State) -> dict[str, int]:
    """The worm's final points after each legal move with best play of both: every game is played through."""
    document = GAME.board(state)
    cells = {cell["name"]: cell for cell in document["cells"]}
    free = frozenset(name for name, cell in cells.items() if not cell["blocked"])

    @cache
    def value(head: str, filled: frozenset[str], worm: bool) -> int:
        """What is filled from here on, in points."""
        worths = [
            cells[name]["value"] + value(name, filled | {name}, not worm)
            for name in cells[head]["neighbours"]
            if name in free - filled
        ]
        if not worths:
            return 0
        return max(worths) if worm else min(worths)

    filled = frozenset(document["path"])
    worm = document["turn"] != document["worm"]
    return {
        move: document["points"] + cells[move]["value"] + value(move, filled | {move}, worm)
        for move in state.legal_moves()
    }


def worth(state: State, worths: dict[str, int]) -> int:
    """The worth of a position from the worths of its moves."""
    return max(worths.values()) if state.turn == state.worm else min(worths.values())
