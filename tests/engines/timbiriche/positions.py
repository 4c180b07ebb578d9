"""Positions written as they are drawn, and positions met in games played at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from textwrap import dedent

from hypothesis import strategies as st

from engines import registry
from engines.boards.square import square
from engines.boards.tiling import Tiling
from engines.core.match import Match
from engines.timbiriche.chains import safe_edges
from engines.timbiriche.rules import Layout, State

BOARDS = (
    "timbiriche rows=3 cols=3",
    "timbiriche rows=4 cols=4",
    "timbiriche rows=2 cols=5",
    "timbiriche rows=4 cols=4 border=swedish",
    "timbiriche grid=triangle side=3",
    "timbiriche grid=triangle side=4 border=swedish",
    "timbiriche grid=hex side=2",
    "timbiriche grid=hex side=3 border=swedish",
)


def position(drawing: str, board: Tiling | None = None, *, mover: int = 0, misere: bool = False) -> State:
    """The position in a drawing as `text` makes it; without `board` it must be of squares.

    The drawn edges count as drawn before the first move; cells belong to the seats written in them.
    """
    lines = dedent(drawing).strip("\n").splitlines()
    if "+" not in lines[0]:
        del lines[0]  # the letters of the columns
    if board is None:
        board = square(len(lines) // 2, lines[0].count("+") - 1)
    shift = lines[0].index("+") - board.dots[0].text[0]

    def mark(x: int, y: int) -> str:
        return lines[y][shift + x : shift + x + 1].strip()

    drawn = 0
    for edge, (one, two) in enumerate(board.edge_dots):
        (x, y), (to_x, to_y) = board.dots[one].text, board.dots[two].text
        drawn |= bool(mark((x + to_x) // 2, (y + to_y) // 2)) << edge
    owned = [0, 0]
    for number, cell in enumerate(board.cells):
        columns, rows = zip(*(board.dots[corner].text for corner in cell.corners), strict=True)
        owner = mark((min(columns) + max(columns)) // 2, (min(rows) + max(rows)) // 2)
        if owner in ("0", "1"):
            owned[int(owner)] |= 1 << number
    layout = Layout(board, 0, drawn, misere)
    return State(layout, drawn, (0, 0), (owned[0], owned[1]), mover)


def random_positions(count: int, seed: int, boards: tuple[str, ...] = BOARDS) -> Iterator[State]:
    """Positions before a move from games played at random, of all ages, on each of the boards."""
    random = Random(seed)
    made = 0
    while True:
        state = registry.read_match(random.choice(boards)).state
        for _ in range(random.randrange(state.undrawn.bit_count())):
            state = state.draw(random.choice(state.free_edges()))
        yield state
        made += 1
        if made == count:
            return


def endings(count: int, seed: int, boards: tuple[str, ...] = BOARDS) -> Iterator[State]:
    """Positions of random games in which no edge is safe any more and no cell is on offer."""
    random = Random(seed)
    for _ in range(count):
        state = registry.read_match(random.choice(boards)).state
        while safe := safe_edges(state):
            state = state.draw(random.choice(safe))
        yield state


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """A match on any board of the game, at any age."""
    grid = draw(st.sampled_from(("square", "square", "triangle", "hex")))
    if grid == "square":
        pairs = {"rows": str(draw(st.integers(1, 10))), "cols": str(draw(st.integers(1, 10)))}
    else:
        pairs = {"grid": grid, "side": str(draw(st.integers(2, 7 if grid == "triangle" else 4)))}
    pairs["border"] = draw(st.sampled_from(("open", "swedish")))
    pairs["misere"] = draw(st.sampled_from(("no", "yes")))
    pairs["first"] = draw(st.sampled_from(("0", "1")))
    game, setup = registry.read_setup("timbiriche", pairs)
    free = game.start(setup).legal_moves()
    given = draw(st.sets(st.sampled_from(free), max_size=6)) if free else set()
    if given:
        game, setup = registry.read_setup("timbiriche", {**pairs, "drawn": ",".join(given)})
    match = Match.begin(game, setup)
    moves = list(match.legal_moves())
    draw(st.randoms(use_true_random=False)).shuffle(moves)
    for move in moves[: draw(st.integers(0, len(moves)))]:
        match = match.play(move)
    return match
