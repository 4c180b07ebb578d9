"""What Ayu says of many units and of points to choose from."""

from __future__ import annotations

import pytest

from app.words import ayu


def said(code: str, **detail: str | int) -> str:
    return ayu.WORDS.facts[code](detail)


def test_units_are_counted_by_their_distance_however_many_there_are() -> None:
    distances = " ".join(["1"] * 51 + ["2"] * 2)
    assert said("units", colour="black", count=54, distances=distances, stuck=1) == (
        "Negras: 54 unidades; hasta la más cercana: 51 a distancia 1, 2 a distancia 2, 1 sin camino."
    )
    assert said("units", colour="white", count=2, distances="", stuck=2) == (
        "Blancas: 2 unidades; hasta la más cercana: 2 sin camino."
    )


@pytest.mark.parametrize(
    ("targets", "read"),
    [("b8", "b8"), ("b8 c9", "b8 o c9"), ("a1 b8 c9", "a1, b8 o c9"), ("n2 o1", "n2 u o1")],
)
def test_points_to_choose_from_are_read_out_as_a_choice(targets: str, read: str) -> None:
    count = len(targets.split())
    assert said("joins-here", targets=targets, count=count, after=0) == f"Puede ir a {read} y unirse."
    assert (
        said("comes-to", targets=targets, count=count, after=2)
        == f"Puede ir a {read} y quedar a distancia 2."
    )
