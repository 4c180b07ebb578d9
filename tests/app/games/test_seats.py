"""Who holds a seat, and which link gives what."""

from __future__ import annotations

import re

import pytest

from tests.people import Person, two_at_a_table
from tests.running import RunningSite

PREVIEWS = ("WhatsApp/2", "TelegramBot (like TwitterBot)", "Slackbot-LinkExpanding 1.0")


@pytest.mark.parametrize("agent", PREVIEWS)
def test_opening_a_link_never_takes_a_seat(ana: Person, site: RunningSite, agent: str) -> None:
    """Pitfall 8: previews and scanners open links."""
    game = ana.make(modo="link")
    before = site.everything()
    visitor = site.client(headers={"User-Agent": agent})
    for path in ("", "/tablero", "/compartir", "/sentarse", "/enlace", "/revancha", "/jugadas"):
        for method in ("GET", "HEAD"):
            assert visitor.request(method, f"/p/{game}{path}").status_code in (200, 405)
    assert site.everything() == before


def test_whoever_opens_the_link_is_offered_the_free_seat(ana: Person, bea: Person, eva: Person) -> None:
    game = ana.make(modo="link")
    assert bea.open(game).has("sentarse")
    assert not ana.look().has("sentarse")
    bea.sit()
    assert not bea.look().has("sentarse")
    assert not eva.open(game).has("sentarse")


def test_later_visitors_watch_and_are_told_so(ana: Person, bea: Person, eva: Person) -> None:
    eva.open(two_at_a_table(ana, bea))
    page = eva.send("/sentarse", scripted=False)
    assert page.status == 409
    assert page.explanation == "Ya no queda ningún sitio libre. Puedes mirar."


def test_sitting_down_twice_keeps_the_one_seat(ana: Person, bea: Person) -> None:
    game = ana.make(modo="link")
    bea.open(game)
    bea.sit()
    bea.sit()
    ana.send("/sentarse")
    held = ana.site.rows("SELECT player_id FROM seats WHERE game_id = ?", game)
    assert len({who for (who,) in held}) == 2


def test_sitting_down_changes_the_revision_and_not_the_version(ana: Person, bea: Person) -> None:
    game = two_at_a_table(ana, bea)
    assert ana.site.rows("SELECT version, revision FROM games WHERE id = ?", game) == [(0, 1)]
    assert ana.play("a1b1", version=0).status == 200


def test_where_cookies_are_blocked_the_seat_is_held_by_its_link(ana: Person, site: RunningSite) -> None:
    """Pitfall 7."""
    game = ana.make(modo="link", empieza="rival")
    bea = Person(site, keeps_cookies=False)
    bea.open(game)
    bea.sit()
    assert bea.key is not None
    assert bea.play("a1b1").status == 200
    assert f'name="llave" value="{bea.key}"' in bea.look().html


def test_a_private_link_opens_the_seat_on_another_device(ana: Person, bea: Person, eva: Person) -> None:
    two_at_a_table(ana, bea)
    page = ana.send("/enlace", scripted=False)
    link = re.search(rf'value="(http://[^"]*/p/{ana.game}\?llave=([\w-]+))"', page.html)
    assert link
    assert "<svg" in page.html
    eva.open(ana.game, link[2])
    assert eva.look().state.startswith("Te toca.")
    assert eva.play("a1b1").status == 200
    assert ana.look().moves == ["a1b1"]


def test_the_key_itself_is_not_kept(ana: Person) -> None:
    ana.make(modo="screen")
    page = ana.send("/enlace", scripted=False)
    key = re.search(r"llave=([\w-]+)", page.html)
    assert key
    assert len(key[1]) >= 22
    assert key[1] not in ana.site.everything()


def test_two_tabs_with_two_keys_in_one_browser_stay_two_players(ana: Person) -> None:
    """Pitfall 6: the seat comes from the request's own key, also where the cookie holds the other one."""
    game = ana.make(modo="link", empieza="yo")
    made = ana.http.post(f"/api/v1/games/{game}/join")
    assert made.status_code == 200, made.text
    tab = Person(ana.site)
    tab.http = ana.http
    tab.open(game, made.json()["seat_token"])
    assert tab.look().free == []
    assert tab.play("a1b1", version=0).status == 409
    assert ana.play("a1b1", version=0).status == 200
    assert tab.look().state.startswith("Te toca.")
    assert ana.play("b1c1", version=1).status == 409
    assert tab.play("b1c1", version=1).status == 200


def test_a_wrong_key_is_nobody_even_in_the_browser_of_a_player(ana: Person, bea: Person) -> None:
    two_at_a_table(ana, bea)
    for key in ("wrong", "ñ" * 30, "x" * 200):
        ana.key = key
        page = ana.look()
        assert page.free == []
        assert page.explanation.startswith("Este enlace privado no abre ningún sitio")
        assert ana.play("a1b1", version=0).status == 403
    ana.key = None
    assert not ana.look().has("explicacion")


def test_a_key_opens_the_game_it_was_made_for_only(ana: Person, bea: Person) -> None:
    first = ana.make_from("timbiriche rows=2 cols=2", "person", "person")
    key = ana.key
    other = bea.make(modo="screen")
    ana.open(other, key)
    assert ana.play("a1b1", version=0).status == 403
    assert first != other


def test_what_every_copied_link_may_do(ana: Person, bea: Person, eva: Person, newcomer: object) -> None:
    """Pitfall 9: a watcher's «copy link» must not hand out a player's link."""
    game = two_at_a_table(ana, bea)
    private = re.search(r"llave=([\w-]+)", ana.send("/enlace", scripted=False).html)
    assert private
    holder = Person(ana.site)
    holder.open(game, private[1])
    eva.open(game)
    for person in (ana, bea, holder, eva):
        share = person.look("/compartir")
        links = set(re.findall(r'(?:value|data-share)="(http[^"]+)"', share.html))
        assert links == {f"{ana.site.address}/p/{game}"}
        assert "<svg" in share.html
    assert "llave" not in eva.look().html
    assert "llave" not in ana.look().html


def test_a_watcher_gets_no_private_link(ana: Person, bea: Person, eva: Person) -> None:
    eva.open(two_at_a_table(ana, bea))
    before = ana.site.everything()
    assert eva.send("/enlace").status == 403
    assert ana.site.everything() == before


def test_unfinished_games_are_offered_on_the_front_page_of_their_players(
    ana: Person, bea: Person, eva: Person
) -> None:
    game = two_at_a_table(ana, bea)
    link = f'href="/p/{game}"'
    assert [link in person.http.get("/").text for person in (ana, bea, eva)] == [True, True, False]
    assert "Te toca" in ana.http.get("/").text
    ana.send("/rendirse")
    assert link not in ana.http.get("/").text
