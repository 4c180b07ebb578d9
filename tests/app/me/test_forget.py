"""Deleting everything of a browser: in two steps, completely, and without taking anything from others."""

from __future__ import annotations

from tests.app.me.test_points import total, win
from tests.people import Person, two_at_a_table
from tests.running import RunningSite

SURE = {"seguro": "si"}


def player_of(site: RunningSite, game: str) -> str:
    ((player,),) = site.rows("SELECT player_id FROM seats WHERE game_id = ? AND player_id IS NOT NULL", game)
    return str(player)


def test_looking_and_asking_delete_nothing(site: RunningSite, ana: Person) -> None:
    win(ana)
    before = site.everything()
    assert ana.http.get("/yo").status_code == 200
    assert "No se puede deshacer" in ana.http.get("/yo/borrar").text
    answer = ana.http.post("/yo/borrar")
    assert answer.headers["location"] == "/yo/borrar"
    assert site.everything() == before


def test_everything_of_a_browser_goes(site: RunningSite, ana: Person) -> None:
    win(ana)
    game, player = ana.game, player_of(site, ana.game)
    answer = ana.http.post("/yo/borrar", data=SURE)
    assert answer.status_code == 303
    assert answer.headers["clear-site-data"] == '"cookies", "storage"'
    assert not ana.http.cookies.get("jugador")
    assert "Está todo borrado" in ana.http.get(answer.headers["location"]).text
    assert total(ana) == 0
    assert site.rows("SELECT id FROM games WHERE id = ?", game) == []
    assert player not in site.everything()


def test_a_game_with_another_person_stays_theirs(site: RunningSite, ana: Person, bea: Person) -> None:
    game = two_at_a_table(ana, bea)
    ana.play("a1b1")
    rows = site.rows("SELECT player_id FROM seats WHERE game_id = ? ORDER BY seat", game)
    assert ana.http.post("/yo/borrar", data=SURE).status_code == 303
    assert "Has ganado" in bea.look().state
    left = site.rows("SELECT player_id FROM seats WHERE game_id = ? ORDER BY seat", game)
    assert [player for (player,) in left] == [None, rows[1][0]]
    assert not ana.look().has("otra")


def test_an_invitation_that_nobody_took_goes(site: RunningSite, ana: Person) -> None:
    game = ana.make(modo="link", empieza="yo")
    ana.http.post("/yo/borrar", data=SURE)
    assert site.rows("SELECT id FROM games WHERE id = ?", game) == []


def test_a_browser_that_is_not_known_may_ask_too(ana: Person) -> None:
    page = ana.http.get("/yo").text
    assert 'id="vacio"' in page
    assert ana.http.post("/yo/borrar", data=SURE).status_code == 303


def test_nobody_deletes_from_another_site(site: RunningSite, ana: Person) -> None:
    win(ana)
    answer = ana.http.post("/yo/borrar", data=SURE, headers={"Origin": "https://example.org"})
    assert answer.status_code == 403
    assert total(ana) == 5
