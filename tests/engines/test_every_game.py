"""The contract of a game, held against every card of the registry."""

from __future__ import annotations

import pytest

from engines import registry
from engines.core.game import AnyGame
from tests.engines import contract

every_game = pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)


@every_game
def test_every_position_of_random_games_keeps_the_contract(game: AnyGame) -> None:
    for match, random in contract.positions(game, seed=1, boards=6):
        contract.check_moves(match)
        contract.check_outcome(match)
        contract.check_score(match)
        contract.check_events(match)
        if match.outcome is not None or random.random() < 0.1:
            contract.check_value(match, random)
            contract.check_refusals(match, random)
            contract.check_line(match, random)
            contract.check_text(match)
            contract.check_insight(match)
            contract.check_selection(match, random)
            contract.check_walk(match, random)
            contract.check_status(match)


@every_game
def test_drawings_show_every_choice_in_places_that_cover_the_board(game: AnyGame) -> None:
    for match, random in contract.positions(game, seed=2, boards=6):
        if match.ply == 0 or match.outcome is not None or random.random() < 0.04:
            contract.check_drawing(match, random)


@every_game
def test_every_level_plays_legal_moves_also_when_stopped(game: AnyGame) -> None:
    for match, random in contract.positions(game, seed=3, boards=6):
        if match.ply == 0 or random.random() < 0.05:
            contract.check_levels(match, seed=match.ply)


@every_game
def test_a_search_that_is_cancelled_ends(game: AnyGame) -> None:
    for line in game.benchmarks[-2:]:
        contract.check_cancel(registry.read_match(line))


@every_game
def test_evaluations_claim_no_more_than_is_proved(game: AnyGame) -> None:
    for match, random in contract.positions(game, seed=4, boards=6):
        if match.ply == 0 or match.outcome is not None or random.random() < 0.05:
            contract.check_evaluation(match)
            contract.check_explain(match)


@every_game
def test_a_match_is_told_in_codes_of_its_story(game: AnyGame) -> None:
    for match, _random in contract.positions(game, seed=5, boards=3):
        if match.outcome is not None:
            contract.check_story(match)


@every_game
def test_every_code_is_put_in_words_in_both_languages(game: AnyGame) -> None:
    contract.check_words(game)


@every_game
def test_the_card_is_complete(game: AnyGame) -> None:
    contract.check_card(game)
    contract.check_rules_page(game)
    contract.check_playthrough(game)
    contract.check_perft(game)
