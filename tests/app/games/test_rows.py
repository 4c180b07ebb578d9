"""A game read as plain values, against the same rows read through the ORM."""

from __future__ import annotations

from sqlalchemy import select

from app.database import now
from app.games.rows import GameRow, HintRow, read_game, read_hints, write_reasons
from app.games.tables import Event, Game, Hint
from engines.core.game import Fact
from tests.people import Person
from tests.running import RunningSite


def test_a_game_and_its_seats_are_read_as_stored(site: RunningSite, ana: Person, eva: Person) -> None:
    linked = ana.make(modo="link")
    eva.open(linked)
    eva.sit()
    ana.play("a1b1")
    alone = eva.make(modo="computer", nivel="facil")
    with site.app.state.site.database.reading() as session:
        for game_id in (linked, alone):
            stored, row = session.get_one(Game, game_id), read_game(session, game_id)
            assert row is not None
            assert row.line == stored.line
            for name in set(GameRow._fields) - {"seats"}:
                assert getattr(row, name) == getattr(stored, name), name
            for seat, wanted in zip(row.seats, stored.seats, strict=True):
                assert all(getattr(seat, name) == getattr(wanted, name) for name in seat._fields)
        assert read_game(session, "no-such-game") is None


def test_hints_are_found_once_something_but_moves_has_come(site: RunningSite, ana: Person) -> None:
    ana.make(modo="screen")
    given = HintRow(
        game_id=ana.game,
        seat=0,
        number=1,
        moves="",
        move="a1b1",
        best="a1b1 b1c1",
        value=-1.0,
        exact=True,
        reasons=write_reasons([Fact("closes", {"count": 1})], 1),
        created_at=now(),
    ).told(2)
    with site.app.state.site.database.writing() as session:
        session.add(Hint(**given._asdict()))
        session.get_one(Game, ana.game).revision += 1
    with site.app.state.site.database.reading() as session:
        row = read_game(session, ana.game)
        assert row is not None
        (found,) = read_hints(session, row)
        assert found == given
        assert found.step == 2
        assert found.facts == (Fact("closes", {"count": 1}),)


def test_nothing_but_a_revision_brings_a_hint(site: RunningSite, ana: Person) -> None:
    """What lets a game without other revisions go without being asked for hints."""
    ana.make(modo="screen")
    ana.play("a1b1")
    with site.app.state.site.database.reading() as session:
        kinds = session.scalars(select(Event.kind).where(Event.game_id == ana.game)).all()
        row = read_game(session, ana.game)
        assert row is not None
        assert (row.version, row.revision, set(kinds)) == (1, 1, {"move"})
