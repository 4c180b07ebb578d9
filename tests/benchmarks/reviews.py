"""Speed of analyses: `python -m tests.benchmarks.reviews` prints a row for each game.

Columns: moves, how many are proved, seconds of the processor and of the wall, the limit that holds for such a
game, and its line. Games are those of `tests/engines/reviews/games.txt` that have a limit, and one of
Timbiriche on 5x5. Engines are loaded and tried on another board first; `--strict` fails beyond a limit.
"""

from __future__ import annotations

import sys
from time import perf_counter, process_time

from app.analysis.pace import MATCH_SECONDS, POSITION_SECONDS, Pace
from engines.core.limit import Limit
from engines.core.match import Match
from engines.core.review import review
from engines.registry import GAMES, read_match
from tests.engines.reviews import recorded
from tests.engines.reviews.record import play

LIMITS = (
    ("gusano board=square4 rows=5 cols=5", 1.0),
    ("timbiriche rows=3 cols=3", 1.0),
    ("timbiriche rows=4 cols=4 border=swedish", 1.0),
    ("timbiriche rows=5 cols=5", 60.0),
)


def limit_of(match: Match) -> float | None:
    """The seconds within which such a game must be analysed."""
    return next((seconds for line, seconds in LIMITS if match.to_text().startswith(line)), None)


def warm() -> None:
    """Load and try every compiled engine."""
    for line in (
        "gusano rows=3 cols=3 start=b2",
        "timbiriche rows=2 cols=2",
        "timbiriche rows=2 cols=2 misere=yes",
    ):
        match = read_match(line)
        match.game.evaluate(match.state, Limit(seconds=5), True)


def main() -> int:
    """Print the table; 1 if `--strict` and some game took too long."""
    assert GAMES
    warm()
    games = [match for match in recorded() if limit_of(match)]
    games.append(play("timbiriche rows=5 cols=5", "medio", "dificil"))
    late = 0
    for match in games:
        began, wall = process_time(), perf_counter()
        verdicts = review(match, Pace(POSITION_SECONDS, MATCH_SECONDS).limit)
        spent, waited = process_time() - began, perf_counter() - wall
        proved = sum(each.exact for each in verdicts)
        most = limit_of(match) or 0.0
        late += spent > most
        line = match.to_text()[:60]
        print(
            f"{match.ply:>4} {proved:>4} {spent:>7.2f} s {waited:>7.2f} s {most:>3.0f} s  {line}",
            flush=True,
        )
    return int(late > 0 and "--strict" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
