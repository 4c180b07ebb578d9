"""The opening book: which positions are alike, and that it says what the search and the rules say."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from engines.core.limit import Limit
from engines.registry import read_match
from engines.timbiriche import book
from engines.timbiriche.book import Book, Figure
from engines.timbiriche.openings import OPENINGS, Opening
from engines.timbiriche.positions import StringPosition
from engines.timbiriche.rules import State
from engines.timbiriche.search import Search
from engines.timbiriche.solver import evaluate
from engines.timbiriche.tables import fill
from tests.benchmarks.timbiriche_book import Prover, at_least, derive, main

SEARCHED = [opening for opening in OPENINGS if opening.plies > 1]
"""Books whose positions are found again here. That of 4x4 takes minutes and a table of 4 GB: it is found
again by `python -m tests.benchmarks.timbiriche_book 4 4 1 --table 28`."""
SMALL = ("timbiriche rows=2 cols=3", "timbiriche rows=3 cols=3 border=swedish", "timbiriche rows=2 cols=2")


def figure_of(line: str) -> Figure:
    state: State = read_match(line).state
    return Figure(state.board, state.undrawn)


@pytest.mark.parametrize("line", SMALL)
def test_sets_of_edges_that_are_alike_are_worth_the_same(line: str) -> None:
    """Every set of up to three drawn edges, against the table of all positions."""
    figure = figure_of(line)
    table = fill(figure.board, figure.undrawn, False, np.zeros(1, dtype=np.int32))
    assert table is not None
    positions = set(figure.positions(3))
    random = Random(line)
    for _ in range(600):
        drawn = tuple(sorted(random.sample(range(len(figure.edges)), random.randrange(4))))
        alike = figure.canonical(drawn)
        assert alike in positions
        assert figure.canonical(alike) == alike
        assert table.worth(figure.left(alike)) == table.worth(figure.left(drawn))


def test_first_edges_are_alike_as_the_figure_has_it() -> None:
    """On 2 x 2 an inner edge, or an outer one; on 3 x 3 five kinds, the two of a corner being one."""
    assert len(figure_of("timbiriche rows=2 cols=2").positions(1)) == 1 + 2
    assert len(figure_of("timbiriche rows=3 cols=3").positions(1)) == 1 + 4


def test_a_book_made_of_a_table_says_what_the_table_says() -> None:
    figure = figure_of("timbiriche rows=2 cols=3")
    table = fill(figure.board, figure.undrawn, False, np.zeros(1, dtype=np.int32))
    assert table is not None
    letters = "".join(book.letter_of(table.worth(figure.left(drawn))) for drawn in figure.positions(2))
    made = Book(figure, Opening(2, 3, False, 2, letters))
    random = Random(3)
    for count in (0, 1, 2):
        undrawn = figure.left(tuple(sorted(random.sample(range(17), count))))
        assert made.worth(undrawn) == table.worth(undrawn)
        assert made.answers(undrawn) == (count < 2)
    assert not made.answers(figure.left((0, 1, 2)))


@pytest.mark.parametrize("line", ["timbiriche rows=2 cols=3", "timbiriche rows=3 cols=3 border=swedish"])
def test_what_the_command_searches_and_derives_is_what_the_table_says(line: str) -> None:
    figure = figure_of(line)
    table = fill(figure.board, figure.undrawn, False, np.zeros(1, dtype=np.int32))
    assert table is not None
    prover = Prover(figure, 10)
    worths = {drawn: prover.worth(figure.left(drawn)) for drawn in figure.positions(3)}
    for drawn, worth in worths.items():
        assert worth == table.worth(figure.left(drawn))
        if len(drawn) < 3:
            assert worth == derive(figure, drawn, worths.__getitem__)


@pytest.mark.parametrize("line", ["timbiriche rows=2 cols=3", "timbiriche rows=3 cols=3 border=swedish"])
def test_what_a_shorter_book_tells_of_a_position_is_true_and_settles_it(line: str) -> None:
    """Of positions of three plies, by a book of two; some are worth more than what is known."""
    figure = figure_of(line)
    table = fill(figure.board, figure.undrawn, False, np.zeros(1, dtype=np.int32))
    assert table is not None
    worths = [table.worth(figure.left(drawn)) for drawn in figure.positions(2)]
    shorter = Book(figure, Opening(0, 0, False, 2, "".join(map(book.letter_of, worths))))
    prover = Prover(figure, 10)
    more = 0
    for drawn in figure.positions(3)[-60:]:
        worth, least = table.worth(figure.left(drawn)), at_least(figure, shorter, drawn)
        assert least is None or least <= worth
        assert prover.worth(figure.left(drawn), least) == worth
        more += least is not None and least < worth
    assert more > 0


def test_a_stopped_run_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    progress = tmp_path / "progress"

    def command(*more: str) -> str:
        monkeypatch.setattr("sys.argv", ["book", "2", "3", "2", "--table", "10", *more])
        main()
        return capsys.readouterr().out

    assert "0 of 26 are known" in command("--progress", str(progress), "--seconds", "-1")
    whole = command("--progress", str(progress))
    lines = progress.read_text().splitlines()
    progress.write_text("\n".join(lines[:10]) + "\n")
    assert command("--progress", str(progress)).splitlines()[1:] == whole.splitlines()[1:]
    assert len(progress.read_text().splitlines()) == len(lines)


@pytest.mark.parametrize("opening", OPENINGS, ids=lambda opening: f"{opening.rows}x{opening.cols}")
def test_every_book_is_whole(opening: Opening) -> None:
    """A letter for each position, and each position before the last follows from those after it."""
    figure = book.figure_of(opening)
    positions = figure.positions(opening.plies)
    assert len(opening.worths) == len(positions)
    made = Book(figure, opening)
    for drawn in positions:
        undrawn = figure.left(drawn)
        if not made.answers(undrawn):
            continue
        best = -99
        for place, edge in enumerate(figure.edges):
            if place not in drawn:
                after = undrawn & ~(1 << edge)
                cells = figure.board.edge_cells[edge]
                closed = sum(not figure.board.cell_masks[cell] & after for cell in cells)
                best = max(best, closed + made.worth(after) if closed else -made.worth(after))
        assert made.worth(undrawn) == best


def searched(figure: Figure, undrawn: int) -> int:
    """The worth of a position without a book."""
    position = StringPosition(figure.board, undrawn)
    search = Search(position, np.zeros((1 << 19, 2), dtype=np.uint64), np.zeros(1, dtype=np.int32))
    search.allow(None)
    now = position.now
    low, high = now.bounds(*search.close(now.mask))
    assert low == high
    return low


@pytest.mark.parametrize("opening", SEARCHED, ids=lambda opening: f"{opening.rows}x{opening.cols}")
def test_some_worths_of_every_book_are_found_again_by_search(opening: Opening) -> None:
    figure = book.figure_of(opening)
    last = [drawn for drawn in figure.positions(opening.plies) if len(drawn) == opening.plies]
    for drawn in Random(1).sample(last, 1):
        undrawn = figure.left(drawn)
        assert Book(figure, opening).worth(undrawn) == searched(figure, undrawn)


@pytest.mark.slow
@pytest.mark.parametrize("opening", SEARCHED, ids=lambda opening: f"{opening.rows}x{opening.cols}")
def test_many_worths_of_every_book_are_found_again_by_search(opening: Opening) -> None:
    figure = book.figure_of(opening)
    for drawn in Random(2).sample(figure.positions(opening.plies)[1:], 12):
        undrawn = figure.left(drawn)
        assert Book(figure, opening).worth(undrawn) == searched(figure, undrawn)


def test_boards_in_the_book_are_exact_from_the_first_move() -> None:
    for opening in OPENINGS:
        border = "swedish" if opening.swedish else "open"
        line = f"timbiriche rows={opening.rows} cols={opening.cols} border={border}"
        worth = evaluate(read_match(line).state, Limit(nodes=1), True)
        assert worth.exact
        assert worth.best
        assert all(each.exact for each in worth.candidates)
        assert worth.nodes == 0


def test_misere_and_other_boards_are_not_in_the_book() -> None:
    misere = read_match("timbiriche rows=3 cols=4 misere=yes").state
    assert not evaluate(misere, Limit(nodes=100), False).exact
    larger = read_match("timbiriche rows=4 cols=5").state
    assert book.find(larger.board, larger.undrawn) is None
