"""Making a game: with the defaults, with options, without cookies, and with a form that cannot be read."""

from __future__ import annotations

import re

import httpx
import pytest

from tests.people import Page, Person
from tests.running import RunningSite


def test_the_form_works_with_its_defaults(client: httpx.Client) -> None:
    client.get("/juegos/timbiriche")
    answer = client.post("/juegos/timbiriche")
    assert answer.status_code == 303
    assert re.fullmatch(r"/p/[A-Za-z0-9]{12}", answer.headers["location"])
    page = Page(client.get(answer.headers["location"]))
    assert page.status == 200
    assert page.state.startswith("Te toca.")


def test_a_game_is_stored_with_the_version_of_its_rules(ana: Person, site: RunningSite) -> None:
    game = ana.make(modo="screen")
    stored = site.rows("SELECT slug, setup, rules_version, version, revision FROM games WHERE id = ?", game)
    assert stored == [("timbiriche", "rows=2 cols=2", 1, 0, 0)]


def test_the_swedish_board_is_remembered_as_the_card_it_came_from(ana: Person, site: RunningSite) -> None:
    game = ana.make("sueco", modo="screen")
    stored = site.rows("SELECT entry, slug, setup FROM games WHERE id = ?", game)
    assert stored == [("sueco", "timbiriche", "rows=2 cols=2 border=swedish")]


@pytest.mark.parametrize("sent", [{"rows": "0"}, {"rows": "ñ"}, {"modo": "guerra"}, {"nivel": "dios"}])
def test_a_form_that_cannot_be_read_comes_back_and_makes_nothing(
    ana: Person, site: RunningSite, sent: dict[str, str]
) -> None:
    before = site.everything()
    answer = ana.http.post("/juegos/timbiriche", data={"tablero": "", "rows": "2", "cols": "2", **sent})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert site.everything() == before


@pytest.mark.parametrize("path", ["/juegos/ajedrez", "/juegos/ajedrez/reglas"])
def test_a_game_that_does_not_exist_is_not_found(client: httpx.Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_rival_begins_if_the_form_says_so(ana: Person) -> None:
    ana.make(modo="link", empieza="rival")
    assert ana.look().free == []
    assert "Falta alguien enfrente." in ana.look().state


def test_by_turns_the_next_game_is_begun_by_the_other_side(ana: Person, site: RunningSite) -> None:
    begins = []
    for _ in range(3):
        game = ana.make(modo="link", empieza="turnos")
        found = site.rows("SELECT seat FROM seats WHERE game_id = ? AND kind = 'person'", game)
        begins.append(found[0][0] == 0)
    assert begins == [True, False, True]


def test_the_cookie_holds_a_signed_random_id_and_nothing_else(client: httpx.Client) -> None:
    header = client.get("/juegos/timbiriche").headers["set-cookie"]
    value, *attributes = header.split("; ")
    assert re.fullmatch(r"jugador=[\w-]{22}\.[\w-]+", value)
    assert {"HttpOnly", "SameSite=lax", "Max-Age=31536000", "Path=/"} <= set(attributes)


def test_a_forged_cookie_is_nobody(ana: Person, site: RunningSite) -> None:
    game = ana.make(modo="screen")
    player = site.rows("SELECT player_id FROM seats WHERE game_id = ?", game)[0][0]
    forger = site.client(cookies={"jugador": f"{player}.AAAAAAAAAAAAAAAAAAAAAAAAAAA"})
    answer = forger.post(f"/p/{game}/jugadas", data={"move": "a1b1", "version": 0})
    assert answer.status_code == 403


def test_without_cookies_the_maker_plays_by_a_private_link(site: RunningSite) -> None:
    ana = Person(site, keeps_cookies=False)
    ana.make(modo="computer", nivel="facil")
    assert ana.key is not None
    assert ana.play("a1b1").status == 200


def test_without_cookies_one_key_moves_both_sides_on_one_screen(site: RunningSite) -> None:
    ana = Person(site, keeps_cookies=False)
    ana.make(modo="screen")
    assert [ana.play("a1b1").status, ana.play("b1c1").status] == [200, 200]


def test_nothing_of_a_game_page_is_kept_by_the_browser(ana: Person) -> None:
    ana.make(modo="screen")
    for path in ("", "/tablero", "/compartir", "/rendirse"):
        assert ana.look(path).answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("address", ["/p/short", "/p/AAAAAAAAAAAA", "/p/AAAAAAAAAAA%20", "/p/" + "9" * 25])
def test_a_game_that_nobody_made_is_not_found(client: httpx.Client, address: str) -> None:
    for path in ("", "/tablero", "/vivo", "/compartir"):
        assert client.get(address + path).status_code == 404
