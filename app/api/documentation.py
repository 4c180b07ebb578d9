"""The API's description: the OpenAPI document in the language asked for, and a page made from it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from app.language import N_, gettext

API_VERSION: Final = "1.0.0"
_SPOKEN: Final = frozenset({"title", "summary", "description"})

TITLE: Final = N_("La API de Ingenio")
INTRODUCTION: Final = N_(
    "Crea partidas, juega y sigue lo que pasa desde un programa. Todo es JSON; la lengua de los mensajes se "
    "pide con «Accept-Language» o «?lang=». Para actuar por un asiento se envía su clave: "
    "«Authorization: Bearer CLAVE»."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldNote:
    """One value of a request or an answer. `kind` is a JSON type, with its choices where it has some."""

    name: str
    kind: str
    required: bool
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyNote:
    """A body: an example as JSON text, and its fields."""

    example: str | None
    fields: tuple[FieldNote, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerNote:
    """What may be answered with one status."""

    status: str
    text: str
    body: BodyNote | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One call of the API."""

    anchor: str
    method: str
    path: str
    summary: str
    text: str
    secured: bool
    parameters: tuple[FieldNote, ...]
    body: BodyNote | None
    answers: tuple[AnswerNote, ...]


def operation_id(route: APIRoute) -> str:
    """What a call is called in the document."""
    return route.name.replace("_", "-")


def document(routes: Sequence[BaseRoute]) -> dict[str, Any]:
    """The OpenAPI document of `routes`, its texts in the current language."""
    plain = get_openapi(title=TITLE, version=API_VERSION, description=INTRODUCTION, routes=routes)
    spoken: dict[str, Any] = _translated(plain)
    return spoken


def _translated(node: Any, in_names: bool = False) -> Any:
    """The node with every text for people translated; the names of properties are no texts."""
    if isinstance(node, list):
        return [_translated(item) for item in node]
    if not isinstance(node, dict):
        return node
    return {
        key: gettext(value)
        if key in _SPOKEN and isinstance(value, str) and value and not in_names
        else _translated(value, in_names=key == "properties")
        for key, value in node.items()
        if key not in ("example", "examples")
    } | {key: node[key] for key in ("example", "examples") if key in node}


def operations(spoken: Mapping[str, Any]) -> tuple[Operation, ...]:
    """The calls of an OpenAPI document, ready to be shown."""
    schemas = spoken.get("components", {}).get("schemas", {})
    return tuple(
        Operation(
            anchor=call["operationId"],
            method=method.upper(),
            path=path,
            summary=call["summary"],
            text=call.get("description", ""),
            secured="security" in call,
            parameters=tuple(_parameter(each, schemas) for each in call.get("parameters", ())),
            body=_body(call.get("requestBody", {}), schemas),
            answers=tuple(
                AnswerNote(status=status, text=answer["description"], body=_body(answer, schemas))
                for status, answer in sorted(call["responses"].items())
            ),
        )
        for path, calls in spoken["paths"].items()
        for method, call in calls.items()
    )


def _parameter(parameter: Mapping[str, Any], schemas: Mapping[str, Any]) -> FieldNote:
    return FieldNote(
        name=parameter["name"],
        kind=_kind(parameter["schema"], schemas),
        required=parameter.get("required", False),
        text=parameter.get("description", ""),
    )


def _body(holder: Mapping[str, Any], schemas: Mapping[str, Any]) -> BodyNote | None:
    for media, content in holder.get("content", {}).items():
        schema = _resolved(content.get("schema", {}), schemas)
        example = _example(content, schemas) if media == "application/json" else None
        if not schema and example is None:
            return None
        required = schema.get("required", ())
        return BodyNote(
            example=None if example is None else json.dumps(example, indent=2, ensure_ascii=False),
            fields=tuple(
                FieldNote(
                    name=name,
                    kind=_kind(field, schemas),
                    required=name in required,
                    text=field.get("description", ""),
                )
                for name, field in schema.get("properties", {}).items()
            ),
        )
    return None


def _resolved(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema that a reference, or the only real choice of an optional value, stands for."""
    if "$ref" in schema:
        return _resolved(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    real = [choice for choice in schema.get("anyOf", ()) if choice.get("type") != "null"]
    return _resolved(real[0], schemas) if len(real) == 1 else schema


def _example(holder: Mapping[str, Any], schemas: Mapping[str, Any]) -> Any:
    """The example that a schema or a media type gives, built from those of its parts if need be."""
    if "example" in holder:
        return holder["example"]
    if holder.get("examples"):
        given = holder["examples"]
        return given[0] if isinstance(given, list) else next(iter(given.values()))["value"]
    schema = holder.get("schema", holder)
    if schema is not holder:
        return _example(schema, schemas)
    if "$ref" in schema:
        return _example(_resolved(schema, schemas), schemas)
    if "properties" in schema:
        return {name: _example(field, schemas) for name, field in schema["properties"].items()}
    if "items" in schema:
        item = _example(schema["items"], schemas)
        return [] if item is None else [item]
    return schema.get("default")


def _kind(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> str:
    """The JSON type of a value, its choices written out: `integer | null`."""
    if "anyOf" in schema:
        return " | ".join(_kind(choice, schemas) for choice in schema["anyOf"])
    found = _resolved(schema, schemas)
    if "enum" in found:
        return " | ".join(json.dumps(value, ensure_ascii=False) for value in found["enum"])
    if found.get("type") == "array":
        return f"array [{_kind(found.get('items', {}), schemas)}]"
    kind: str = found.get("type", "any")
    return kind
