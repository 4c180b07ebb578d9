"""A league as it is played: opening it, saying that one is there, and playing its games to their end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from tests.app.api.conftest import UNLIMITED
from tests.app.challenges.conftest import Clock
from tests.app.classes.conftest import Pupil, Teacher, words
from tests.running import RunningSite, eventually

TINY = "timbiriche rows=1 cols=1"
"""Four lines: the side that closes the box has won, the one that began has not."""
PATIENCE = 3 * 60

Come = Callable[..., Pupil]


@pytest.fixture(scope="module")
def league_site(tmp_path_factory: pytest.TempPathFactory, class_clock: Clock) -> Iterator[RunningSite]:
    """Nobody here needs a strong computer."""
    folder = tmp_path_factory.mktemp("leagues")
    with RunningSite(folder, clock=class_clock, watch_seconds=0.02, **UNLIMITED) as site:
        yield site


@pytest.fixture
def site(league_site: RunningSite, clock: Clock) -> RunningSite:
    return league_site


def open_league(teacher: Teacher, **form: str) -> int:
    answer = teacher.send("/liga", **{"linea": TINY, **form})
    assert answer.status_code == 303, words(answer.text)
    found = teacher.site.rows("SELECT max(id) FROM leagues")
    return int(found[0][0])


def league_page(pupil: Pupil) -> str:
    """What a pupil reads, without the table."""
    return words(pupil.http.get(f"/clase/{pupil.code}/liga", params=key_of(pupil)).text).split(" Puntos ")[0]


def key_of(pupil: Pupil) -> dict[str, str]:
    return {"llave": pupil.key} if pupil.key else {}


def press(pupil: Pupil, action: str) -> None:
    answer = pupil.http.post(f"/clase/{pupil.code}/liga/{action}", data=key_of(pupil))
    assert answer.status_code == 303
    if answer.headers["location"].startswith("/p/"):
        pupil.follow(answer)


def number_of(pupil: Pupil) -> int:
    found = pupil.site.rows(
        "SELECT pupils.id FROM pupils JOIN classes ON classes.id = class_id "
        "WHERE code = ? AND coalesce(own_name, alias) = ?",
        pupil.code,
        pupil.name,
    )
    return int(found[0][0])


def running(site: RunningSite, league: int) -> list[tuple[str, list[int]]]:
    """The games that go on, each with its pupils by seat."""
    rows = site.rows(
        "SELECT game_id, pupil_id FROM league_seats JOIN games ON games.id = game_id "
        "WHERE league_id = ? AND how IS NULL ORDER BY game_id, seat",
        league,
    )
    return [
        (game, [pupil for each, pupil in rows if each == game]) for game in sorted({row[0] for row in rows})
    ]


def table(teacher: Teacher, league: int) -> dict[str, list[str]]:
    """The teacher's table by name: place, points, games, won, drawn, lost."""
    page = teacher.look("/liga", liga=league).text
    rows = re.findall(r"<tr>\s*<td>.*?</tr>", page, re.DOTALL)
    cells = [
        [words(cell) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL)] for row in rows
    ]
    return {name.split(" (")[0]: [place, *others[:5]] for place, name, *others in cells}


def finish(first: Pupil, second: Pupil, site: RunningSite) -> None:
    """Play the game of two to its end, each with the first line that is free."""
    players = {0: first, 1: second}
    for each in players.values():
        press(each, "jugar")
    assert first.game == second.game
    while True:
        moves, turn, how = site.rows("SELECT moves, turn, how FROM games WHERE id = ?", first.game)[0]
        if how is not None:
            return
        seated = dict(site.rows("SELECT pupil_id, seat FROM league_seats WHERE game_id = ?", first.game))
        mover = next(each for each in players.values() if seated[number_of(each)] == turn)
        free = [line for line in ("a1b1", "a2b2", "a1a2", "b1b2") if line not in moves]
        assert mover.play(free[0]).status == 200


def wait_for_second(site: RunningSite, league: int, before: str) -> str:
    """The game with the seats swapped, which the site makes by itself."""
    found: list[tuple[str]] = eventually(
        lambda: site.rows("SELECT id FROM games WHERE previous_id = ?", before)
    )
    return found[0][0]
