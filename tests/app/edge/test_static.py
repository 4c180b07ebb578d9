from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from app.edge.static import StaticTree, squeeze
from app.pages import static_files
from app.settings import own_path

NAME = "css/site.css"
TEMPLATES = sorted(own_path("templates").rglob("*.html"))
IMPORTED = re.compile('@import "([^"]+)"')


def test_a_file_of_today_may_be_kept_for_ever(client: httpx.Client) -> None:
    answer = client.get(static_files().url(NAME))
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"].startswith("text/css")
    assert "content-language" not in answer.headers
    assert "Cookie" not in answer.headers.get("vary", "")


def test_an_old_page_gets_the_file_of_today_but_does_not_keep_it(client: httpx.Client) -> None:
    answer = client.get(f"/a/0123456789ab/{NAME}")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        "/a/",
        "/a/x",
        "/a/x/nada.css",
        "/a/x/../../pyproject.toml",
        "/a/x/%2e%2e/%2e%2e/pyproject.toml",
        "/a/x//etc/passwd",
        "/a/x/css",
        "/a/x/%00",
        "/a/x/" + "y" * 5_000,
    ],
)
def test_what_is_no_file_is_not_found(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "<h1>" in answer.text


def test_every_file_a_page_names_is_there(client: httpx.Client) -> None:
    named = set(re.findall(r'(?:href|src)="(/a/[^"]+)"', client.get("/").text))
    assert named
    for address in named:
        assert client.get(address).headers["cache-control"].endswith("immutable"), address


def test_any_change_in_the_folder_changes_every_address(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("a{}")
    before = StaticTree(tmp_path).url("a.css")
    assert StaticTree(tmp_path).url("a.css") == before
    (tmp_path / "b.svg").write_text("<svg/>")
    assert StaticTree(tmp_path).url("a.css") != before
    with pytest.raises(KeyError):
        StaticTree(tmp_path).url("c.css")


def test_style_sheets_and_scripts_travel_without_comments_and_indentation(client: httpx.Client) -> None:
    written = own_path("static").joinpath(NAME).read_text("utf-8")
    answer = client.get(static_files().url(NAME))
    assert answer.text == squeeze(written)
    assert len(answer.text) < 0.9 * len(written)
    assert "/*" not in answer.text
    again = client.get(static_files().url(NAME), headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


def test_a_style_sheet_travels_with_those_that_it_imports_in_their_places(client: httpx.Client) -> None:
    answer = client.get(static_files().url("css/game.css")).text
    parts = IMPORTED.findall(own_path("static").joinpath("css/game.css").read_text("utf-8"))
    assert "game/page.css" in parts
    assert answer == "".join(static_files().text(f"css/{part}") for part in parts)
    assert "@import" not in answer


def test_a_style_sheet_that_is_imported_names_no_file_beside_it() -> None:
    """The browser would look for it beside the sheet that imports."""
    folder = own_path("static")
    for sheet in folder.rglob("*.css"):
        for part in IMPORTED.findall(sheet.read_text("utf-8")):
            assert not re.search(r'url\("?[^"#/]', (sheet.parent / part).read_text("utf-8")), part


def test_every_style_sheet_is_linked_or_imported() -> None:
    folder = own_path("static")
    named = {*re.findall('static_url\\("([^"]+)"', "".join(each.read_text("utf-8") for each in TEMPLATES))}
    for sheet in folder.rglob("*.css"):
        parts = IMPORTED.findall(sheet.read_text("utf-8"))
        named |= {(sheet.parent / part).relative_to(folder).as_posix() for part in parts}
    chosen = ("css/boards", "css/themes")  # by the game that is shown, and by who looks
    sheets = {sheet.relative_to(folder).as_posix() for sheet in folder.rglob("*.css")}
    assert {sheet for sheet in sheets - named if not sheet.startswith(chosen)} == set()


def test_what_only_looks_like_a_comment_stays() -> None:
    script = 'const a = "x"; // why\n  /* about\n     this */\n  // and that\n\n  const b = "//host/*";\n'
    assert squeeze(script) == 'const a = "x"; // why\nconst b = "//host/*";\n'


@pytest.mark.parametrize("name", sorted(name for name in static_files().names if name.endswith(".js")))
def test_no_text_of_a_script_spans_lines(name: str) -> None:
    """Or its indentation would be part of it."""
    if ".min." not in name:
        lines = own_path("static").joinpath(name).read_text("utf-8").splitlines()
        assert [line for line in lines if line.count("`") % 2] == []
