"""What a pupil is told to do is for the side and the position of the task."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.app.classes.conftest import Pupil, Teacher

WORM, BIRD = "Eres el gusano", "Eres el pájaro"


@pytest.mark.parametrize(
    ("line", "seat", "said"),
    [
        ("gusano rows=3 cols=3 start=b2", 0, f"{WORM} y el pájaro mueve primero."),
        ("gusano rows=3 cols=3 start=b2", 1, f"{BIRD} y te toca."),
        ("gusano rows=3 cols=3 start=b2 : b1", 0, f"{WORM} y te toca."),
        ("gusano rows=3 cols=3 start=b2 : b1", 1, f"{BIRD} y el gusano mueve primero."),
    ],
)
def test_a_task_is_told_to_the_side_that_has_it(
    teacher: Teacher, come_in: Callable[..., Pupil], line: str, seat: int, said: str
) -> None:
    task = teacher.publish(line, lado=seat)
    goal = "todos los puntos" if said.startswith(WORM) else "los menos puntos"
    for page in (come_in().page(), teacher.page(f"/retos/{task}/hoja")):
        assert said in page
        assert f"{goal} que puedas." in page


def test_on_paper_it_is_told_who_begins(teacher: Teacher) -> None:
    line = "timbiriche rows=2 cols=2"
    said = [teacher.page(f"/retos/{teacher.publish(line, lado=seat)}/hoja") for seat in (0, 1)]
    assert ["Te toca a ti" in each for each in said] == [True, False]
    assert ["Empieza tu rival" in each for each in said] == [False, True]
