"""The board editor: its address is the board, a click leads to another address, bad boards are refused."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from html import unescape
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest

from app.editor.boards import Edited, clicked, fitted, read
from app.editor.thinking import Thinking, Verdict
from engines import registry
from tests.app.api.conftest import warm_engines, warm_site
from tests.running import RunningSite

__all__ = ["warm_engines"]
EDITOR = "/juegos/gusano/editor"


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory, warm_engines: None) -> Iterator[RunningSite]:
    with warm_site(tmp_path_factory.mktemp("editor")) as site:
        yield site


def click(board: Edited, tool: str, *cells: str, worth: str = "3") -> Edited:
    for cell in cells:
        board = clicked(read({**board.settings, "herramienta": tool, "valor": worth}), cell)
    return board


# Boards


def test_without_an_address_there_is_an_empty_board() -> None:
    board = read({})
    assert board.problem is None
    assert board.random_start
    assert board.board == "board=square4 rows=5 cols=5"
    assert len(board.cells) == 25


@pytest.mark.parametrize("offered", registry.entry("gusano")[1].offered, ids=lambda each: each["board"])
def test_every_kind_of_board_can_be_edited(offered: dict[str, str]) -> None:
    board = read(offered)
    assert board.problem is None
    first, last = board.cells[0].name, board.cells[-1].name
    changed = click(click(click(board, "obstaculo", last), "valor", first, worth="-4"), "salida", first)
    assert changed.problem is None
    assert registry.read_match(changed.line).setup["blocked"] == last
    assert registry.read_match(changed.line).setup["values"] == f"{first}:-4"
    assert registry.read_match(changed.line).setup["start"] == first


def test_an_address_leads_back_to_its_board() -> None:
    board = click(click(read({"board": "torus"}), "valor", "b2", "c3"), "salida", "a1")
    again = read(dict(parse_qsl(urlsplit(board.with_tool()).query)))
    assert again == board


def test_tools_do_and_undo() -> None:
    board = read({"rows": "3", "cols": "3"})
    assert click(board, "obstaculo", "b2").settings["blocked"] == "b2"
    assert click(board, "obstaculo", "b2", "b2").settings["blocked"] == ""
    assert click(board, "valor", "b2").settings["values"] == "b2:3"
    assert click(board, "valor", "b2", "b2").settings["values"] == ""
    assert click(board, "salida", "b2").settings["start"] == "b2"
    assert click(board, "salida", "b2", "b2").random_start
    full = click(click(board, "valor", "a1"), "obstaculo", "c3")
    assert click(full, "goma", "a1", "c3").board == board.board
    assert click(full, "goma", "z9").board == full.board


def test_one_cell_is_not_two_things() -> None:
    board = read({"rows": "3", "cols": "3"})
    assert click(click(board, "salida", "b2"), "obstaculo", "b2").random_start
    assert click(click(board, "obstaculo", "b2"), "salida", "b2").settings["blocked"] == ""
    assert click(click(board, "valor", "b2"), "obstaculo", "b2").settings["values"] == ""
    assert click(click(board, "obstaculo", "b2"), "valor", "b2").settings["blocked"] == ""
    assert click(click(board, "valor", "b2"), "salida", "b2").settings["values"] == "b2:3"


def test_the_last_free_cell_cannot_be_blocked_without_a_word() -> None:
    names = [cell.name for cell in read({"board": "cube"}).cells]
    board = click(read({"board": "cube"}), "obstaculo", *names)
    assert board.problem == "Todas las casillas están bloqueadas: deja libre al menos una."


def test_another_size_keeps_the_cells_that_are_still_there() -> None:
    sent = {"rows": "3", "cols": "3", "blocked": "a1,e5", "values": "b2:4,d4:2", "start": "e1"}
    board = fitted(sent)
    assert board.problem is None
    assert board.board == "board=square4 rows=3 cols=3 blocked=a1 values=b2:4"
    assert fitted({**sent, "board": "football"}).board == "board=football"


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"board": "pentagon"}, "pentagon"),
        ({"rows": "11"}, "3..10"),
        ({"cols": "2"}, "3..10"),
        ({"rows": "dos"}, "«dos»"),
        ({"board": "hex", "side": "7"}, "2..6"),
        ({"start": "a1", "blocked": "a1"}, "«a1» está bloqueada"),
        ({"start": "f1"}, "a1..e5"),
        ({"blocked": "a9"}, "«a9»"),
        ({"blocked": "todo"}, "«todo»"),
        ({"values": "a1:100"}, "-9..99"),
        ({"values": "a1:1.5"}, "-9..99"),
        ({"board": "tetrahedron", "blocked": "1,2,3,4"}, "deja libre al menos una"),
    ],
)
def test_bad_boards_are_refused_with_the_reason(
    client: httpx.Client, sent: dict[str, str], said: str
) -> None:
    answer = client.get(EDITOR, params=sent)
    assert answer.status_code == 422
    found = re.search(r'role="alert" id="problema">(.*?)</p>', answer.text, re.DOTALL)
    assert found
    assert said in unescape(found[1])
    assert client.get(EDITOR + "/valor", params=sent).status_code == 204


@pytest.mark.parametrize(
    "junk", ["board=" + "x" * 5_000, "valor=99999", "herramienta=nada", "start=%F0", "casilla=z"]
)
def test_junk_is_no_failure(client: httpx.Client, junk: str) -> None:
    answer = client.get(f"{EDITOR}?{junk}", follow_redirects=True)
    assert answer.status_code in (200, 422)


# Pages


def test_a_click_leads_to_the_changed_board(client: httpx.Client) -> None:
    answer = client.get(
        EDITOR, params={"rows": "3", "cols": "3", "herramienta": "valor", "valor": "7", "casilla": "b2"}
    )
    assert answer.status_code == 303
    query = dict(parse_qsl(urlsplit(answer.headers["location"]).query))
    assert query == {
        "board": "square4", "rows": "3", "cols": "3", "values": "b2:7", "herramienta": "valor", "valor": "7",
    }  # fmt: skip
    page = client.get(answer.headers["location"]).text
    assert "b2: libre, vale 7" in page
    assert 'value="gusano board=square4 rows=3 cols=3 values=b2:7"' in page


def test_the_board_can_be_played_on(client: httpx.Client) -> None:
    page = client.get(EDITOR, params={"board": "hex", "side": "2", "blocked": "b2", "start": "a1"}).text
    link = re.search(r'id="jugarlo" href="([^"]+)"', page)
    assert link
    address = unescape(link[1])
    form = client.get(address)
    assert form.status_code == 200
    assert 'value="board=hex side=2 start=a1 blocked=b2" checked' in form.text
    board = dict(parse_qsl(urlsplit(address).query))["tablero"]
    made = client.post("/juegos/gusano", data={"tablero": board, "modo": "screen"})
    assert made.status_code == 303
    assert "b2: bloqueada" in client.get(made.headers["location"]).text


# Worth


def told(site: RunningSite, **board: str) -> list[dict[str, object]]:
    with site.client() as web:
        answer = web.get(EDITOR + "/valor", params=board)
    return [json.loads(line) for line in answer.text.splitlines()]


def test_the_exact_worth_is_told_and_who_is_better_off(warm: RunningSite) -> None:
    verdicts = told(warm, rows="3", cols="3", start="c1")
    assert verdicts[-1] == {
        "text": "Con el mejor juego de los dos, el gusano consigue 9 puntos: valor exacto."
        " Favorece al gusano: pasa de la mitad de su techo, que es 9.",
        "done": True,
    }
    bird = told(warm, board="knight", rows="4", cols="4", start="b2")
    assert "Favorece al pájaro: el gusano no llega a la mitad" in str(bird[-1]["text"])
    even = told(warm, rows="3", cols="3", start="a2", blocked="c2")
    assert "Está equilibrado: el gusano consigue la mitad de su techo" in str(even[-1]["text"])


def test_a_page_without_scripts_works_it_out_too(warm: RunningSite) -> None:
    with warm.client() as web:
        page = web.get(EDITOR, params={"rows": "3", "cols": "3", "start": "c1", "calcular": "si"}).text
    assert "el gusano consigue 9 puntos: valor exacto" in page


def test_without_compiled_engines_it_says_so(site: RunningSite) -> None:
    assert "aún se está preparando" in str(told(site, start="a1")[-1]["text"])


def test_another_board_cancels_the_search_before_it(warm: RunningSite) -> None:
    workers = warm.app.state.site.workers
    thinking = Thinking(workers)
    hard = registry.read_match("gusano board=square8 rows=10 cols=10 start=e5").setup
    easy = registry.read_match("gusano rows=3 cols=3 start=c1").setup

    async def all_of(stream: AsyncIterator[Verdict]) -> list[Verdict]:
        return [verdict async for verdict in stream]

    async def both() -> tuple[list[Verdict], list[Verdict]]:
        slow = asyncio.create_task(all_of(thinking.verdicts("ana", hard, (600.0,))))
        while not thinking._running:
            await asyncio.sleep(0.01)
        quick = await all_of(thinking.verdicts("ana", easy, (600.0,)))
        return await slow, quick

    cancelled, found = asyncio.run(both())
    assert cancelled == []
    assert found[-1].done
    assert thinking._running == {}


def test_a_board_too_hard_is_bounded_not_guessed(warm: RunningSite) -> None:
    thinking = Thinking(warm.app.state.site.workers)
    hard = registry.read_match("gusano board=square8 rows=10 cols=10 start=e5").setup

    async def verdicts() -> list[Verdict]:
        return [verdict async for verdict in thinking.verdicts("bea", hard, (0.05, 0.1))]

    first, last = asyncio.run(verdicts())
    assert first.text.startswith("Pensando: el gusano consigue entre ")
    assert not first.done
    assert last.text.startswith("No se ha podido demostrar en este tiempo")
    assert last.done
