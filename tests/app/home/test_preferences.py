"""Language and colours: chosen by a form, remembered by a cookie, back to the same page."""

import httpx
import pytest

from app.home.preferences import local_address
from tests.running import RunningSite


@pytest.mark.parametrize(
    "address", ["/", "/juegos/timbiriche?rows=3", "/p/abc?llave=x&jugada=2", "/a#b", "/juegos/x%0d%0ay"]
)
def test_addresses_of_this_site_are_kept(address: str) -> None:
    assert local_address(address) == address


@pytest.mark.parametrize(
    "address",
    ["", "//evil.example", "/\\evil.example", "https://evil.example", "evil", "/a\r\nX: y", "/\t/evil", "/ñ"],
)
def test_nobody_is_led_elsewhere(address: str) -> None:
    assert local_address(address) == "/"


def test_a_language_is_chosen_and_remembered(client: httpx.Client) -> None:
    assert '<html lang="es">' in client.get("/").text
    answer = client.post("/idioma", data={"idioma": "en", "volver": "/juegos/sueco?rows=3"})
    assert answer.status_code == 303
    assert answer.headers["location"] == "/juegos/sueco?rows=3"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    page = client.get("/")
    assert '<html lang="en">' in page.text
    assert page.headers["content-language"] == "en"
    assert "Cookie" in page.headers["vary"]
    client.post("/idioma", data={"idioma": "es"})
    assert '<html lang="es">' in client.get("/").text


def test_colours_are_chosen_and_remembered(client: httpx.Client) -> None:
    assert "data-theme" not in client.get("/").text
    client.post("/tema", data={"tema": "oscuro", "volver": "/"})
    page = client.get("/").text
    assert '<html lang="es" data-theme="dark">' in page
    assert 'value="oscuro" aria-pressed="true"' in page
    client.post("/tema", data={"tema": "claro"})
    assert 'data-theme="light"' in client.get("/").text
    client.post("/tema", data={"tema": "auto"})
    assert "data-theme" not in client.get("/").text


def test_a_kind_of_board_is_chosen_and_its_sheet_is_loaded_only_then(client: httpx.Client) -> None:
    page = client.get("/juegos/ayu").text
    assert "data-board" not in page
    assert "css/themes/" not in page
    for value, name in (("papel", "paper"), ("contraste", "contrast")):
        client.post("/tablero", data={"tablero": value})
        page = client.get("/juegos/ayu").text
        assert f'<html lang="es" data-board="{name}">' in page
        assert page.count("css/themes/") == 1
        assert f"css/themes/{name}.css" in page
        assert f'value="{value}" aria-pressed="true"' in client.get("/preferencias").text
    client.post("/tablero", data={"tablero": "clasico"})
    assert "data-board" not in client.get("/juegos/ayu").text


def test_sounds_are_loaded_only_where_they_are_chosen(client: httpx.Client) -> None:
    assert "sound.js" not in client.get("/preferencias").text
    assert 'value="no" aria-pressed="true"' in client.get("/preferencias").text
    client.post("/sonido", data={"sonido": "si"})
    assert "sound.js" in client.get("/juegos/ayu/aprender").text
    assert 'name="sonido" value="si" aria-pressed="true"' in client.get("/preferencias").text
    client.post("/sonido", data={"sonido": "no"})
    assert "sound.js" not in client.get("/juegos/ayu/aprender").text


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("/idioma", "idioma"),
        ("/tema", "tema"),
        ("/tablero", "tablero"),
        ("/sonido", "sonido"),
        ("/cifras", "cifras"),
    ],
)
def test_other_values_are_refused(client: httpx.Client, path: str, field: str) -> None:
    assert client.post(path, data={field: "fr"}).status_code == 422
    assert client.post(path, data={}).status_code == 422
    assert client.get("/").status_code == 200


def test_the_way_back_keeps_the_whole_address(client: httpx.Client) -> None:
    page = client.get("/juegos/timbiriche?rows=3&cols=5").text
    assert page.count('name="volver" value="/juegos/timbiriche?rows=3&amp;cols=5"') == 2


def test_other_sites_cannot_choose(site: RunningSite) -> None:
    answer = site.client().post(
        "/idioma", data={"idioma": "en"}, headers={"Origin": "https://elsewhere.example"}
    )
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers
