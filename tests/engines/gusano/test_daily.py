"""The board of the day: the same everywhere, proved twice, and worth the trouble."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from random import Random

import pytest

from engines import registry
from engines.core.game import DisagreementError, Task
from engines.core.limit import Limit
from engines.core.match import Match
from engines.gusano import GAME, daily
from engines.gusano.daily import THEMES
from engines.gusano.exhaustive import Exhaustive, TooMany
from engines.gusano.rules import State


def read(line: str) -> State:
    state: State = registry.read_match(line).state
    return state


@cache
def made(theme: str, seed: int = 1) -> Task:
    return daily.make(Random(f"{theme}:{seed}"), theme)


def total(state: State) -> int:
    """All there is for the worm, by the rules alone."""
    cells = {state.board.start, *state.within(state.path)}
    return sum(max(0, state.board.values[cell]) for cell in cells)


def plain_minimax(state: State, memo: dict[State, int]) -> int:
    """The worm's points by the rules alone: a third opinion."""
    if state not in memo:
        after = [plain_minimax(state.play(move), memo) for move in state.legal_moves()]
        memo[state] = (max if state.turn == state.worm else min)(after) if after else state.points
    return memo[state]


def test_every_weekday_has_a_kind_of_board_of_its_own() -> None:
    assert GAME.daily is not None
    assert sorted(GAME.daily.themes) == list(range(7))
    kinds = [{made(theme).line.split()[1]} for theme in GAME.daily.themes.values()]
    for number, kind in enumerate(kinds):
        assert not kind & set().union(*kinds[number + 1 :])


@pytest.mark.parametrize("theme", THEMES)
def test_a_board_of_the_day_is_one_round_with_a_par_that_has_to_be_earned(theme: str) -> None:
    task = made(theme)
    match = registry.read_match(task.line)
    assert match.to_text() == task.line
    assert match.state.board.rounds == 1
    assert (task.seat, match.turn) == (0, 1)  # the worm waits for the bird's first move
    assert task.par < total(match.state) <= 3 * task.par
    worth = GAME.evaluate(match.state, Limit(), False)
    assert worth.exact
    assert worth.value == task.par
    assert Exhaustive(match.state.board, 10**7).traps() >= 2


def test_some_boards_have_obstacles_and_some_have_values() -> None:
    lines = [made(theme).line for theme in THEMES]
    assert sum("blocked=" in line for line in lines) >= 2
    assert sum("values=" in line for line in lines) >= 2


def test_greed_seldom_gets_par() -> None:
    """Greed: the dearest cell, then the most ways on, a coin among equals. The bird plays a best move."""
    short = 0
    for theme in THEMES:
        match = registry.read_match(made(theme).line)
        while match.outcome is None:
            state = match.state
            if match.turn == 1:
                match = match.play(GAME.evaluate(state, Limit(), False).best[0])
                continue
            lures = {}
            for move in match.legal_moves():
                after = state.play(move)
                worth = state.board.values[state.board.graph.index[move]]
                lures[move] = (worth, len(after.exits()))
            match = match.play(max(sorted(lures), key=lambda move: lures[move]))
        assert match.state.points <= made(theme).par
        short += match.state.points < made(theme).par
    assert short >= len(THEMES) - 2


def test_the_same_day_is_the_same_board_in_another_process() -> None:
    script = """if True:
        from random import Random
        from engines.gusano.daily import make
        print(make(Random('x:1'), 'hexagons').line)
    """
    other = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == daily.make(Random("x:1"), "hexagons").line


@pytest.mark.parametrize(
    "line",
    [
        "gusano rows=3 cols=4 start=b2 rounds=1",
        "gusano board=square8 rows=3 cols=3 start=a1 rounds=1 values=b2:-2,c3:4",
        "gusano board=dodecahedron start=1 rounds=1 blocked=3,4,5 values=7:3",
    ],
)
def test_the_second_proof_agrees_with_the_rules_and_with_the_solver(line: str) -> None:
    state = read(line)
    second = Exhaustive(state.board, 10**6).value()
    assert second == plain_minimax(state, {}) == GAME.evaluate(state, Limit(), False).value


def test_traps_are_counted_by_hand() -> None:
    """A corridor has no choice, so no trap; a fork with a dear dead end is one."""
    corridor = read("gusano rows=3 cols=3 start=a1 rounds=1 blocked=a2,b2,c2,a3,b3,c3")
    assert Exhaustive(corridor.board, 99).traps() == 0
    walls = "a1,b1,c1,d1,e1,a3,c3,d3,e3"
    fork = read(f"gusano rows=3 cols=5 start=a2 rounds=1 blocked={walls} values=b3:3,e2:4")
    assert Exhaustive(fork.board, 99).value() == 1 + 1 + 1 + 1 + 4  # not b3, which is worth three and ends it
    assert Exhaustive(fork.board, 99).traps() == 1


def test_proofs_that_differ_publish_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    state = read(made("hexagons").line)
    assert daily.worth_playing(state) == made("hexagons").par
    monkeypatch.setattr(Exhaustive, "value", lambda self: 1)
    with pytest.raises(DisagreementError):
        daily.worth_playing(state)


@pytest.mark.parametrize(
    "line",
    [
        # Nobody can get to a1, or the worm gets 10 of 40: both boards are traps enough.
        "gusano rows=4 cols=4 start=a3 rounds=1 blocked=b1,a2,b3 values=d2:20,a4:-2,c4:3",
        "gusano rows=4 cols=4 start=b1 rounds=1 blocked=b2,b3,c4 values=a3:3,d3:3,b4:20",
    ],
)
def test_a_board_that_is_confusing_or_hopeless_is_left_out(line: str) -> None:
    state = read(line)
    everything = Exhaustive(state.board, daily.MOST_POSITIONS)
    assert everything.traps() >= daily.LEAST_TRAPS
    assert daily.worth_playing(state) is None


def test_a_board_with_too_much_to_look_at_is_left_out() -> None:
    with pytest.raises(TooMany):
        Exhaustive(read("gusano rows=5 cols=5 start=c3 rounds=1").board, 1_000).value()


def test_a_single_round_ends_without_a_winner() -> None:
    match = registry.read_match("gusano rows=3 cols=3 start=a1 rounds=1 : b1 c1 c2 c3 b3 b2 a2 a3")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (None, "one-round")
    assert match.state.score == (9, 0)
    assert GAME.gain is not None
    assert (GAME.gain(match.state, 0), GAME.gain(match.state, 1)) == (9, -9)
    assert Match.begin(GAME, match.setup).state.board.rounds == 1
