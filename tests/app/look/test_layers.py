"""Layers of style: what an earlier one says of a drawing is not heard where boards say it themselves."""

from __future__ import annotations

import re

from app.settings import own_path

LAYER = re.compile(r"^@layer (\w+) \{\n(.*?)^\}", re.DOTALL | re.MULTILINE)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
PROPERTY = re.compile(r"^\s*([\w-]+):", re.MULTILINE)
EARLIER = ("base", "layout", "components")


def rules(layers: tuple[str, ...]) -> list[tuple[str, str, set[str]]]:
    """The sheet, the selector and the properties of each rule in some layers, also those in media queries."""
    return [
        (path.name, selector.strip(), set(PROPERTY.findall(body)))
        for path in sorted(own_path("static").rglob("*.css"))
        for layer, text in LAYER.findall(re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL))
        if layer in layers
        for selector, body in RULE.findall(text)
    ]


def test_nobody_says_in_vain_how_large_a_drawing_is() -> None:
    said = [properties for _sheet, selector, properties in rules(("board",)) if selector == ".drawing"]
    own = set().union(*said)
    assert {"width", "height"} <= own
    vain = [
        (sheet, selector)
        for sheet, selector, properties in rules(EARLIER)
        if selector.endswith(".drawing") and properties & own
    ]
    assert vain == []
