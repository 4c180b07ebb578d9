from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter

from app.api import asked, told
from app.api.routes import router
from app.words import failures
from engines import registry
from tests.app.api.conftest import Json, make, play_out


def document(web: httpx.Client, language: str = "es") -> Json:
    found: Json = web.get(f"/api/openapi.json?lang={language}").json()
    return found


def operations(found: Json) -> Iterator[tuple[str, str, Json]]:
    for path, calls in found["paths"].items():
        for method, call in calls.items():
            yield method, path, call


def texts(node: Any) -> Iterator[str]:
    """Every text for people in an OpenAPI document."""
    if isinstance(node, list):
        for item in node:
            yield from texts(item)
    elif isinstance(node, dict):
        for key, value in node.items():
            if key in ("summary", "description") and isinstance(value, str):
                yield value
            elif key not in ("example", "examples"):
                yield from texts(value)


def test_every_level_that_a_game_has_is_named(web: httpx.Client) -> None:
    seats = document(web)["components"]["schemas"]["NewGame"]["properties"]["seats"]["description"]
    levels = {level.slug for game in registry.GAMES for level in game.levels}
    assert [level for level in sorted(levels) if level not in seats] == []


def test_every_call_is_described_with_its_errors(web: httpx.Client) -> None:
    found = document(web)
    calls = list(operations(found))
    assert len(calls) == len(router.routes)
    for method, path, call in calls:
        assert call["summary"], path
        assert call["description"], path
        assert {"422", "429"} <= set(call["responses"]), path
        assert ("404" in call["responses"]) == ("{" in path), path
        for status, answer in call["responses"].items():
            assert answer["description"], (method, path, status)
            if status >= "400":
                schema = answer["content"]["application/json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/Error"}, (method, path, status)
        needs_key = "security" in call
        assert needs_key == ("401" in call["responses"]) == ("403" in call["responses"]), path


def test_the_document_speaks_the_language_asked_for(web: httpx.Client) -> None:
    spanish, english = set(texts(document(web))), set(texts(document(web, "en")))
    assert len(spanish) == len(english) > 40
    assert spanish & english == set()


MODELS = {
    name: model
    for module in (asked, told)
    for name, model in vars(module).items()
    if isinstance(model, type) and issubclass(model, asked.Asked | told.Told)
}


@pytest.mark.parametrize("name", MODELS)
def test_the_examples_of_a_model_are_examples_of_it(name: str) -> None:
    model = MODELS[name]
    for field in model.model_fields.values():
        for example in field.examples or ():
            TypeAdapter(field.annotation).validate_python(example)


def test_an_answer_has_exactly_the_fields_of_its_description(web: httpx.Client) -> None:
    schemas = document(web)["components"]["schemas"]
    made, players = make(web)
    final = play_out(players)
    assert set(made) == set(schemas["MadeGame"]["properties"]) == set(schemas["MadeGame"]["required"])
    assert set(final) == set(schemas["GameState"]["properties"])


def test_the_page_shows_every_call_with_an_example(web: httpx.Client) -> None:
    page = web.get("/api/docs")
    assert page.status_code == 200
    for method, path, call in operations(document(web)):
        assert f"<code>{method.upper()} {path}</code>" in page.text
        assert f'id="{call["operationId"]}"' in page.text
    examples = re.findall(r"<pre[^>]*><code>(.*?)</code></pre>", page.text, re.DOTALL)
    assert len(examples) >= 13
    for example in examples:
        json.loads(example.replace("&#34;", '"'))


def test_the_page_asks_nothing_of_other_hosts_and_needs_no_script(web: httpx.Client) -> None:
    text = web.get("/api/docs").text
    assert re.findall(r'(?:src|href)="(?:https?:)?//', text) == []
    assert "<script>" not in text
    assert " style=" not in text


def test_the_page_is_whole_in_english_too(web: httpx.Client) -> None:
    page = web.get("/api/docs?lang=en")
    assert '<html lang="en"' in page.text
    for text in set(texts(document(web))):
        assert text not in page.text


def test_every_code_that_is_answered_has_words() -> None:
    for code, sentence in failures.SENTENCES.items():
        assert sentence({"number": 2, "seconds": 2}).endswith(
            (".", "»", "»."),
        ), code
    assert {failures.title(status) for status in failures.TITLES} != {""}
