"""Fills a database with games as people leave them behind: any number, by a few statements, in a known order.

Each kind of board is played out a few times by chance; the games that are stored are these, over and over,
with their seats, events, keys and hints, a twentieth with an analysis. The last one ends at the present
moment and the first one 400 days before; every fifth was never finished and is at most 83 days old, so that
nothing is due to be deleted yet. Players have five games each. The same number and moment give the same rows.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

from sqlalchemy import Connection, text

from app.database import Database
from engines import registry
from engines.core.match import Match

TEMPLATES: Final = 3
"""Games that are played out on each board."""
MOST_MOVES: Final = 60
DAYS: Final = 399
UNFINISHED_DAYS: Final = 83
PLAYERS_SHARE: Final = 5
"""Games of one player."""
PORTION: Final = 50_000
"""Games that are stored in one transaction."""

_TEMPLATES: Final = """
CREATE TEMPORARY TABLE template (
    number INTEGER PRIMARY KEY, entry TEXT, slug TEXT, setup TEXT, moves TEXT, plies INTEGER, turn INTEGER,
    winner INTEGER, reason TEXT, verdicts TEXT
);
CREATE TEMPORARY TABLE template_move (
    number INTEGER, ply INTEGER, seat INTEGER, move TEXT, PRIMARY KEY (number, ply)
);
CREATE TEMPORARY TABLE portion (
    number INTEGER PRIMARY KEY, template INTEGER, id TEXT, made TEXT, over INTEGER, mode TEXT
)
"""
_GAMES: Final = """
INSERT INTO games (id, entry, slug, setup, rules_version, moves, mode, version, revision, turn, undone,
                   helped, how, winner, reason, allowed, created_at, updated_at, ended_at, computer_due)
SELECT id, entry, slug, setup, 1, moves, mode, plies, plies,
       CASE WHEN over = 1 THEN NULL ELSE turn END, {false}, {false},
       CASE WHEN over = 1 THEN 'resigned' END, CASE WHEN over = 1 THEN winner END, '', '', {made}, {made},
       CASE WHEN over = 1 THEN {made} END, {false}
FROM portion JOIN template ON template.number = portion.template
"""
_SEATS: Final = """
INSERT INTO seats (game_id, seat, kind, level, player_id)
SELECT id, seat, CASE WHEN seat = 1 AND mode = 'computer' THEN 'computer' ELSE 'person' END,
       CASE WHEN seat = 1 AND mode = 'computer' THEN 'medio' END,
       CASE WHEN seat = 1 AND mode = 'computer' THEN NULL
            ELSE 'player' || CAST((portion.number + seat * 7) % :players AS TEXT) END
FROM portion, (SELECT 0 AS seat UNION ALL SELECT 1) AS both_seats
"""
_KEYS: Final = """
INSERT INTO seat_keys (key_hash, game_id, seat, created_at)
SELECT 'key' || id || CAST(seat AS TEXT), id, seat, {made}
FROM portion, (SELECT 0 AS seat UNION ALL SELECT 1) AS both_seats WHERE mode = 'link'
"""
_EVENTS: Final = """
INSERT INTO events (game_id, revision, kind, seat, at_version, version, move, created_at)
SELECT id, ply, 'move', seat, ply - 1, ply, move, {made}
FROM portion JOIN template_move ON template_move.number = portion.template
"""
_HINTS: Final = """
INSERT INTO hints (game_id, seat, number, moves, move, best, value, exact, reasons, created_at)
SELECT id, 0, 1, '', 'a1b1', 'a1b1', 0, {false}, '{{"step": 3, "facts": []}}', {made}
FROM portion WHERE number % 10 = 0
"""
_REVIEWS: Final = """
INSERT INTO reviews (key, line, engines, status, total, verdicts, attempts, created_at, updated_at)
SELECT 'review' || id, slug || ' ' || setup || ' : ' || moves, 'stored', 'done', plies, verdicts, 0,
       {made}, {made}
