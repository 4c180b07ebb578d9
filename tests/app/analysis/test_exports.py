"""What can be taken along: the animated drawing, the sheet, the embedded replay."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import httpx
import pytest

from app.analysis.film import film
from engines.core.match import Match
from tests.app.analysis.test_study import GUSANO, TIMBIRICHE, analysed, finished
from tests.engines.reviews import recorded

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("match", recorded(), ids=lambda match: match.to_text()[:50])
def test_a_film_shows_every_position_and_ends_with_the_last(match: Match) -> None:
    whole = film(match)
    for ply, state in enumerate(match.states):
        assert whole.at(ply) == frozenset(match.game.draw(state).shapes)
    last = [each.shape for each in whole.appearances if each.until is None]
    assert last == list(dict.fromkeys(match.game.draw(match.state).shapes))


@pytest.mark.parametrize("match", [GUSANO, TIMBIRICHE], ids=["gusano", "timbiriche"])
def test_the_drawing_stands_alone_and_without_motion_shows_the_end(web: httpx.Client, match: Match) -> None:
    answer = web.get(f"{finished(web, match)}/analisis/partida.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "script-src" not in answer.headers["content-security-policy"]
    root = ElementTree.fromstring(answer.text)
    assert not list(root.iter(f"{SVG}script"))
    assert "url(http" not in answer.text
    style = next(root.iter(f"{SVG}style")).text or ""
    assert "prefers-reduced-motion:reduce" in style
    hidden = set(re.findall(r"\.(f\d+-\d+)\{visibility:hidden", style))
    groups = {name for each in root.iter(f"{SVG}g") if (name := each.get("class", "")).startswith("f")}
    assert {name for name in groups if not name.endswith("x")} == hidden
    assert len(groups) > match.ply / 2
    marked = [each for each in root.iter() if "last" in each.get("class", "").split()]
    assert marked, "the last move is not marked"
    last = [each for each in root.iter(f"{SVG}g") if each.get("class") == f"f{match.ply}-x"]
    assert all(any(child is each for group in last for child in group.iter()) for each in marked)
    assert f".f{match.ply}-x{{animation:away" in style


def test_the_embedded_game_may_stand_anywhere_and_nothing_else_may(web: httpx.Client) -> None:
    path = analysed(web, GUSANO)
    with httpx.Client(base_url=web.base_url, trust_env=False) as fresh:
        answer = fresh.get(f"{path}/incrustar?jugada=5")
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers
    assert "x-frame-options" not in answer.headers
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    assert "<form" not in answer.text
    assert 'data-ply="5"' in answer.text
    for rest in ("", "/analisis", "/analisis/hoja", "/analisis/pregunta"):
        other = web.get(path + rest, follow_redirects=True)
        assert other.headers["x-frame-options"] == "DENY"
        assert "frame-ancestors 'none'" in other.headers["content-security-policy"]


def test_the_sheet_has_every_move_and_the_match_line(web: httpx.Client) -> None:
    page = web.get(f"{analysed(web, TIMBIRICHE)}/analisis/hoja").text
    printed = re.findall(r"<li><b>(\d+)\.</b> \S+ ([a-z0-9]+)", page)
    assert [(int(ply), move) for ply, move in printed] == list(enumerate(TIMBIRICHE.moves, start=1))
    assert TIMBIRICHE.to_text() in page
    assert page.count("<figure>") > 1
    assert re.search(r"<p>\d+ de [a-z]+ de \d{4} · ", page)


def test_the_line_is_the_match(web: httpx.Client) -> None:
    assert web.get(f"{finished(web, GUSANO)}/analisis/partida.txt").text == GUSANO.to_text() + "\n"
