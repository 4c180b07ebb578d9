"""Somebody's first games of Gusano, as a script."""

from __future__ import annotations

from random import Random

from engines.core.limit import Limit
from engines.gusano import GAME
from engines.gusano.rules import State
from tests.engines.gusano.positions import read

ATTENTION = 0.5
"""How often the beginner looks at what the answer to a move can be."""


def beginner(state: State, random: Random) -> str:
    """Keeps out of dead ends as the worm and goes into them as the bird; else moves by chance.

    In every other move it looks one step further: where the bird could enter a dead end next, or where the
    worm could only enter one.
    """
    free = set(state.within(state.path))

    def after(cell: int, *filled: int) -> list[int]:
        taken = {cell, *filled}
        return [other for other in state.board.open_neighbours[cell] if other in free - taken]

    exits, worm = list(state.exits()), state.turn == state.worm
    looks = random.random() < ATTENTION
    wanted = [cell for cell in exits if bool(after(cell)) == worm] or exits
    if looks and worm:
        wanted = [cell for cell in wanted if all(after(other, cell) for other in after(cell))] or wanted
    elif looks and all(after(cell) for cell in exits):
        wanted = [cell for cell in exits if not any(after(other, cell) for other in after(cell))] or wanted
    return state.board.name(random.choice(wanted))


def share(board: str, games: int) -> float:
    """The beginner's part of the points against Fácil, sides changing after each game."""
    level, points = GAME.level("facil"), 0.0
    for number in range(games):
        match, random = read(f"gusano {board}"), Random(number)
        while match.turn is not None:
            mine = match.turn == number % 2
            move = (
                beginner(match.state, random) if mine else level.choose(match.state, random, Limit(nodes=1))
            )
            match = match.play(move)
        assert match.outcome is not None
        points += {None: 0.5, number % 2: 1.0}.get(match.outcome.winner, 0.0)
    return points / games
