"""The next game of the same two, with seats swapped."""

from __future__ import annotations

from tests.app.games.test_races import race
from tests.people import Person, two_at_a_table
from tests.running import RunningSite


def holder(site: RunningSite, game: str) -> list[str]:
    return [who for (who,) in site.rows("SELECT player_id FROM seats WHERE game_id = ? ORDER BY seat", game)]


def test_both_pressing_at_once_make_one_game(ana: Person, bea: Person) -> None:
    """Pitfall 10."""
    first = two_at_a_table(ana, bea)
    ana.send("/rendirse")
    answers = race(8, lambda number: (ana, bea)[number % 2].send("/revancha", scripted=False).answer)
    addresses = {answer.headers["location"] for answer in answers}
    assert len(addresses) == 1
    assert ana.site.rows("SELECT COUNT(*) FROM games WHERE previous_id = ?", first) == [(1,)]


def test_seats_are_swapped_and_the_games_are_linked(ana: Person, bea: Person) -> None:
    first = two_at_a_table(ana, bea)
    ana.play("a1b1")
    bea.send("/rendirse")
    ana.follow(ana.send("/revancha", scripted=False).answer)
    assert ana.game != first
    assert holder(ana.site, ana.game) == holder(ana.site, first)[::-1]
    assert ana.look().moves == []
    assert ana.look().state.startswith("Le toca a tu rival.")
    assert f'href="/p/{ana.game}"' in bea.look().html
    assert bea.open(ana.game).state.startswith("Te toca.")


def test_settings_stay_as_they_were(ana: Person) -> None:
    first = ana.make("sueco", modo="screen", rows="3")
    ana.send("/rendirse")
    ana.follow(ana.send("/revancha", scripted=False).answer)
    query = "SELECT entry, slug, setup, mode FROM games WHERE id = ?"
    assert ana.site.rows(query, ana.game) == ana.site.rows(query, first)


def test_after_a_rematch_the_computer_begins(ana: Person) -> None:
    ana.make(modo="computer", nivel="facil", empieza="yo")
    ana.send("/rendirse")
    ana.follow(ana.send("/revancha", scripted=False).answer)
    assert ana.wait_for_turn().last == 1


def test_scripts_are_led_to_the_next_game(ana: Person) -> None:
    ana.make(modo="screen")
    ana.send("/rendirse")
    answer = ana.send("/revancha").answer
    assert answer.headers["hx-redirect"].startswith("/p/")


def test_whoever_plays_by_a_key_gets_a_key_of_the_next_game(site: RunningSite) -> None:
    ana = Person(site)
    game = ana.make_from("timbiriche rows=2 cols=2", "person", "person")
    key = ana.key
    ana.send("/rendirse")
    ana.follow(ana.send("/revancha", scripted=False).answer)
    following = ana.game
    assert following != game
    assert ana.key not in (None, key)
    assert ana.look().state.startswith("Le toca")
    assert ana.play("a1b1", version=0).status == 409
    page = ana.open(game, key)
    assert f'href="/p/{following}"' not in page.html
    ana.follow(ana.send("/revancha", scripted=False).answer)
    assert (ana.game, ana.key is None) == (following, False)


def test_a_watcher_starts_no_rematch_and_none_starts_before_the_end(
    ana: Person, bea: Person, eva: Person
) -> None:
    eva.open(two_at_a_table(ana, bea))
    assert ana.send("/revancha").status == 409
    ana.send("/rendirse")
    assert eva.send("/revancha").status == 403
    assert ana.site.rows("SELECT COUNT(*) FROM games WHERE previous_id = ?", eva.game) == [(0,)]


def test_a_draw_is_followed_by_one_more_pair(ana: Person) -> None:
    """On the same board, from the same start, once; with seats swapped as after any game."""
    board = "board=square4 rows=3 cols=3 start=a2 pairs=2"
    first = ana.make("gusano", tablero=board, modo="screen")
    for move in ("b2", "b1", "a1") * 4:
        ana.play(move)
    assert ana.look().state.startswith("Empate")
    assert "Una pareja más" in ana.look().html
    ana.follow(ana.send("/revancha", scripted=False).answer)
    rows = ana.site.rows("SELECT setup, previous_id FROM games WHERE id = ?", ana.game)
    assert rows == [("board=square4 rows=3 cols=3 start=a2", first)]


def test_who_has_won_is_offered_the_whole_match_again(ana: Person) -> None:
    ana.make("gusano", tablero="board=square4 rows=3 cols=3 start=a2 pairs=2", modo="screen")
    ana.send("/rendirse", scripted=False, version=ana.version)
    assert "Una pareja más" not in ana.look().html
    ana.follow(ana.send("/revancha", scripted=False).answer)
    assert ana.site.rows("SELECT setup FROM games WHERE id = ?", ana.game)[0][0].endswith("pairs=2")
