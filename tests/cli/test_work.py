"""`ingenio work`: where the site does the work itself, there is nothing for it to do."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run


def test_without_the_setting_it_says_what_to_set(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INGENIO_JOBS", "here")
    ran = run("work")
    assert ran.code == 2
    assert "INGENIO_JOBS" in ran.err
    assert "elsewhere" in ran.err


def test_a_file_cannot_be_worked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INGENIO_JOBS", "elsewhere")
    ran = run("work")
    assert ran.code == 2
    assert "PostgreSQL" in ran.err
    assert "Traceback" not in ran.err
