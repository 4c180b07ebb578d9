"""Reading an analysis: how far it is, and what it says."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final, Literal, cast

from sqlalchemy.orm import Session

from app.analysis.tables import Review
from engines.core.match import Match
from engines.core.story import Verdict

Status = Literal["waiting", "running", "done", "stopped", "failed"]

ATTEMPTS: Final = 5
"""After so many beginnings without an end an analysis is given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """An analysis as far as it has come; `verdicts`, in order, are of the last moves of `total`.

    `stopped`: somebody stopped it; `failed`: it was given up.
    """

    status: Status
    total: int
    verdicts: tuple[Verdict, ...]

    @property
    def lost(self) -> tuple[float, float]:
        """What each seat lost in all."""
        first, second = (sum(each.lost for each in self.verdicts if each.seat == seat) for seat in (0, 1))
        return first, second


@cache
def engines_version() -> str:
    """Sixteen hex digits that change with any line of the engines: older analyses then count no more."""
    digest = hashlib.sha256()
    for name, source in sorted(_sources(resources.files("engines"), "")):
        digest.update(name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _sources(folder: Traversable, path: str) -> Iterable[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        name = f"{path}/{entry.name}"
        if entry.is_dir():
            yield from _sources(entry, name)
        elif entry.name.endswith(".py"):
            yield name, entry


def key_of(match: Match) -> str:
    """The key under which the analysis of a match is kept."""
    return hashlib.sha256(f"{engines_version()} {match.to_text()}".encode()).hexdigest()


def find_analysis(session: Session, match: Match) -> Analysis | None:
    """The analysis of a match by the engines of today, or None if nobody asked for it yet."""
    row = session.get(Review, key_of(match))
    if row is None:
        return None
    stopped = row.status == "failed" and row.attempts <= ATTEMPTS
    return Analysis(
        status="stopped" if stopped else cast(Status, row.status),
        total=row.total,
        verdicts=read_verdicts(row.verdicts),
    )


def write_verdicts(verdicts: Iterable[Verdict]) -> str:
    """Verdicts as the table keeps them: as they were found, the last move first."""
    found = sorted(verdicts, key=lambda verdict: -verdict.ply)
    return json.dumps([asdict(verdict) for verdict in found])


def read_verdicts(text: str) -> tuple[Verdict, ...]:
    """Verdicts from what the table keeps, in the order of the moves."""
    return tuple(Verdict(**{**each, "best": tuple(each["best"])}) for each in reversed(json.loads(text)))
