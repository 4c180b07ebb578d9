"""The page for schools says what is kept: every table and every cookie, and for how long."""

from __future__ import annotations

from http.cookies import SimpleCookie

import httpx

from app.database import Base
from tests.app.classes.conftest import words
from tests.running import RunningSite

TABLES = {
    "assignments": "los retos",
    "attempts": "De los retos, qué partidas los jugaron",
    "challenges": "Los retos de cada día se quedan",
    "class_tries": "sus intentos",
    "classes": "su nombre, su zona horaria",
    "events": "las jugadas y su hora",
    "games": "el tablero, las jugadas",
    "hints": "las pistas",
    "league_players": "quién participa y si está presente",
    "league_seats": "quién jugó con quién",
    "leagues": "De las ligas de la clase",
    "player_keys": "El enlace secreto, las claves y las frases se guardan cifrados",
    "pupil_keys": "El enlace secreto, las claves y las frases se guardan cifrados",
    "pupils": "un alias inventado",
    "reviews": "El análisis de una partida se guarda sin decir quién la jugó",
    "seat_keys": "la clave de un enlace privado, cifrada",
    "seats": "quién se sentó en cada sitio",
}
"""The words by which the page tells of each table."""

COOKIES = {
    "jugador": "un número al azar para reconocerte",
    "idioma": "idioma",
    "tema": "colores",
    "tablero": "tablero",
    "sonido": "sonidos",
    "cifras": "cifras",
    "ayuda": "ayuda",
    "pasos": "pasos",
    "lecciones": "las lecciones que hayas hecho",
}


def test_every_table_is_told_of(site: RunningSite) -> None:
    page = words(site.client().get("/privacidad").text)
    assert set(TABLES) == set(Base.metadata.tables)
    assert {name: told for name, told in TABLES.items() if told not in page} == {}


def test_every_cookie_is_told_of(site: RunningSite) -> None:
    http = site.client()
    page = words(http.get("/privacidad").text)
    given: set[str] = set()

    def note(answer: httpx.Response) -> None:
        for header in answer.headers.get_list("set-cookie"):
            given.update(SimpleCookie(header))

    http.event_hooks = {"response": [note]}
    for name, value in (
        ("idioma", "es"),
        ("tema", "oscuro"),
        ("tablero", "papel"),
        ("sonido", "si"),
        ("cifras", "si"),
    ):
        http.post(f"/{name}", data={name: value, "volver": "/"})
    made = http.post("/juegos/timbiriche", data={"rows": "2", "cols": "2", "modo": "screen"})
    game = made.headers["location"].partition("?")[0]
    http.post(f"{game}/ayuda", data={"ayuda": "si"})
    http.post(f"{game}/pasos", data={"pasos": "si"})
    assert given == set(COOKIES) - {"lecciones"}
    assert {name: told for name, told in COOKIES.items() if told not in page} == {}


def test_the_page_tells_the_times_that_are_set(site: RunningSite) -> None:
    page = words(site.client().get("/privacidad").text)
    settings = site.app.state.site.settings
    assert f"se borran a los {settings.keep_unfinished_days} días" in page
    assert f"las terminadas, a los {settings.keep_finished_days}." in page
    assert f"se borra sola a los {settings.keep_classes_days} días" in page
