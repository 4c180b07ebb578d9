"""The contract suite itself: it passes a sound game, and names what is wrong with a faulty one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines import registry
from engines.core.drawing import Drawing
from engines.core.game import AnyGame, Candidate, Codes, Evaluation, Fact, IllegalMove, Insight, Level
from engines.core.limit import Limit
from engines.core.match import Match
from tests.engines import contract, playthrough, tiny
from tests.engines.registering import WORDS, register


def begin(game: AnyGame) -> Match:
    return Match.begin(game, game.read_setup({}))


def with_state(state: type[tiny.State]) -> AnyGame:
    """The pile with other rules."""
    return replace(tiny.GAME, start=lambda setup: state(int(setup["pile"]), 0, False))


def test_a_sound_game_passes(tiny_game: AnyGame) -> None:
    checked = 0
    for match, random in contract.positions(tiny_game, seed=0, boards=10):
        contract.check_moves(match)
        contract.check_outcome(match)
        contract.check_score(match)
        contract.check_value(match, random)
        contract.check_refusals(match, random)
        contract.check_line(match, random)
        contract.check_events(match)
        contract.check_text(match)
        contract.check_drawing(match, random)
        contract.check_insight(match)
        contract.check_status(match)
        contract.check_levels(match, seed=0)
        contract.check_evaluation(match)
        checked += 1
    assert checked > 30
    contract.check_words(tiny_game)
    contract.check_card(tiny_game)


# A card without its companions


def test_a_game_without_a_rules_page_fails(tiny_game: AnyGame, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"tiny\.html is missing"):
        contract.check_rules_page(tiny_game, tmp_path)
    (tmp_path / "tiny.html").write_text(" \n")
    with pytest.raises(AssertionError, match=r"tiny\.html is empty"):
        contract.check_rules_page(tiny_game, tmp_path)
    (tmp_path / "tiny.html").write_text("Toma uno o dos.")
    contract.check_rules_page(tiny_game, tmp_path)


def test_a_game_without_a_words_module_fails() -> None:
    with pytest.raises(AssertionError, match=r"app/words/tiny\.py is missing"):
        contract.check_words(tiny.GAME)


@pytest.mark.parametrize("kind", ["entries", "reasons", "outcomes", "events", "options"])
def test_a_code_without_words_fails(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    register(monkeypatch, tiny.GAME, replace(WORDS, **{kind: {}}))
    with pytest.raises(AssertionError, match=f"tiny: no words for the {kind}"):
        contract.check_words(tiny.GAME)


def test_words_for_a_code_that_no_card_has_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, tiny.GAME, replace(WORDS, facts={"ceiling": lambda detail: "Techo."}))
    with pytest.raises(AssertionError, match="words for facts that the card does not have"):
        contract.check_words(tiny.GAME)


def test_a_game_without_a_whole_playthrough_fails(tiny_game: AnyGame, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="no playthrough; make one"):
        contract.check_playthrough(tiny_game, tmp_path)
    (tmp_path / "tiny.txt").write_text(playthrough.transcript("tiny pile=4 : one"))
    with pytest.raises(AssertionError, match="no playthrough of a whole game"):
        contract.check_playthrough(tiny_game, tmp_path)
    (tmp_path / "tiny.txt").write_text(playthrough.transcript("tiny pile=4 : two two"))
    contract.check_playthrough(tiny_game, tmp_path)


def test_a_game_without_perft_counts_fails(tiny_game: AnyGame, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"perft/tiny\.txt is missing"):
        contract.check_perft(tiny_game, tmp_path)
    (tmp_path / "tiny.txt").write_text("nothing yet\n")
    with pytest.raises(AssertionError, match="counts nothing"):
        contract.check_perft(tiny_game, tmp_path)
    (tmp_path / "tiny.txt").write_text("tiny pile=4 => 2 4 4 1\n")
    contract.check_perft(tiny_game, tmp_path)


# Faulty rules


class Unsorted(tiny.State):
    def legal_moves(self) -> tuple[str, ...]:
        return tuple(reversed(super().legal_moves()))


class Endless(tiny.State):
    @property
    def turn(self) -> int | None:
        return self.mover


class Lenient(tiny.State):
    def play(self, move: str) -> tiny.State:
        return super().play("one" if move == "" else move)


class Vague(tiny.State):
    def play(self, move: str) -> tiny.State:
        if move not in tiny.TAKES:
            raise IllegalMove(move, "because")
        return super().play(move)


class Forgetful(tiny.State):
    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


class Spoiled(tiny.State):
    def play(self, move: str) -> tiny.State:
        object.__setattr__(self, "loops", True)
        return super().play(move)


def check_along(match: Match, check: Callable[[Match], None]) -> None:
    """Check every position of a game of three moves."""
    check(match)
    for move in ("one", "one", "two"):
        match = match.play(move)
        check(match)


@pytest.mark.parametrize(
    ("state", "check"),
    [
        (Unsorted, contract.check_moves),
        (Endless, contract.check_moves),
        (Lenient, lambda match: contract.check_refusals(match, Random(0))),
        (Vague, lambda match: contract.check_refusals(match, Random(0))),
        (Forgetful, lambda match: contract.check_value(match, Random(0))),
        (Spoiled, lambda match: contract.check_value(match, Random(0))),
        (Spoiled, lambda match: contract.check_refusals(match, Random(0))),
    ],
    ids=lambda value: getattr(value, "__name__", "check"),
)
def test_faulty_rules_fail(
    monkeypatch: pytest.MonkeyPatch, state: type[tiny.State], check: Callable[[Match], None]
) -> None:
    game = with_state(state)
    register(monkeypatch, game, WORDS)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check_along(begin(game), check)


# Faulty drawings, levels and evaluations


def drawn(change: Callable[[Drawing], Drawing]) -> AnyGame:
    return replace(tiny.GAME, draw=lambda state: change(tiny.draw(state)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda drawing: replace(drawing, width=2.5), "assert"),
        (lambda drawing: replace(drawing, places=drawing.places[:1]), "no place for"),
        (lambda drawing: replace(drawing, places=(drawing.places[0],) * 2), "two places with one token"),
        (
            lambda drawing: replace(
                drawing,
                places=(drawing.places[0], replace(drawing.places[1], outline=drawing.places[0].outline)),
            ),
            "does not lie in its outline",
        ),
        (
            lambda drawing: replace(
                drawing, places=(drawing.places[0], replace(drawing.places[1], detail={"count": 1}))
            ),
            "two places are called the same",
        ),
        (
            lambda drawing: replace(
                drawing, places=(drawing.places[0], replace(drawing.places[1], code="thing"))
            ),
            "thing",
        ),
    ],
)
def test_faulty_drawings_fail(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[Drawing], Drawing], message: str
) -> None:
    game = drawn(change)
    register(monkeypatch, game, WORDS)
    with pytest.raises(AssertionError, match=message):
        contract.check_drawing(begin(game), Random(0))


@pytest.mark.parametrize(
    "found",
    [
        Insight(facts=(Fact("left", {"count": 4}),)),
        Insight(marks={"good": frozenset({"three"})}),
        Insight(marks={"Very good": frozenset({"one"})}),
    ],
)
def test_faulty_help_fails(monkeypatch: pytest.MonkeyPatch, found: Insight) -> None:
    game = replace(tiny.GAME, insight=lambda state: found)
    register(monkeypatch, game, WORDS)
    with pytest.raises(AssertionError):
        contract.check_insight(begin(game))


@pytest.mark.parametrize(
    "change",
    [
        {"status": lambda state: (Fact("left", {"count": 4}),)},
        {"roles": lambda state: ("taker", "giver")},
    ],
)
def test_a_status_outside_the_card_fails(monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]) -> None:
    game = replace(tiny.GAME, **change)
    register(monkeypatch, game, WORDS)
    with pytest.raises(AssertionError):
        contract.check_status(begin(game))


def test_faulty_levels_fail() -> None:
    restless = iter(["one", "two"] * 10)
    for level in (
        Level("facil", lambda state, random, limit: "three"),
        Level("facil", lambda state, random, limit: next(restless)),
        Level("facil", lambda state, random, limit: "three" if limit.stopped else "one"),
    ):
        with pytest.raises(AssertionError, match="facil plays"):
            contract.check_levels(begin(replace(tiny.GAME, levels=(level,))), seed=0)


@pytest.mark.parametrize(
    "change",
    [
        {"bound": (-1, 1)},
        {"bound": (0, 0)},
        {"exact": False},
        {"best": ()},
        {"best": ("one", "three")},
        {"best": ("one", "two")},
        {"candidates": ()},
        {"candidates": (Candidate("two", -1, 2, True), Candidate("one", 1, 0, True))},
        {"candidates": (Candidate("one", 1, 0, True), Candidate("two", -1, -2, True))},
        {"nodes": -1},
    ],
)
def test_dishonest_evaluations_fail(change: dict[str, Any]) -> None:
    match = begin(tiny.GAME)
    honest = tiny.evaluate(match.state, Limit(nodes=10), True)
    contract.check_honest(match, honest, every_move=True)
    dishonest: Evaluation = replace(honest, **change)
    with pytest.raises(AssertionError):
        contract.check_honest(match, dishonest, every_move=True)


def test_an_unproved_end_fails() -> None:
    over = begin(tiny.GAME).play("two").play("two")
    guess = Evaluation(value=0, exact=False, bound=(-1, 1), best=())
    with pytest.raises(AssertionError, match="the value of a finished game is known"):
        contract.check_honest(over, guess, every_move=False)


# Faulty cards


@pytest.mark.parametrize(
    "change",
    [
        {"levels": tuple(reversed(tiny.GAME.levels))},
        {"levels": (Level("facil", tiny.careless, compiled=True),)},
        {"entries": ()},
        {"benchmarks": ("timbiriche",)},
        {"rules_version": 0},
        {"options": tiny.OPTIONS * 2},
    ],
)
def test_faulty_cards_fail(monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]) -> None:
    game = replace(tiny.GAME, **change)
    register(monkeypatch, game, WORDS)
    with pytest.raises((AssertionError, ValueError)):
        contract.check_card(game)


def test_an_event_or_outcome_outside_the_card_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(tiny.GAME, codes=Codes(reasons=(), outcomes=(), events=(), places=()))
    register(monkeypatch, game, WORDS)
    over = begin(game).play("two").play("two")
    for check in (contract.check_outcome, contract.check_events):
        with pytest.raises(AssertionError):
            check(over)


def test_the_registry_is_as_before() -> None:
    assert "tiny" not in {game.slug for game in registry.GAMES}
