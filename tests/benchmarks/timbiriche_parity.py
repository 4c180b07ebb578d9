"""Difícil against a player of chain parity: `python -m tests.benchmarks.timbiriche_parity` prints a table.

The opponent is what a good book for club players teaches, without any search. While edges are safe it draws
one after which random safe edges most often lead to a number of long chains that suits it: the first player
wants dots and long chains together even, on a Swedish board only the inner dots count (Berlekamp, *The Dots
and Boxes Game*). It keeps control of what stands open where the count sum(chain - 4) + sum(loop - 8) says
that it pays, and when it has to open something it opens the smallest group, a chain of two in its middle.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from time import process_time

from engines.boards.tiling import Tiling
from engines.core.limit import Limit
from engines.registry import read_match
from engines.timbiriche.chains import closing_edges, double_cross, give, run, safe, safe_edges, structure
from engines.timbiriche.computer import choose_medium
from engines.timbiriche.rules import State, bits
from engines.timbiriche.solver import choose_dificil

COMPLETIONS = 10
"""Random ends of the safe phase by which an edge is judged."""


def wanted(state: State) -> int:
    """The parity of long chains, 0 or 1, that suits the side to move; seat 0 began."""
    board = state.board
    outer = {dot for edge in bits(state.layout.outline) for dot in board.edge_dots[edge]}
    return (len(board.dots) - len(outer) + state.mover) % 2


def long_chains(board: Tiling, state: State, undrawn: int, random: Random) -> int:
    """Long chains after random safe edges to the end of the safe phase."""
    while left := safe(board, undrawn):
        undrawn &= ~(1 << random.choice(bits(left)))
    end = State(state.layout, board.everything & ~undrawn, (0, 0), (0, 0), 0)
    return structure(end).long_chains


def choose_parity(state: State, random: Random, limit: Limit) -> str:
    """The move of the player of chain parity."""
    names = state.board.edge_names
    if closing := closing_edges(state):
        for edge in state.free_edges():
            if (left := double_cross(state, edge)) and keeps_control(state, left):
                return names[edge]
        return names[random.choice(closing)]
    if edges := safe_edges(state):
        right = wanted(state)
        hits = {
            edge: sum(
                long_chains(state.board, state, state.undrawn & ~(1 << edge), random) % 2 == right
                for _ in range(COMPLETIONS)
            )
            for edge in edges
        }
        most = max(hits.values())
        return names[random.choice([edge for edge in edges if hits[edge] == most])]
    gifts = {edge: give(state, edge) for edge in state.free_edges()}
    least = min(gifts.values())
    smallest = [edge for edge in gifts if gifts[edge] == least]
    if least == 2:
        middle = [edge for edge in smallest if not can_be_left(state, edge)]
        smallest = middle or smallest
    return names[random.choice(smallest)]


def can_be_left(state: State, edge: int) -> bool:
    """Whether the other side could answer an opening by leaving the opened cells to one last edge."""
    after = state.draw(edge)
    return any(double_cross(after, other) for other in after.free_edges())


def keeps_control(state: State, left: int) -> bool:
    """Whether leaving `left` cells pays: the other side has to open the long groups, worth enough."""
    taken = set(run(state.board, state.undrawn))
    rest = state.undrawn
    for cell in taken:
        rest &= ~state.board.cell_masks[cell]
    groups = structure(State(state.layout, state.board.everything & ~rest, (0, 0), (0, 0), 0))
    chains = [len(chain.cells) for chain in groups.chains]
    loops = [len(loop.cells) for loop in groups.loops]
    short = sum(cells < 3 for cells in chains)
    worth = sum(cells - 4 for cells in chains if cells > 2) + sum(cells - 8 for cells in loops)
    worth += 4 if any(cells > 2 for cells in chains) else 8 if loops else 0
    return short % 2 == 0 and worth > left


Player = Callable[[State, Random, Limit], str]


def margin(line: str, number: int, one: Player, other: Player) -> int:
    """Cells by which `one` is ahead at the end of a game; in those with an even number it has seat 0."""
    random, seat = Random(f"{line} {number}"), number % 2
    state: State = read_match(line).state
    while state.turn is not None:
        choose = one if state.turn == seat else other
        state = state.play(choose(state, random, Limit()))
    return state.score[seat] - state.score[1 - seat]


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("boards", nargs="*", default=["timbiriche rows=5 cols=5", "timbiriche rows=4 cols=4"])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=200_000)
    options = parser.parse_args()

    def dificil(state: State, random: Random, limit: Limit) -> str:
        return choose_dificil(state, random, Limit(nodes=options.nodes))

    pairs: tuple[tuple[str, Player, Player], ...] = (
        ("parity - Medio", choose_parity, choose_medium),
        ("Difícil - parity", dificil, choose_parity),
    )
    for line in options.boards:
        for name, one, other in pairs:
            began = process_time()
            margins = [margin(line, number, one, other) for number in range(options.games)]
            won, drawn = sum(each > 0 for each in margins), sum(each == 0 for each in margins)
            lost = options.games - won - drawn
            share = 100 * (won + drawn / 2) / options.games
            ahead = sum(margins) / options.games
            seconds = process_time() - began
            print(
                f"{line}, {name}: {won} - {drawn} - {lost}, {share:.0f} %, {ahead:+.1f}, {seconds:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
