"""What each first row leaves its side: `python -m tests.benchmarks.gyges_rows` prints the table.

Every pair of rows is searched two plies deep; a row is worth what its best answer leaves. Rows that are
mirror images are worth the same. The table stands in `engines/gyges/openings.py`.
"""

from __future__ import annotations

from engines.core.limit import Limit
from engines.gyges.placing import worth
from engines.gyges.rules import State, Variant
from engines.gyges.setup import ROWS, board_from
from engines.gyges.thinking import Thinking

DEPTH = 2


def row_worth(south: str, depth: int) -> float:
    """What a row is worth to seat 0 after the best answer."""
    thinking = Thinking(Variant())
    thinking.begin(Limit())
    worths = (worth(thinking, State(board_from(south, north), 0), depth) for north in ROWS)
    return min(value for value in worths if value is not None)


def first_rows(depth: int) -> dict[str, float]:
    """The worth of each row."""
    found: dict[str, float] = {}
    for south in ROWS:
        found[south] = found[south[::-1]] if south[::-1] in found else row_worth(south, depth)
    return found


def main() -> None:
    """Print the table."""
    for row, value in first_rows(DEPTH).items():
        print(f'    "{row}": {value},', flush=True)


if __name__ == "__main__":
    main()
