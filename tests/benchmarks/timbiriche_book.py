"""Compute an opening book: `python -m tests.benchmarks.timbiriche_book 5 5 3 --swedish` (5 x 5, three plies).

Prints the entry for `engines/timbiriche/openings.py`. Positions with all plies drawn are searched, with one
table of proofs for all of them; those before follow from them by the rules. `--progress FILE` keeps what is
proved, one line each, so that a run that was stopped goes on where it was; `--seconds` stops it by itself.

A book of a ply less that is there already says what a position is worth at least: nobody can leave the other
side less than what the position before was worth to them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from textwrap import wrap
from time import monotonic

import numpy as np

from engines.core.limit import new_flag
from engines.timbiriche.book import Book, Drawn, Figure, figure_of, letter_of
from engines.timbiriche.openings import OPENINGS, Opening
from engines.timbiriche.positions import Branch, StringPosition
from engines.timbiriche.search import Search
from engines.timbiriche.strings import peel


class Prover:
    """The exact search over all positions of a figure, with one table of proofs."""

    def __init__(self, figure: Figure, table_bits: int) -> None:
        self._board = figure.board
        self._strings = StringPosition(figure.board, figure.undrawn)
        self._search = Search(self._strings, np.zeros((1 << table_bits, 2), dtype=np.uint64), new_flag())
        self._search.allow(None)

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return self._search.nodes

    def worth(self, undrawn: int, least: int | None = None) -> int:
        """What the mover gets from a position on; `least`: what is known already."""
        run = peel(self._board, undrawn)
        mask = self._strings.mask(run.rest)
        if least is not None and not run.taken:
            while self._search.prove(mask, least + 2):
                least += 2
            return least
        low, high = self._search.close(mask)
        assert low == high
        return int(Branch(run.taken - run.leaves, 1, run.leaves, mask).value(low))


def derive(figure: Figure, drawn: Drawn, worth: Callable[[Drawn], int]) -> int:
    """What the mover gets if it is known what is left after each edge is worth."""
    undrawn = figure.left(drawn)
    values = []
    for place, edge in enumerate(figure.edges):
        if place in drawn:
            continue
        after = undrawn & ~(1 << edge)
        closed = sum(not figure.board.cell_masks[cell] & after for cell in figure.board.edge_cells[edge])
        rest = worth(figure.canonical(tuple(sorted((*drawn, place)))))
        values.append(closed + rest if closed else -rest)
    return max(values)


def shorter_book(figure: Figure, rows: int, cols: int, swedish: bool, plies: int) -> Book | None:
    """The book of the same figure that has a ply less."""
    wanted = (rows, cols, swedish, plies - 1)
    for each in OPENINGS:
        if (each.rows, each.cols, each.swedish, each.plies) == wanted:
            return Book(figure, each)
    return None


def at_least(figure: Figure, book: Book | None, drawn: Drawn) -> int | None:
    """What a book of a ply less tells of a position: the best position before it, turned round."""
    if book is None or not drawn:
        return None
    undrawn = figure.left(drawn)
    befores = [undrawn | 1 << figure.edges[place] for place in drawn]
    quiet = [before for before in befores if not peel(figure.board, before).taken]
    return max((-book.worth(before) for before in quiet), default=None)


def main() -> None:
    """Search, derive, and print the entry."""
    parser = argparse.ArgumentParser()
    parser.add_argument("rows", type=int)
    parser.add_argument("cols", type=int)
    parser.add_argument("plies", type=int)
    parser.add_argument("--swedish", action="store_true")
    parser.add_argument("--progress", type=Path)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--table", type=int, default=24, help="entries of the table: a power of two")
    options = parser.parse_args()
    figure = figure_of(Opening(options.rows, options.cols, options.swedish, options.plies, ""))
    positions = figure.positions(options.plies)
    known: dict[Drawn, int] = {}
    if options.progress and options.progress.exists():
        for line in options.progress.read_text().splitlines():
            mask, value = line.split()
            known[figure.drawn(figure.undrawn & ~int(mask))] = int(value)
    prover = Prover(figure, options.table)
    shorter = shorter_book(figure, options.rows, options.cols, options.swedish, options.plies)
    end = monotonic() + options.seconds
    last = [drawn for drawn in positions if len(drawn) == options.plies]
    for drawn in (drawn for drawn in last if drawn not in known):
        if monotonic() > end:
            print(f"{len(known)} of {len(last)} are known; the rest is left for the next run")
            return
        known[drawn] = prover.worth(figure.left(drawn), at_least(figure, shorter, drawn))
        if options.progress:
            mask = sum(1 << figure.edges[place] for place in drawn)
            with options.progress.open("a") as file:
                file.write(f"{mask} {known[drawn]}\n")
    for drawn in reversed(positions):
        if drawn not in known:
            known[drawn] = derive(figure, drawn, known.__getitem__)
    letters = "".join(letter_of(known[drawn]) for drawn in positions)
    print(f"# {len(positions)} positions, {prover.nodes:,} nodes in this run; the empty board: {known[()]}")
    print(f"Opening({options.rows}, {options.cols}, {options.swedish}, {options.plies}, (")
    for part in wrap(letters, 96):
        print(f'    "{part}"')
    print(")),")


if __name__ == "__main__":
    main()
