"""A site with challenges of its own, whose clock the tests set."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest

from app.challenges.publisher import publish
from engines import registry
from engines.core.limit import Limit
from tests.app.api.conftest import UNLIMITED, warm_engines, warm_site
from tests.people import Person
from tests.running import RunningSite, eventually

__all__ = ["warm_engines"]

BOARD = "gusano rows=3 cols=4 start=b2 rounds=1 values=d1:3"
ENDING = "timbiriche rows=2 cols=2 drawn=a1b1,a1a2,c2c3,b3c3"
TODAY = date(2026, 12, 2)
NOON = datetime(2026, 12, 2, 11, tzinfo=UTC)


class Clock:
    """Stands still until a test sets it."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


def par_of(line: str) -> float:
    match = registry.read_match(line)
    worth = match.game.evaluate(match.state, Limit(), False)
    assert worth.exact
    return worth.value


def set_challenge(site: RunningSite, day: date, line: str) -> None:
    running = site.app.state.site
    made = {"day": day.isoformat(), "slug": line.split()[0], "line": line, "seat": 0, "par": par_of(line)}
    with running.database.writing() as session:
        publish(session, running, made)


@pytest.fixture(scope="session")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def challenge_site(
    tmp_path_factory: pytest.TempPathFactory, warm_engines: None, clock: Clock
) -> Iterator[RunningSite]:
    with warm_site(tmp_path_factory.mktemp("challenges"), clock=clock, **UNLIMITED) as site:
        for ago in range(-2, 4):
            set_challenge(site, TODAY - timedelta(days=ago), BOARD)
        set_challenge(site, TODAY, ENDING)
        yield site


@pytest.fixture
def site(challenge_site: RunningSite, clock: Clock) -> Iterator[RunningSite]:
    clock.now = NOON
    yield challenge_site
    clock.now = NOON


class Solver(Person):
    """Somebody who tries challenges."""

    def begin(self, day: date = TODAY, slug: str = "gusano") -> str:
        """Press the button of a challenge and go to the game; its id."""
        answer = self.http.post(f"/reto/{day}/{slug}/jugar", data={"llave": self.key} if self.key else {})
        assert answer.status_code == 303, answer.text
        self.follow(answer)
        return self.game

    def page(self, path: str = f"/reto/{TODAY}") -> str:
        return self.http.get(path, params={"llave": self.key} if self.key else {}).text

    def result(self, path: str = f"/reto/{TODAY}") -> str:
        """The page once the result is analysed."""
        found: list[str] = eventually(
            lambda: [page for page in (self.page(path),) if "data-refresh" not in page]
        )
        return found[0]


@pytest.fixture
def ana(site: RunningSite) -> Solver:
    return Solver(site)


@pytest.fixture
def bea(site: RunningSite) -> Solver:
    return Solver(site)
