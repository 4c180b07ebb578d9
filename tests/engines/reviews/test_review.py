"""Analyses against brute force, against themselves turned over and mirrored, and the sums they must keep."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from app.analysis.report import report
from engines.core.game import Candidate, Evaluation
from engines.core.limit import Limit
from engines.core.match import Match
from engines.core.review import best_line, judge, review
from engines.core.story import Verdict
from engines.registry import read_match
from tests.engines import tiny
from tests.engines.reviews import recorded
from tests.engines.reviews.record import BEGINNINGS, play

NODES = 3_000_000


_JUDGED: dict[tuple[int, str], tuple[Match, tuple[Verdict, ...]]] = {}


def judged(match: Match) -> tuple[Verdict, ...]:
    """The verdicts on a match; worked out once for all the tests that look at it."""
    key = (id(match.game), match.to_text())
    if key not in _JUDGED:
        _JUDGED[key] = (match, review(match, lambda left: Limit(nodes=NODES)))
    return _JUDGED[key][1]


def random_game(line: str, seed: int) -> Match:
    match, random = read_match(line), Random(seed)
    while match.outcome is None:
        match = match.play(random.choice(match.legal_moves()))
    return match


# Brute force


@cache
def gusano_worth(state: Any) -> int:
    """The final points of the worm of this round: the worm picks the most, the bird the least."""
    worths = []
    for move in state.legal_moves():
        after = state.play(move)
        if len(after.finished) > len(state.finished):
            worths.append(state.worth(after.finished[len(state.finished)]))
        else:
            worths.append(gusano_worth(after))
    return max(worths) if state.turn == state.worm else min(worths)


def timbiriche_worth(state: Any) -> int:
    """Final cells of seat 0 minus those of seat 1."""
    return ahead(state) + to_come(replace(state, lines=(0, 0), owned=(0, 0)))


def ahead(state: Any) -> int:
    return int(state.score[0] - state.score[1])


@cache
def to_come(state: Any) -> int:
    """The same, of the cells that are still to be closed; who drew and closed what before is forgotten."""
    worths = [timbiriche_worth(state.play(move)) for move in state.legal_moves()]
    if not worths:
        return 0
    return max(worths) if (state.turn == 0) != state.layout.misere else min(worths)


SMALL = [
    ("gusano rows=3 cols=3 start=b2", gusano_worth),
    ("gusano rows=3 cols=4 start=b1 values=c3:4,a1:-2", gusano_worth),
    ("gusano board=octahedron start=1", gusano_worth),
    ("timbiriche rows=2 cols=2", timbiriche_worth),
    ("timbiriche rows=2 cols=2 misere=yes first=1", timbiriche_worth),
    ("timbiriche rows=2 cols=3 border=swedish", timbiriche_worth),
    ("timbiriche grid=triangle side=2", timbiriche_worth),
]


@pytest.mark.parametrize(("line", "worth"), SMALL, ids=[line for line, _ in SMALL])
@pytest.mark.parametrize("seed", [1, 2])
def test_every_number_is_what_brute_force_finds(line: str, worth: Callable[[Any], int], seed: int) -> None:
    match = random_game(line, seed)
    for verdict in judged(match):
        state = match.states[verdict.ply - 1]
        options = {move: _after(state, move, worth) for move in state.legal_moves()}
        before = worth(state)
        assert (verdict.before, verdict.after) == (before, options[verdict.move])
        assert verdict.lost == abs(before - options[verdict.move])
        assert set(verdict.best) == {move for move, value in options.items() if value == before}
        assert verdict.exact
        assert verdict.low == verdict.high == before


def _after(state: Any, move: str, worth: Callable[[Any], int]) -> int:
    after = state.play(move)
    if hasattr(state, "finished") and len(after.finished) > len(state.finished):
        return int(state.worth(after.finished[len(state.finished)]))
    return worth(after)


# What must hold of every game


@pytest.mark.parametrize("match", recorded(), ids=lambda match: match.to_text()[:60])
def test_losses_and_result_make_par(match: Match) -> None:
    verdicts = judged(match)
    found = report(match, verdicts)
    assert [each.ply for each in verdicts] == list(range(1, match.ply + 1))
    assert all(each.exact for each in verdicts)
    assert found.parts[0].first == 1
    assert found.parts[-1].last == match.ply
    for part in found.parts:
        own, other = part.lost[part.favoured], part.lost[1 - part.favoured]
        assert part.exact
        assert part.par - own + other == part.result
    ends = [part.result for part in found.parts]
    if match.game.slug == "timbiriche":
        assert ends == [match.state.score[0] - match.state.score[1]]
    else:
        assert ends == [match.state.worth(path) for path in match.state.finished]


@pytest.mark.parametrize("match", recorded(), ids=lambda match: match.to_text()[:60])
def test_each_value_is_the_next_one_s_and_no_loss_has_a_wrong_sign(match: Match) -> None:
    verdicts = judged(match)
    chapter = match.game.story.chapter
    for one, other in pairwise(verdicts):
        if chapter(match.states[one.ply - 1]) == chapter(match.states[other.ply - 1]):
            assert one.after == other.before
    for each in verdicts:
        sign = match.game.favours(match.states[each.ply - 1], each.seat) if match.game.favours else 1
        assert each.lost == sign * (each.before - each.after) >= 0
        assert (each.move in each.best) == (each.lost == 0)


def test_an_analysis_that_is_out_of_time_still_hangs_together() -> None:
    for line in ("timbiriche rows=4 cols=4", "gusano rows=6 cols=6 start=d4"):
        match = random_game(line, 3)
        verdicts = review(match, lambda left: Limit(nodes=400))
        assert any(not each.exact for each in verdicts)
        for each in verdicts:
            assert each.low <= each.before <= each.high
            sign = match.game.favours(match.states[each.ply - 1], each.seat) if match.game.favours else 1
            assert each.lost == pytest.approx(sign * (each.before - each.after))
            assert each.lost >= 0
            assert each.best


def numbers(match: Match) -> list[tuple[float, float, float, bool, int]]:
    return [(each.before, each.after, each.lost, each.exact, len(each.best)) for each in judged(match)]


@pytest.mark.parametrize(
    "line", ["timbiriche rows=2 cols=3", "timbiriche rows=2 cols=3 misere=yes", "sueco rows=3 cols=3"]
)
def test_with_the_colours_swapped_the_values_change_their_sign(line: str) -> None:
    match = random_game(line, 4)
    swapped = read_match(match.to_text().replace(" : ", " first=1 : "))
    assert numbers(swapped) == [
        (-before, -after, lost, exact, best) for before, after, lost, exact, best in numbers(match)
    ]
    assert [each.seat for each in judged(swapped)] == [1 - each.seat for each in judged(match)]


def mirrored(text: str, columns: int) -> str:
    """Cell and dot names with the columns in opposite order; an edge's two dots in reading order."""

    def turn(dot: str) -> str:
        return chr(ord("a") + columns - 1 - (ord(dot[0]) - ord("a"))) + dot[1:]

    dots = re.findall(r"[a-z]\d+", text)
    return "".join(sorted((turn(dot) for dot in dots), key=lambda dot: (int(dot[1:]), dot[0])))


@pytest.mark.parametrize(
    ("line", "columns"),
    [
        ("timbiriche rows=2 cols=3", 4),
        ("gusano rows=4 cols=5 start=b2", 5),
        ("gusano board=square8 rows=3 cols=4 start=a1", 4),
    ],
)
def test_in_a_mirror_the_numbers_are_the_same(line: str, columns: int) -> None:
    match = random_game(line, 5)
    start = re.search(r"start=(\w+)", line)
    other = line if start is None else line.replace(start[1], mirrored(start[1], columns))
    seen = read_match(f"{other} : {' '.join(mirrored(move, columns) for move in match.moves)}")
    assert numbers(seen) == numbers(match)
    assert [{mirrored(move, columns) for move in each.best} for each in judged(match)] == [
        set(each.best) for each in judged(seen)
    ]


def test_the_best_line_keeps_the_worth_to_the_end() -> None:
    for line in ("timbiriche rows=2 cols=2", "gusano rows=4 cols=4 start=b2"):
        match = read_match(line)
        worth = match.game.evaluate(match.state, Limit(nodes=NODES), False).value
        whole = match
        for move in best_line(match, lambda: Limit(nodes=NODES)):
            whole = whole.play(move)
        (part, *_more) = report(whole, judged(whole)).parts
        assert (part.par, part.result, part.lost) == (worth, worth, (0, 0))


