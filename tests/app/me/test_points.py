"""What each game earns, and why: by the rules of the points, then in games that were really played."""

from __future__ import annotations

import re

import pytest

from app.games.points import Award, Played, award, challenge_award
from app.language import LANGUAGES, speaking
from app.words.points import REASONS, say_reasons
from tests.people import Person
from tests.running import RunningSite, eventually

LOST_AT_ONCE = "timbiriche rows=1 cols=1 drawn=a1b1,a1a2,a2b2"
"""Whoever is to move closes the only cell."""


def played(**more: object) -> Award:
    usual = {"slug": "timbiriche", "mode": "computer", "seat": 0, "winner": 0, "reason": "more-cells"}
    return award(Played(**{**usual, "level": "dificil", "undone": False, "hints": 0, **more}))  # type: ignore[arg-type]


def codes(given: Award) -> list[str]:
    return [fact.code for fact in given.reasons]


@pytest.mark.parametrize(
    ("level", "won", "drawn"),
    [("facil", 5, 3), ("medio", 10, 5), ("dificil", 25, 13), ("perfecto", 40, 20), ("maestro", 40, 20)],
)
def test_a_win_earns_by_level_and_a_draw_half_of_it(level: str, won: int, drawn: int) -> None:
    assert played(level=level).points == won
    assert played(level=level, winner=None, reason="equal-cells").points == drawn


@pytest.mark.parametrize(("hints", "points"), [(0, 25), (1, 25), (2, 20), (3, 15)])
def test_each_hint_after_the_first_costs_five(hints: int, points: int) -> None:
    assert played(hints=hints).points == points


def test_hints_never_cost_more_than_the_prize() -> None:
    given = played(level="facil", hints=3)
    assert given.points == 0
    assert codes(given) == ["won", "hints"]
    assert given.reasons[1].detail == {"count": 2, "points": 5}


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"winner": 1}, "lost"),
        ({"winner": 1, "undone": True}, "lost"),
        ({"undone": True}, "undone"),
        ({"mode": "screen", "level": None}, "one-screen"),
        ({"mode": "link", "level": None}, "people"),
        ({"slug": "gusano", "winner": None, "reason": "one-round"}, "nobody-to-beat"),
    ],
)
def test_what_earns_nothing_says_why(more: dict[str, object], reason: str) -> None:
    given = played(**more)
    assert given.points == 0
    assert codes(given) == [reason]


@pytest.mark.parametrize(
    ("gain", "par", "points"),
    [
        (13, 13, 25),
        (14, 13, 25),
        (10, 13, 19),
        (0, 13, 0),
        (-4, 13, 0),
        (-2, -2, 25),
        (-3, -2, 0),
        (1, 1, 25),
        (-1, 1, 0),
    ],
)
def test_a_challenge_earns_in_proportion_to_par(gain: float, par: float, points: int) -> None:
    assert challenge_award(gain, par).points == points


def test_every_reason_is_put_in_words() -> None:
    given = [
        played(hints=3),
        played(winner=None, reason="equal-cells"),
        played(winner=1),
        played(undone=True),
        played(mode="screen", level=None),
        played(mode="link", level=None),
        played(slug="gusano", winner=None, reason="one-round"),
        challenge_award(1, 1),
        challenge_award(1, 2),
    ]
    assert {fact.code for each in given for fact in each.reasons} == set(REASONS)
    for language in LANGUAGES:
        with speaking(language):
            assert all(say_reasons(each.reasons) for each in given)


def total(person: Person) -> int:
    found = re.search(r'id="total">(\d+)<', person.http.get("/yo").text)
    assert found
    return int(found[1])


def win(person: Person, level: str = "facil", **more: str) -> None:
    """Make a game that is won with its first move, and win it."""
    board = LOST_AT_ONCE.partition(" ")[2]
    person.make(
        "timbiriche", **{"tablero": board, "nivel": level, "modo": "computer", "empieza": "yo", **more}
    )
    person.play("b1b2")


def test_a_game_against_the_computer_is_shown_with_what_it_earned(ana: Person) -> None:
    win(ana, "medio")
    assert ana.look().text("puntos") == "10 Puntos de ingenio 10 por ganar a Medio."
    win(ana, "facil")
    assert total(ana) == 15
    page = ana.http.get("/yo").text
    assert "5 por ganar a Fácil." in page
    assert f'href="/p/{ana.game}"' in page


def test_a_move_that_was_taken_back_leaves_no_points(ana: Person) -> None:
    win(ana)
    ana.send("/deshacer")
    ana.play("b1b2")
    assert ana.look().text("puntos").startswith("0 Puntos")
    assert total(ana) == 0


def test_two_on_one_screen_earn_nothing_and_are_told_so(ana: Person) -> None:
    win(ana, modo="screen")
    assert "Dos personas en una pantalla" in ana.look().text("puntos")
    assert total(ana) == 0


def test_who_only_watches_is_told_nothing(ana: Person, eva: Person) -> None:
    win(ana)
    assert eva.open(ana.game).text("puntos") == ""


def test_a_hint_after_the_first_is_paid(site: RunningSite, ana: Person) -> None:
    win(ana, "medio")
    with site.app.state.site.database.writing() as session:
        from sqlalchemy import update

        from app.database import now
        from app.games.tables import Game, Hint

        session.execute(update(Game).where(Game.id == ana.game).values(revision=Game.revision + 2))
        for number in (1, 2):
            session.add(
                Hint(
                    game_id=ana.game,
                    seat=0,
                    number=number,
                    moves="",
                    move="b1b2",
                    best="b1b2",
                    value=1.0,
                    exact=True,
                    reasons="[]",
                    created_at=now(),
                )
            )
    assert "Menos 5 por una pista" in ana.look().text("puntos")
    assert total(ana) == 5


def test_the_list_says_how_each_game_ended_and_the_sums_count_each_kind(ana: Person) -> None:
    win(ana)
    win(ana)
    ana.make(
        "timbiriche",
        tablero="rows=1 cols=2 drawn=a1b1,a2b2,b1b2,b2c2",
        nivel="facil",
        modo="computer",
        empieza="yo",
    )
    ana.play("a1a2")  # closes one cell and has to open the other
    ana.play("b1c1")
    eventually(lambda: ana.look().state.startswith("Empate"))
    ana.make("timbiriche", tablero=LOST_AT_ONCE.partition(" ")[2], modo="screen")
    ana.play("b1b2")
    page = " ".join(re.sub(r"<[^>]+>", " ", ana.http.get("/yo").text).split())
    assert "3 partidas · 2 ganadas · 1 empate" in page
    assert re.findall(r"(Ganaste|Perdiste|Empate|Terminada) ·", page) == [
        "Terminada",
        "Empate",
        "Ganaste",
        "Ganaste",
    ]
