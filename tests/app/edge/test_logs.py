from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.edge.logs import JsonLines, configuration, without_secrets
from tests.app.api.conftest import make, play_out
from tests.app.games.test_computer import no_thread_free
from tests.people import Person, two_at_a_table
from tests.running import RunningSite, eventually


class Kept(logging.Handler):
    """Keeps every record as the line that a server would write."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonLines())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith("http"):  # the client's own lines
            self.lines.append(self.format(record))


@pytest.fixture
def written() -> Iterator[list[str]]:
    handler, root, level = Kept(), logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield handler.lines
    root.removeHandler(handler)
    root.setLevel(level)


def requests(lines: list[str]) -> list[dict[str, Any]]:
    return [line for line in map(json.loads, lines) if line["logger"] == "ingenio.request"]


def test_every_request_is_one_line(tmp_path: Path, written: list[str]) -> None:
    with RunningSite(tmp_path) as site, site.client() as client:
        answer = client.get("/p/aaaaaaaaaaaa?jugada=3")
        client.get("/nada?x=1")
    first, second = requests(written)
    assert first["request"] == answer.headers["x-request-id"]
    assert (first["method"], first["route"], first["status"]) == ("GET", "/p/{game_id}", 404)
    assert first["game"] == "aaaaaaaaaaaa"
    assert first["milliseconds"] >= 0
    assert (second["route"], second["path"]) == ("unmatched", "/nada")


def test_a_stream_s_line_has_the_id_that_its_answer_tells(tmp_path: Path, written: list[str]) -> None:
    with RunningSite(tmp_path) as site, site.client() as web:
        made, players = make(web)
        with web.stream("GET", f"/p/{made['id']}/vivo") as answer:
            lines = answer.iter_lines()
            next(lines)
            asked = answer.headers["x-request-id"]
            play_out(players)
            assert "event: fin" in list(lines)
        eventually(lambda: [each for each in requests(written) if each["request"] == asked])
    (line,) = (each for each in requests(written) if each["request"] == asked)
    assert (line["route"], line["status"]) == ("/p/{game_id}/vivo", 200)


def test_what_is_done_in_the_background_names_the_request_that_asked_for_it(
    tmp_path: Path, written: list[str]
) -> None:
    """Here a plainer level answers a move, because no thread is free for the one that was asked for."""
    with (
        RunningSite(tmp_path, answer_seconds=0.3, thinking_threads=1) as site,
        no_thread_free(site),
        site.client() as web,
    ):
        _, (player,) = make(web, "timbiriche rows=2 cols=2", "person", "computer:medio")
        answer = player.move("a1b1", 0)
        eventually(lambda: player.state["version"] == 2)
    (told,) = (line for line in map(json.loads, written) if line["logger"] == "ingenio.computer")
    assert told["message"] == "a plainer level answers"
    assert told["request"] == answer.headers["x-request-id"]


def test_no_key_is_ever_written(tmp_path: Path, written: list[str]) -> None:
    with RunningSite(tmp_path) as site, site.client() as web:
        _, (first, second) = make(web)
        first.move("a1b1", 0)
        second.ask("join")
        nosy = Person(site, keeps_cookies=False)
        two_at_a_table(Person(site), nosy)
        nosy.look()
        nosy.look("/tablero")
        nosy.play("a1b1", 0)
        secrets = [str(first.token), str(second.token), str(nosy.key)]
        for secret in secrets:
            web.get(f"/nada?llave={secret}")
            web.get(f"/p/aaaaaaaaaaaa/compartir?llave={secret}")
    everything = "\n".join(written)
    assert len(requests(written)) > 10
    assert all(len(secret) > 20 and secret not in everything for secret in secrets)
    assert "jugador=" not in everything


def test_keys_are_blotted_out_of_any_text() -> None:
    for text in (
        "GET /p/abc?llave=SECRETO&jugada=3",
        "Authorization: Bearer SECRETO",
        "authorization: bearer SECRETO",
        "GET /profe/SECRETO/liga?liga=3",
        '{"seat_token": "SECRETO"}',
        "{'seat_token': 'SECRETO'}",
        "<a href='/p/abc?llave=SECRETO'>",
    ):
        assert "SECRETO" not in without_secrets(text)
        assert "***" in without_secrets(text)


def test_a_traceback_is_one_line_without_keys() -> None:
    try:
        raise ValueError("llave=SECRETO")
    except ValueError:
        record = logging.makeLogRecord({"msg": "oh", "exc_info": sys.exc_info(), "game": "x"})
    line = JsonLines().format(record)
    assert "\n" not in line
    assert "SECRETO" not in line
    assert json.loads(line)["game"] == "x"
    assert "ValueError" in json.loads(line)["traceback"]


def test_the_server_s_own_lines_are_json_too(tmp_path: Path) -> None:
    script = (
        "import json, logging.config, sys\n"
        "from app.edge.logs import configuration\n"
        "logging.config.dictConfig(configuration())\n"
        "logging.getLogger('uvicorn.error').info('started %s', 'llave=SECRETO')\n"
        "logging.getLogger('uvicorn.access').info('GET /p/abc?llave=SECRETO')\n"
        "logging.getLogger('ingenio.request').info('served', extra={'status': 200})\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True
    )
    lines = [json.loads(line) for line in ran.stderr.splitlines()]
    assert [line["logger"] for line in lines] == ["uvicorn.error", "ingenio.request"]
    assert lines[0]["message"] == "started llave=***"
    assert lines[1]["status"] == 200


def test_the_level_can_be_set() -> None:
    assert configuration("ERROR")["loggers"]["ingenio"]["level"] == "ERROR"
