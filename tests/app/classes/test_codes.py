"""The code of a class, typed where the address of a page is typed."""

from __future__ import annotations

import pytest

from tests.app.classes.conftest import Teacher
from tests.running import RunningSite


@pytest.mark.parametrize("typed", ["{0} {1}", "{0}-{1}", "{0}%20{1}%20"])
def test_a_code_in_the_address_is_read_as_it_was_typed(
    site: RunningSite, teacher: Teacher, typed: str
) -> None:
    code = teacher.code.lower()
    with site.client(follow_redirects=True) as web:
        answer = web.get("/clase/" + typed.format(code[:3], code[3:]))
    assert answer.history
    assert answer.url.path == f"/clase/{teacher.code}"
    assert answer.status_code == 200
