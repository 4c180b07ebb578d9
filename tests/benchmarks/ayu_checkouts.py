"""Maestro of two checkouts at equal processor time: `python -m tests.benchmarks.ayu_checkouts ...`.

Arguments: `OTHER SIZE GAMES SECONDS [SEED]`, OTHER being the folder of another checkout of the project. Each
checkout answers from a process of its own, and only one of them thinks at a time. There the clock of a limit
counts processor seconds, so that other programs on the machine take nothing away. Openings of two to six
random moves are played twice with sides changed. Printed: wins of this checkout, draws, losses, and
processor seconds a move.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

STEP = 0.001
"""Seconds between looks at the clock."""


def answer(seconds: float) -> None:
    """Read lines of a seed and a match, and write Maestro's move and the processor seconds it took."""
    from engines.core.limit import Limit
    from engines.registry import read_match

    @contextmanager
    def clock(self: Limit) -> Iterator[Limit]:
        over = threading.Event()

        def watch(until: float) -> None:
            while time.process_time() < until and not over.wait(STEP):
                pass
            if not over.is_set():
                self.stop()

        if self.seconds is not None:
            threading.Thread(target=watch, args=(time.process_time() + self.seconds,), daemon=True).start()
        try:
            yield self
        finally:
            over.set()

    Limit.clock = clock  # type: ignore[method-assign]
    for line in sys.stdin:
        seed, _, text = line.strip().partition(" ")
        match = read_match(text)
        began = time.process_time()
        move = match.game.level("maestro").choose(match.state, Random(seed), Limit(seconds=seconds))
        print(move, time.process_time() - began, flush=True)


class Answers:
    """The process that answers for a checkout."""

    def __init__(self, checkout: Path, seconds: float) -> None:
        self.spent, self.moves = 0.0, 0
        self._process = subprocess.Popen(
            [sys.executable, __file__, "answer", str(seconds)],
            cwd=checkout,
            env={**os.environ, "PYTHONPATH": str(checkout)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def choose(self, line: str, seed: str) -> str:
        """The move in a match, given as a line."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(seed, line, file=self._process.stdin, flush=True)
        move, seconds = self._process.stdout.readline().split()
        self.spent += float(seconds)
        self.moves += 1
        return move

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def main(arguments: list[str]) -> int:
    """Play one match and print how it stands after every pair of games."""
    if len(arguments) not in (4, 5):
        print(__doc__, file=sys.stderr)
        return 2
    from tests.benchmarks.ayu import opening

    size, games, seconds = int(arguments[1]), int(arguments[2]), float(arguments[3])
    seed = int(arguments[4]) if len(arguments) == 5 else 1
    players = [Answers(checkout, seconds) for checkout in (Path.cwd(), Path(arguments[0]).resolve())]
    try:
        for player in players:
            player.choose(opening(size, Random(seed)).to_text(), "warm")
            player.spent, player.moves = 0.0, 0
        wins = draws = 0
        for number in range(games):
            match = opening(size, Random(f"{seed}/{number // 2}"))
            while match.turn is not None:
                player = players[match.turn ^ number % 2]
                match = match.play(player.choose(match.to_text(), f"{seed}/{number}/{match.ply}"))
            winner = None if match.outcome is None else match.outcome.winner
            draws += winner is None
            wins += winner is not None and winner ^ number % 2 == 0
            if number % 2:
                took = " and ".join(f"{player.spent / max(1, player.moves):.3f}" for player in players)
                print(
                    f"{size} x {size}, {number + 1} games: {wins} won, {draws} drawn,"
                    f" {number + 1 - wins - draws} lost; {took} processor seconds a move",
                    flush=True,
                )
    finally:
        for player in players:
            player.close()
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["answer"]:
        answer(float(sys.argv[2]))
    else:
        raise SystemExit(main(sys.argv[1:]))