def test_a_recorded_game_is_played_again_from_its_seed() -> None:
    known = {match.to_text() for match in recorded()}
    assert play(*BEGINNINGS[7]).to_text() in known


# Games that are only won or lost


@cache
def race(left: int) -> int:
    """Whoever takes the last wins: how many moves of its own the side to move needs, negative if it loses."""
    if left == 0:
        return -1
    worths = [race(left - count) for count in (1, 2) if count <= left]
    wins = [
        1 - worth if left - count else 1 for count, worth in zip((1, 2), worths, strict=False) if worth < 0
    ]
    return min(wins) if wins else -max(worths)


def race_game(proves: int) -> Any:
    """The pile, with moves counted, and proofs only where few enough are left."""

    def evaluate(state: Any, limit: Limit, every_move: bool) -> Evaluation:
        legal = state.legal_moves()
        if state.left > proves:
            guess = 0.3 if race(state.left) > 0 else -0.2
            return Evaluation(value=guess, exact=False, bound=(-99, 99), best=legal[:1])
        value = race(state.left)
        rows = {move: _told(state.left - tiny.TAKES[move]) for move in legal}
        best = tuple(move for move in legal if rows[move] == value)
        found = tuple(Candidate(move, rows[move], 0, True) for move in legal)
        return Evaluation(
            value=value, exact=True, bound=(value, value), best=best, candidates=found if every_move else ()
        )

    return replace(tiny.GAME, evaluate=evaluate)


def _told(left: int) -> int:
    if left == 0:
        return 1
    worth = race(left)
    return 1 - worth if worth < 0 else -worth


def race_match(proves: int, left: int, moves: str) -> Match:
    game = race_game(proves)
    match = Match.begin(game, game.read_setup({"pile": str(left)}))
    for move in moves.split():
        match = match.play(move)
    return match


def test_a_won_game_is_told_in_moves_and_a_missed_win_is_found() -> None:
    verdicts = judged(race_match(99, 7, "two one one two one"))
    first, second, third, *_ = verdicts
    assert first.before == race(7) > 0
    assert (first.after, first.lost) == (-race(5), 2)
    assert (second.before, second.after, second.lost) == (race(5), -race(4), 2)
    assert third.before == race(4)
    assert all(each.exact for each in verdicts)


def test_a_proof_after_a_move_is_told_of_an_unproved_position() -> None:
    """Six are too many to be proved, five are not: the move gave a win away, or left a lost one."""
    (verdict, *_rest) = judged(race_match(5, 6, "one two two one"))
    assert not verdict.before_exact
    assert (verdict.after, verdict.after_exact) == (-race(5), True)
    assert -1 < verdict.before < 1


def test_nothing_is_lost_where_all_was_and_what_follows_is_only_guessed() -> None:
    """Six are lost, and proved to be; of what is left after a move, only a hopeful guess is there."""

    def evaluate(state: Any, limit: Limit, every_move: bool) -> Evaluation:
        if state.left == 6:
            rows = (Candidate("two", -3, 0, True), Candidate("one", -2, 1, True))
            return Evaluation(value=-3, exact=True, bound=(-3, -3), best=("two",), candidates=rows)
        return Evaluation(value=-0.3, exact=False, bound=(-99, 99), best=("one",))

    match = race_match(99, 6, "one")
    verdict = judge(replace(match, game=replace(match.game, evaluate=evaluate)), 0, Limit, None)
    assert (verdict.before, verdict.before_exact) == (-3, True)
    assert (verdict.after, verdict.after_exact, verdict.lost) == (-3, False, 0)


def test_an_estimate_never_counts_as_a_proved_win() -> None:
    match = race_match(3, 8, "one one two one two one")
    for each in judged(match):
        if not each.before_exact:
            assert abs(each.before) < 1
        assert 0 <= each.lost <= 2


def test_a_draw_by_repetition_is_no_loss_of_its_own_position() -> None:
    game = race_game(99)
    match = Match.begin(game, game.read_setup({"pile": "3", "loops": "yes"}))
    for _ in range(4):
        match = match.play("two")
    assert match.outcome is not None
    assert match.outcome.winner is None
    last = judge(match, match.ply - 1, Limit, None)
    assert (last.before, last.after, last.after_exact, last.lost) == (0, 0, True, 0)
