"""Making challenges, in a process of its own: `python -m app.challenges.making 2026-12-01/gusano ...`.

A class may ask for a task of its own, which has no day: `fresh/gusano/hexagons/any-seed`.

The second proof is plain Python and would hold up everything else in the server's process. Every challenge is
printed as one line of JSON as soon as it is proved. The same day gives the same challenge on every server.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from datetime import date
from random import Random
from typing import Final

from engines import registry
from engines.core.game import AnyGame, Task

EDITION: Final = 1
"""To be counted up when the generators change, so that all servers change on the same day: see README."""


def due(day: date) -> Iterator[AnyGame]:
    """The games that have a challenge on a day; the one with a challenge on every day comes first."""
    for game in sorted(registry.GAMES, key=lambda game: -len(game.daily.themes) if game.daily else 0):
        if game.daily is not None and day.weekday() in game.daily.themes:
            yield game


def make(day: date, slug: str) -> Task:
    """The challenge of a day in one game. KeyError if the game has none on that day."""
    game = next(game for game in registry.GAMES if game.slug == slug)
    if game.daily is None:
        raise KeyError(slug)
    theme = game.daily.themes[day.weekday()]
    task = game.daily.make(Random(f"ingenio {EDITION} {day.isoformat()} {slug}"), theme)
    match = registry.read_match(task.line)
    if match.ply or match.outcome is not None:
        raise ValueError(f"a challenge begins before the first move: {task.line}")
    return task


def fresh(slug: str, theme: str, seed: str) -> Task:
    """A task of a theme. KeyError if there is none."""
    daily = next(game.daily for game in registry.GAMES if game.slug == slug)
    if daily is None or theme not in daily.themes.values():
        raise KeyError(theme)
    return daily.make(Random(f"ingenio fresh {seed}"), theme)


def main(wanted: Iterable[str]) -> int:
    """Make what is asked for as `day/slug` or `fresh/slug/theme/seed`, and print it."""
    for each in wanted:
        day, _, slug = each.partition("/")
        if day == "fresh":
            slug, theme, seed = slug.split("/")
            task = fresh(slug, theme, seed)
        else:
            task = make(date.fromisoformat(day), slug)
        made = {"day": day, "slug": slug, "line": task.line, "seat": task.seat, "par": task.par}
        print(json.dumps(made), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
