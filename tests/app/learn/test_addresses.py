"""A lesson is its addresses: what each shows, where a click leads, and that looking changes nothing."""

from __future__ import annotations

import re
from html import unescape

import httpx
import pytest

from app.language import speaking
from app.learn.course import course_of
from app.learn.lesson import Place, reach, ways_out
from app.words.lessons import lesson_words
from engines import registry
from tests.running import RunningSite

ENTRIES = [entry.slug for entry, _ in registry.entries()]


def text(page: str, identity: str) -> str:
    """The words of an element; empty if there is none."""
    found = re.search(rf'<(\w+)[^>]* id="{identity}"[^>]*>(.*?)</\1>', page, re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[2])).split()) if found else ""


def look(client: httpx.Client, entry: str = "timbiriche", **query: str | int) -> httpx.Response:
    return client.get(f"/juegos/{entry}/aprender", params=query)


def learn_through(client: httpx.Client, entry: str, number: int, side: int) -> str:
    """Make the first right move until the step is done; the last page."""
    answer = look(client, entry, paso=number, lado=side)
    place = Place(entry=entry, number=number, side=side)
    for _ in range(12):
        reached = reach(place)
        if reached.done:
            return answer.text
        move = min(ways_out(course_of(entry).steps[number - 1], reached.match))
        query = {"paso": number, "lado": side, "jugadas": ".".join(place.moves), "jugada": move}
        answer = look(client, entry, **query)
        assert answer.status_code == 303
        moves = httpx.URL(answer.headers["location"]).params["jugadas"]
        place = Place(entry=entry, number=number, side=side, moves=tuple(moves.split(".")))
        answer = client.get(answer.headers["location"])
        assert text(answer.text, "veredicto")
    raise AssertionError("the step does not end")


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("entry", ENTRIES)
def test_a_whole_lesson_in_both_languages_and_from_both_sides(
    client: httpx.Client, entry: str, language: str
) -> None:
    client.cookies.set("idioma", language)
    side = int(language == "en")
    for number, words in enumerate(lesson_words(entry).steps, start=1):
        page = learn_through(client, entry, number, side)
        with speaking(language):
            assert text(page, "paso") == words.title()
            assert words.done is None or text(page, "veredicto").endswith(words.done())
        onward = re.search(r'id="siguiente" href="([^"]+)"', page)
        assert onward
        assert client.get(unescape(onward[1])).status_code == 200
    finish = look(client, entry, paso=6, lado=side)
    assert 'id="empezar-reto"' in finish.text


def test_looking_changes_nothing(site: RunningSite, client: httpx.Client) -> None:
    before = site.everything()
    for entry in ENTRIES:
        for number in range(1, 7):
            assert look(client, entry, paso=number).status_code == 200
    look(client, jugada="b1b2")
    look(client, jugada="a2a3")
    assert site.everything() == before


def test_a_right_move_leads_to_the_position_after_it(client: httpx.Client) -> None:
    answer = look(client, paso=1, jugada="b1b2")
    assert answer.headers["location"] == "/juegos/timbiriche/aprender?paso=1&jugadas=b1b2"


def test_a_wrong_move_changes_nothing_and_is_explained(client: httpx.Client) -> None:
    page = look(client, paso=3, jugada="a1a2").text
    assert text(page, "veredicto").startswith("Esa línea es")
    assert 'class="edge free choice wrong"' in page
    assert 'id="siguiente"' not in page
    for button in ("b-a1a2", "b-a2a3"):
        assert re.search(rf'id="{button}"(?![^>]*aria-disabled)', page)


def test_an_impossible_move_is_refused_in_the_words_of_the_game(client: httpx.Client) -> None:
    page = look(client, "gusano", paso=4, jugada="a2").text
    assert text(page, "veredicto") == "La casilla a2 no es vecina de la cabeza, que está en e2."


def test_the_first_of_two_clicks_is_a_draft(client: httpx.Client) -> None:
    answer = look(client, "ayu", paso=2, jugada="b2")
    assert answer.headers["location"] == "/juegos/ayu/aprender?paso=2&borrador=b2"
    page = client.get(answer.headers["location"]).text
    assert 'value="b2-c1"' in page
    other = look(client, "ayu", paso=2, jugada="b2-d1")
    assert other.headers["location"].endswith("borrador=d1"), "another stone is taken up instead"


@pytest.mark.parametrize(
    ("entry", "number", "click", "said"),
    [
        ("ayu", 2, "a1", "no hay ninguna piedra"),
        ("ayu", 2, "a2", "es de tu rival"),
        ("ayu", 3, "b2-d2", "se partiría"),
        ("ayu", 1, "a1-e4", "avanza un solo punto"),
        ("gyges", 2, "b6", "solo puedes mover las de la fila 1"),
        ("gyges", 1, "a1-a3", "cuenta exacta"),
        ("timbiriche", 3, "b3c3", "ya está"),
    ],
)
def test_each_wrong_click_is_explained_when_it_is_made(
    client: httpx.Client, entry: str, number: int, click: str, said: str
) -> None:
    answer = look(client, entry, paso=number, jugada=click)
    assert answer.status_code == 200
    assert said in text(answer.text, "veredicto")


def test_a_stone_that_cannot_be_used_may_be_taken_up_to_see_why(client: httpx.Client) -> None:
    answer = look(client, "ayu", paso=3, jugada="b2")
    assert answer.headers["location"].endswith("borrador=b2")
    assert 'value="b2-d2"' in client.get(answer.headers["location"]).text


def test_the_answer_is_not_in_the_page_unless_it_is_asked_for(client: httpx.Client) -> None:
    plain = look(client, "sueco", paso=2).text
    shown = look(client, "sueco", paso=2, pista="si").text
    assert " hint" not in plain
    assert re.findall(r'id="tablero-line-(\w+)" class="[^"]* hint"', shown) == ["c2c3"]


@pytest.mark.parametrize(
    "moves", ["zz", "b1b2.b1b2", "a2a3", "b1b2.b2c2.a2a3", "." * 500, "b1b2-b1b2", "ñ"], ids=len
)
def test_moves_that_were_never_made_lead_to_the_beginning_of_the_step(
    client: httpx.Client, moves: str
) -> None:
    answer = look(client, paso=1, jugadas=moves)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/juegos/timbiriche/aprender?paso=1"


def test_what_is_not_there_is_not_found(client: httpx.Client) -> None:
    assert look(client, "ajedrez").status_code == 404
    assert look(client, paso=7).status_code == 404
    assert look(client, paso=0).status_code == 422
    assert look(client, jugada="a" * 700).status_code == 422
    assert look(client, jugada="-", borrador="--", pista="no").status_code == 200


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_lesson_ends_with_a_game_against_the_computer(client: httpx.Client, entry: str) -> None:
    page = look(client, entry, paso=6).text
    form = re.search(r'<form class="answer".*?</form>', page, re.DOTALL)
    assert form
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0]))
    made = client.post(f"/juegos/{entry}", data={key: unescape(value) for key, value in fields.items()})
    assert made.status_code == 303
    game = client.get(made.headers["location"]).text
    assert "Fácil" in game


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_lesson_is_offered_wherever_a_game_is_introduced(client: httpx.Client, entry: str) -> None:
    link = f'href="/juegos/{entry}/aprender"'
    for address in ("/", f"/juegos/{entry}", f"/juegos/{entry}/reglas"):
        assert link in client.get(address).text, address
