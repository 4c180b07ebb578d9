"""`ingenio work`: where the site does the work itself, there is nothing for it to do."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests import databases
from tests.cli.conftest import Run


def test_without_the_setting_it_says_what_to_set(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INGENIO_JOBS", "here")
    ran = run("work")
    assert ran.code == 2
    assert "INGENIO_JOBS" in ran.err
    assert "elsewhere" in ran.err


@pytest.mark.skipif(
    not databases.POSTGRESQL, reason="INGENIO_TEST_POSTGRESQL_URL names no PostgreSQL database"
)
def test_a_port_that_is_taken_is_named(program: Run, tmp_path: Path) -> None:
    # As a program: working sets up logging, which would outlast the test here.
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        ran = program(
            "work",
            INGENIO_JOBS="elsewhere",
            INGENIO_DATABASE_URL=databases.postgresql_in(tmp_path),
            INGENIO_WORK_METRICS=port,
        )
    assert ran.code == 2
    assert port in ran.err
    assert "Traceback" not in ran.err


def test_a_file_cannot_be_worked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INGENIO_JOBS", "elsewhere")
    ran = run("work")
    assert ran.code == 2
    assert "PostgreSQL" in ran.err
    assert "Traceback" not in ran.err
