"""Plays the games of `games.txt` again: `python -m tests.engines.reviews.record > .../games.txt`.

With `decided` it prints those of `decided.txt`, which are only won or lost.

Two levels of each game against each other, with fixed seeds and a limit in nodes, so that the same engines
play the same games. The file is data: it need not change when a level learns to play better.
"""

from __future__ import annotations

import sys
import zlib
from random import Random

from engines.core.limit import Limit
from engines.core.match import Match
from engines.registry import read_match

BEGINNINGS = (
    ("gusano rows=5 cols=5 start=c3", "medio", "facil"),
    ("gusano rows=5 cols=5 start=a1", "facil", "dificil"),
    ("gusano rows=4 cols=4 start=b2 blocked=a4,c2 values=b1:-2,a3:7,b3:5", "medio", "medio"),
    ("gusano board=torus rows=4 cols=4 start=b2", "facil", "facil"),
    ("gusano board=hex side=3 start=c3", "medio", "dificil"),
    ("gusano board=knight rows=5 cols=5 start=c3 pairs=2", "facil", "medio"),
    ("gusano board=cube start=1", "facil", "medio"),
    ("timbiriche rows=2 cols=2", "facil", "medio"),
    ("timbiriche rows=2 cols=3 misere=yes", "facil", "medio"),
    ("timbiriche rows=3 cols=3", "medio", "facil"),
    ("timbiriche rows=3 cols=3", "dificil", "medio"),
    ("timbiriche rows=3 cols=3 misere=yes", "medio", "facil"),
    ("timbiriche border=swedish", "medio", "medio"),
    ("timbiriche border=swedish", "facil", "dificil"),
    ("timbiriche border=swedish misere=yes", "medio", "facil"),
    ("timbiriche grid=triangle side=3", "facil", "medio"),
    ("timbiriche grid=hex side=2 border=swedish", "medio", "facil"),
)
DECIDED = (
    ("ayu size=5", "facil", "medio"),
    ("ayu size=5", "medio", "facil"),
    ("ayu size=7", "facil", "facil"),
    ("ayu size=9", "medio", "dificil"),
    ("gyges setup=231132/231132", "medio", "dificil"),
    ("gyges setup=321123/123321", "facil", "facil"),
    ("gyges setup=112233/332211 replace=no", "facil", "medio"),
)
NODES = 20_000


def play(line: str, first: str, second: str) -> Match:
    """One game between two levels; its seed comes from its line."""
    match, random = read_match(line), Random(zlib.crc32(f"{line} {first} {second}".encode()))
    levels = (match.game.level(first), match.game.level(second))
    while match.turn is not None:
        match = match.play(levels[match.turn].choose(match.state, random, Limit(nodes=NODES)))
    return match


def main() -> None:
    """Print the games."""
    for line, first, second in DECIDED if "decided" in sys.argv[1:] else BEGINNINGS:
        print(play(line, first, second).to_text())


if __name__ == "__main__":
    main()