FROM portion JOIN template ON template.number = portion.template WHERE portion.number % 20 = 0
"""
_ATTEMPTS: Final = """
INSERT INTO attempts (game_id, player_id, day, slug, number, created_at)
SELECT id, 'try' || id, substr(made, 1, 10), 'gusano', 1, {made} FROM portion WHERE number % 50 = 1
"""
_TABLES: Final = (_GAMES, _SEATS, _KEYS, _EVENTS, _HINTS, _REVIEWS, _ATTEMPTS)


def game_id(number: int) -> str:
    """The address of the game that was stored as the nth, from 0: the oldest."""
    return f"M{number:011d}"


def fill(database: Database, games: int, moment: datetime) -> int:
    """Store so many games, the last of them at `moment`, in tables that are there; how many events."""
    events = 0
    with database.engine.execution_options(writes=True).connect() as connection:
        with connection.begin():
            for statement in _TEMPLATES.split(";"):
                connection.execute(text(statement))
            templates = _store_templates(connection)
        for first in range(0, games, PORTION):
            with connection.begin():
                portion = range(first, min(games, first + PORTION))
                events += _store(connection, portion, games, moment, templates)
    with database.engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        connection.execute(text("ANALYZE"))
    return events


def _store(connection: Connection, numbers: range, games: int, moment: datetime, templates: int) -> int:
    sqlite = connection.dialect.name == "sqlite"
    connection.execute(text("DELETE FROM portion"))
    rows = [_row(number, games, moment, templates) for number in numbers]
    columns = "(number, template, id, made, over, mode)"
    values = "(:number, :template, :id, :made, :over, :mode)"
    connection.execute(text(f"INSERT INTO portion {columns} VALUES {values}"), rows)
    made = "made" if sqlite else "CAST(made AS timestamptz)"
    false = "0" if sqlite else "FALSE"
    players = {"players": max(1, games // PLAYERS_SHARE)}
    events = 0
    for statement in _TABLES:
        told = text(statement.format(made=made, false=false))
        stored = connection.execute(told, players if statement is _SEATS else {})
        if statement is _EVENTS:
            events = stored.rowcount
    return events


def _row(number: int, games: int, moment: datetime, templates: int) -> dict[str, Any]:
    over = number % 5 != 4
    days = (DAYS if over else UNFINISHED_DAYS) * (games - 1 - number) / games
    made = (moment - timedelta(days=days)).strftime("%Y-%m-%d %H:%M:%S.%f")
    mode = ("computer", "computer", "computer", "screen", "link")[number // 5 % 5]
    return {
        "number": number,
        "template": number % templates,
        "id": game_id(number),
        "made": made,
        "over": int(over),
        "mode": mode,
    }


def _store_templates(connection: Connection) -> int:
    """Play every board out by chance and keep the games; how many."""
    random = Random(2026)
    number = 0
    for entry, _game in registry.entries():
        line = entry.picture.partition(" : ")[0]
        for _ in range(TEMPLATES):
            _keep(connection, number, entry.slug, _played_out(line, random))
            number += 1
    return number


def _played_out(line: str, random: Random) -> Match:
    match = registry.read_match(line)
    for _ in range(random.randint(MOST_MOVES // 2, MOST_MOVES)):
        after = match.play(random.choice(list(match.legal_moves())))
        if after.outcome is not None:
            break
        match = after
    return match


def _keep(connection: Connection, number: int, entry: str, match: Match) -> None:
    head = match.to_text().partition(" : ")[0]
    slug, _, setup = head.partition(" ")
    verdict = {"ply": 0, "seat": 0, "move": "", "before": 0.0, "after": 0.0, "lost": 0.0, "best": ["a1b1"]}
    verdicts = [verdict | {"ply": ply + 1, "move": move} for ply, move in enumerate(match.moves)]
    row = {
        "number": number, "entry": entry, "slug": slug, "setup": setup, "moves": " ".join(match.moves),
        "plies": match.ply, "turn": match.turn, "winner": number % 2, "verdicts": json.dumps(verdicts),
    }  # fmt: skip
    names = ", ".join(row)
    connection.execute(text(f"INSERT INTO template ({names}) VALUES (:{', :'.join(row)})"), row)
    moves = [
        {"number": number, "ply": ply, "seat": match.states[ply - 1].turn, "move": move}
        for ply, move in enumerate(match.moves, start=1)
    ]
    connection.execute(text("INSERT INTO template_move VALUES (:number, :ply, :seat, :move)"), moves)
