"""What the environment may set (`INGENIO_...`), with defaults that run; where the site's own files are."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Final, Literal, Self
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

_INSTALLED: Final = Path(__file__).parent / "_data"
_ROOT: Final = _INSTALLED if _INSTALLED.is_dir() else Path(__file__).parents[1]


def own_path(name: str) -> Path:
    """A file or folder that comes with the site (`templates`, `static`, `migrations`), checkout or wheel."""
    return _ROOT / name


class Settings(BaseSettings):
    """Everything that may differ from one installation to another. Read-only."""

    model_config = SettingsConfigDict(env_prefix="INGENIO_", frozen=True, extra="ignore")

    environment: Literal["development", "production"] = "development"
    database_url: str = Field(default="sqlite:///var/ingenio.db", repr=False)
    """Where games are kept: `sqlite:///path` or `postgresql+psycopg://...`; may hold a password."""
    migrate_at_start: bool = True
    secret: SecretStr | None = None
    """Signs the players' cookies; production refuses to start without one of 32 characters."""
    base_url: str | None = None
    """The public address, for links in shared pages; without it the address of the request is used."""
    workers: int = Field(default=1, ge=1, le=64)
    """How many server processes one machine runs."""
    hosts: int = Field(default=1, ge=1, le=1_000)
    """How many machines, or containers, serve the site from the same database."""
    jobs: Literal["here", "elsewhere"] = "here"
    """Where analyses, pars and challenges are computed: by the server processes, or by `ingenio work`."""
    work_metrics: str = ""
    """Where `ingenio work` answers Prometheus: a port, or an address and a port (`0.0.0.0:9100`)."""
    thinking_threads: int | None = Field(default=None, ge=1, le=64)
    """How many searches run at once in one process; by default one less than the processor's cores."""
    thinking_seconds: float = Field(default=3.0, gt=0)
    """What one search of the computer may take."""
    answer_seconds: float = Field(default=4.5, gt=0)
    """After so long the computer plays the move of a weaker level rather than none."""
    pause_seconds: float = Field(default=0.35, ge=0)
    """The computer begins its turn at least so long after the other's move, so that eyes can follow; pages
    paint the moves of one turn one after the other."""
    machines_pause_seconds: float = Field(default=1.0, ge=0)
    """Its moves are at least so far apart where nobody plays against it."""
    resume_seconds: float = Field(default=5.0, gt=0)
    """How often games are looked for in which the computer should have moved."""
    lease_seconds: float = Field(default=8.0, gt=0)
    """How long a process that thinks about a game keeps the others from it; more than `answer_seconds`."""
    warm_up: bool = True
    """Whether the strong levels are compiled at start-up; without it only the others play."""
    keep_unfinished_days: int = Field(default=90, ge=1)
    """Games that nobody finished are purged so many days after their last change."""
    keep_finished_days: int = Field(default=400, ge=1)
    """Finished games are purged so many days after their end."""
    keep_classes_days: int = Field(default=400, ge=1)
    """Classes are deleted, with all that belongs to them, so many days after they were last used."""
    watch_seconds: float = Field(default=0.1, gt=0)
    """How often the database is asked whether something changed, while somebody watches."""

    review_seconds: float = Field(default=4.0, gt=0)
    """What the analysis of a finished game may spend on one position."""
    review_match_seconds: float = Field(default=45.0, gt=0)
    """What it may spend on a whole game: what is not proved by then is estimated."""
    zone: str = "Europe/Madrid"
    """The time zone in which challenges change at midnight, and with which new classes begin."""
    publish_challenges: bool = True
    """Whether challenges are made here; where not, those that are in the database are shown."""
    challenges_ahead: int = Field(default=7, ge=0, le=60)
    """For how many days after today challenges are ready."""
    challenges_back: int = Field(default=14, ge=0, le=400)
    """For how many days before today a new site makes challenges too, so that there is an archive."""
    trusted_proxies: tuple[str, ...] = ()
    """Proxies in front (JSON list of addresses or networks) whose `X-Forwarded-...` headers are believed."""
    body_limit: int = Field(default=65_536, ge=1_024)
    """Bytes of the largest body of a request."""
    rate_address: str = "12000/minute"
    """What one address may ask: a whole school may sit behind it."""
    rate_creation: str = "6000/hour"
    """How many games one address may make."""
    rate_seat: str = "300/minute"
    """How many changes one seat or player may ask of one game."""
    rate_hint: str = "60/minute"
    """How often one seat may ask the computer to think."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"

    @field_validator("zone")
    @classmethod
    def _known_zone(cls, zone: str) -> str:
        try:
            ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise ValueError(
                f"this machine knows no time zone {zone!r}; is the system's or Python's tzdata installed?"
            ) from None
        return zone

    @field_validator("base_url")
    @classmethod
    def _site_without_a_path(cls, address: str | None) -> str | None:
        parts = urlsplit((address or "").rstrip("/"))
        if address and (parts.scheme not in ("http", "https") or not parts.hostname or any(parts[2:])):
            raise ValueError("the site's own address and no path, such as https://juegos.example.org")
        return address

    @field_validator("work_metrics")
    @classmethod
    def _address_and_port(cls, given: str) -> str:
        port = given.rpartition(":")[2]
        if given and not (port.isascii() and port.isdecimal() and 0 < int(port) < 65_536):
            raise ValueError("a port, or an address and a port, such as 9100 or 0.0.0.0:9100")
        return given

    @model_validator(mode="after")
    def _refuse_a_known_secret(self) -> Self:
        given = self.secret.get_secret_value() if self.secret else ""
        if self.environment == "production" and len(given) < 32:
            raise ValueError("INGENIO_SECRET must hold at least 32 random characters in production")
        return self

    @model_validator(mode="after")
    def _refuse_what_one_file_cannot(self) -> Self:
        if self.database_url.startswith("sqlite") and (self.hosts > 1 or self.jobs == "elsewhere"):
            raise ValueError("several machines share a PostgreSQL database: see INGENIO_DATABASE_URL")
        return self

    @property
    def metrics_address(self) -> tuple[str, int] | None:
        """Where a machine that works answers Prometheus; by itself only to its own neighbours."""
        host, _, port = self.work_metrics.rpartition(":")
        return (host.strip("[]") or "127.0.0.1", int(port)) if port else None

    @property
    def alone(self) -> bool:
        """Whether one process serves the whole site: what it does not know of, nobody does."""
        return self.workers == self.hosts == 1

    @property
    def thinkers(self) -> int:
        """How many searches run at once in this process."""
        return self.thinking_threads or max(1, (os.cpu_count() or 2) - 1)

    @property
    def database_file(self) -> Path | None:
        """The SQLite file, or None for another kind of database."""
        scheme, _, path = self.database_url.partition(":///")
        return Path(path) if scheme.startswith("sqlite") and path else None

    @property
    def companion(self) -> Path:
        """The folder for small files beside the database: locks, and the secret made in development."""
        return self.database_file.parent if self.database_file else Path("var")

    def signing_secret(self) -> str:
        """The secret that signs cookies: the one given, else one made once and kept beside the database."""
        if self.secret is not None:
            return self.secret.get_secret_value()
        path = self.companion / "secret"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _keep_new_secret(path)
        return path.read_text(encoding="ascii").strip()


def _keep_new_secret(path: Path) -> None:
    """Write a random secret that only this user can read; of several processes the first one wins."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(48))
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
