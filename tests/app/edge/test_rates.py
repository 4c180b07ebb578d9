from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from limits import parse
from limits.strategies import SlidingWindowCounterRateLimiter

from app.edge.rates import Counts
from tests.app.api.conftest import make
from tests.people import Person
from tests.running import RunningSite


def test_a_class_behind_one_address_joins_at_once(site: RunningSite) -> None:
    """35 pupils open the site, make or join a game and play, all from one address, with the usual limits."""

    def pupil(number: int) -> list[int]:
        person = Person(site)
        statuses = [person.http.get("/").status_code]
        person.make(modo="computer", nivel="facil")
        statuses += [person.look().status, person.play(person.look().free[0]).status]
        return [status for status in statuses if status != 200]

    with ThreadPoolExecutor(12) as school:
        assert list(school.map(pupil, range(35))) == [[]] * 35


def test_one_seat_that_asks_too_often_waits_and_no_other_does(tmp_path: Path) -> None:
    with RunningSite(tmp_path, rate_seat="5/minute") as site, site.client() as web:
        _, (first, second) = make(web)
        answers = [first.move("zz", 0) for _ in range(6)]
        assert [answer.status_code for answer in answers] == [422] * 5 + [429]
        error = answers[-1].json()["error"]
        assert error["code"] == "too-many"
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
        assert error["detail"]["seconds"] == int(answers[-1].headers["retry-after"])
        assert second.move("zz", 0).status_code == 409
        assert first.ask(method="GET").status_code == 200


def test_the_same_key_plays_elsewhere_with_a_count_of_its_own(tmp_path: Path) -> None:
    with RunningSite(tmp_path, rate_seat="2/minute") as site:
        ana = Person(site)
        games = [ana.make(modo="screen"), ana.make(modo="screen")]
        for game in games:
            ana.open(game)
            assert [ana.play("zz", 0).status for _ in range(3)] == [422, 422, 429]


def test_hints_have_a_limit_of_their_own(tmp_path: Path) -> None:
    """Also while the engines cannot give one."""
    with RunningSite(tmp_path, rate_hint="1/minute") as site, site.client() as web:
        _, (first, _) = make(web)
        assert [first.ask("hint").status_code for _ in range(2)] == [503, 429]
        assert first.move("a1b1", 0).status_code == 200


def test_making_games_is_limited_by_address(tmp_path: Path) -> None:
    with RunningSite(tmp_path, rate_creation="2/minute") as site, site.client() as web:
        body = {"match": "timbiriche rows=1 cols=1", "seats": ["person", "person"]}
        assert [web.post("/api/v1/games", json=body).status_code for _ in range(3)] == [201, 201, 429]
        form = {"tablero": "", "rows": "2", "cols": "2"}
        page = site.client().post("/juegos/timbiriche", data=form)
        assert page.status_code == 429
        assert "<h1>" in page.text


def test_counting_starts_no_thread_and_forgets_what_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = Counts()
    counts.timer.join()
    now = [1_000_000.0]
    monkeypatch.setattr("time.time", lambda: now[0])
    limiter = SlidingWindowCounterRateLimiter(counts)
    threads = threading.active_count()
    per_minute = parse("2/minute")
    assert [limiter.hit(per_minute, "seat", str(seat)) for seat in range(50)] == [True] * 50
    assert [limiter.hit(per_minute, "seat", "7") for _ in range(2)] == [True, False]
    assert threading.active_count() == threads
    now[0] += 200
    assert limiter.hit(per_minute, "seat", "7")
    assert len(counts.storage) == len(counts.expirations) == 1


def test_health_and_static_files_are_never_refused(tmp_path: Path) -> None:
    with RunningSite(tmp_path, rate_address="1/minute") as site, site.client() as web:
        assert [web.get("/").status_code for _ in range(2)] == [200, 429]
        assert {web.get("/salud").status_code for _ in range(5)} == {200}


def test_addresses_of_different_people_are_told_apart_behind_our_proxy(tmp_path: Path) -> None:
    with RunningSite(tmp_path, rate_address="1/minute", trusted_proxies=("127.0.0.1",)) as site:

        def ask(address: str) -> int:
            with httpx.Client(base_url=site.address, trust_env=False) as web:
                return web.get("/", headers={"X-Forwarded-For": address}).status_code

        assert [ask("192.0.2.1"), ask("192.0.2.2"), ask("192.0.2.1")] == [200, 200, 429]
