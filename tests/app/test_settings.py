"""What the environment may set, and what it must set in production."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from pydantic import ValidationError

from app.settings import Settings, own_path

LONG = "k" * 40


def test_production_refuses_to_start_without_a_secret_of_its_own() -> None:
    for secret in (None, "", "changeme"):
        with pytest.raises(ValidationError, match="INGENIO_SECRET"):
            Settings(environment="production", secret=secret)
    assert Settings(environment="production", secret=LONG).signing_secret() == LONG


def test_in_development_a_secret_is_made_once_and_only_this_user_reads_it(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path}/site/ingenio.db", secret=None)
    secret = settings.signing_secret()
    assert len(secret) >= 43
    assert settings.signing_secret() == secret
    assert [path.name for path in (tmp_path / "site").iterdir()] == ["secret"]
    assert stat.S_IMODE((tmp_path / "site" / "secret").stat().st_mode) == 0o600


def test_secrets_are_not_shown() -> None:
    settings = Settings(secret=LONG, database_url=f"postgresql+psycopg://ingenio:{LONG}@db/ingenio")
    assert LONG not in repr(settings)
    assert LONG not in str(settings)


def test_the_environment_sets_what_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INGENIO_DATABASE_URL", "postgresql+psycopg://db/ingenio")
    monkeypatch.setenv("INGENIO_THINKING_THREADS", "3")
    settings = Settings()
    assert settings.database_file is None
    assert settings.thinkers == 3


@pytest.mark.parametrize("address", [None, "", "https://ingenio.example", "http://10.0.0.3:8000/"])
def test_the_public_address_is_that_of_a_site(address: str | None) -> None:
    assert Settings(base_url=address).base_url == address


@pytest.mark.parametrize(
    "address",
    [
        "ingenio.example",
        "ftp://ingenio.example",
        "https://",
        "https://school.example/games",
        "https://x.example/?a",
    ],
)
def test_what_would_break_every_link_is_no_public_address(address: str) -> None:
    with pytest.raises(ValidationError, match="base_url"):
        Settings(base_url=address)


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("", None),
        ("9100", ("127.0.0.1", 9100)),
        ("0.0.0.0:9100", ("0.0.0.0", 9100)),
        ("[::]:9100", ("::", 9100)),
    ],
)
def test_a_machine_that_works_answers_prometheus_where_it_is_told_to(
    given: str, address: tuple[str, int] | None
) -> None:
    assert Settings(work_metrics=given).metrics_address == address


@pytest.mark.parametrize("given", ["here", "0", "65536", "0.0.0.0:", "²", "-1"])
def test_what_is_no_port_is_refused(given: str) -> None:
    with pytest.raises(ValidationError, match="work_metrics"):
        Settings(work_metrics=given)


def test_the_site_finds_its_own_files() -> None:
    for name in ("templates/base.html", "static/css/site.css", "migrations/env.py"):
        assert own_path(name).is_file()
