"""Help mode: what is on offer and safe, and chains and loops drawn with their length."""

from __future__ import annotations

from engines import registry
from engines.core.drawing import Path, Text
from engines.timbiriche.insight import insight


def shown(line: str) -> tuple[dict[str, list[str]], list[str]]:
    """The lines along chains and loops, and the lengths written on them."""
    found: dict[str, list[str]] = {}
    lengths = []
    for shape in insight(registry.read_match(line).state).shapes:
        if isinstance(shape, Path):
            found.setdefault(shape.kind, []).append(shape.d)
        elif isinstance(shape, Text):
            lengths.append(shape.text)
    return found, lengths


def test_a_long_chain_is_drawn_along_its_cells() -> None:
    lines, lengths = shown("timbiriche rows=2 cols=3 : a1b1 a2b2 b1c1 b2c2 c1d1 c2d2")
    assert set(lines) == {"chain"}
    assert [line.count(",") for line in lines["chain"]] == [3]
    assert lengths == ["3"]


def test_a_loop_is_drawn_closed() -> None:
    line = "timbiriche rows=2 cols=2 : a1b1 b1c1 a3b3 b3c3 a1a2 a2a3 c1c2 c2c3"
    lines, lengths = shown(line)
    assert set(lines) == {"loop"}
    assert lines["loop"][0].endswith("Z")
    assert lengths == ["4"]


def test_short_chains_and_finished_games_are_not_drawn_on() -> None:
    assert shown("timbiriche rows=1 cols=2") == ({}, [])
    assert shown("timbiriche rows=1 cols=1 : a1a2 a1b1 a2b2 b1b2") == ({}, [])
