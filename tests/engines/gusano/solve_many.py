"""Solve random boards and print the values: `python -m tests.engines.gusano.solve_many COUNT`."""

from __future__ import annotations

import sys

from engines.core.limit import Limit
from engines.gusano.solver import solve
from tests.engines.gusano.positions import random_lines, state_of


def main() -> None:
    for line in random_lines(int(sys.argv[1]), seed=21):
        state = state_of(line)
        if not state.is_over:
            print(line, solve(state, Limit()).low)


if __name__ == "__main__":
    main()
