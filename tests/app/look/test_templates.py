"""Templates: what search engines may keep, and what is written without being escaped."""

from __future__ import annotations

import re

from app.settings import own_path

FOLDER = own_path("templates")
WRITTEN = {
    path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(FOLDER.rglob("*"))
    if path.is_file()
}
FOR_ALL = {
    *(
        "home/home.html",
        "home/glossary.html",
        "home/preferences.html",
        "games/setup.html",
        "rules/_frame.html",
    ),
    *("learn/page.html", "learn/challenge.html", "editor/page.html", "offline/table.html", "api/docs.html"),
    *("challenges/page.html", "challenges/archive.html", "challenges/waiting.html"),
    *("classes/find.html", "classes/new.html", "classes/privacy.html", "classes/deleted.html"),
}
"""Pages at addresses that anybody may know; all others are somebody's game, class, history or mistake."""


def test_pages_that_are_somebody_s_are_for_no_search_engine() -> None:
    whole = {
        name
        for name, text in WRITTEN.items()
        if name.endswith(".html") and name != "base.html" and re.search(r"<html|\{% extends \"base", text)
    }
    assert whole - {name for name in whole if 'content="noindex"' in WRITTEN[name]} == FOR_ALL


def test_nothing_but_styles_and_examples_of_moves_is_written_as_it_is() -> None:
    found = {
        (name, line.strip()[:42])
        for name, text in WRITTEN.items()
        for line in text.splitlines()
        if re.search(r"\|\s*safe\b", line)
    }
    assert found == {
        ("previews/picture.svg", '<style>{{ styles|replace("</", "")|safe }}'),
        ("analysis/film.svg", '{{ styles|replace("</", "")|safe }}'),
        ("rules/ayu.html", '<p class="prose">{% trans example="<code>b'),
        ("rules/timbiriche.html", '<p class="prose">{% trans example="<code>b'),
    }
