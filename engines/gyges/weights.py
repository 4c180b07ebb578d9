"""What the estimate of a position counts, tuned by games of the program against itself, and its scale.

`python -m tests.benchmarks.gyges_tuning` plays such games and prints weights.
"""

from __future__ import annotations

WEIGHTS = (364, 12, 62, -3, 9, 38, -65, 30, 8, 62, 28, -8, 0)
"""What each fact of `search/kernel.py` counts, in their order."""
SCALE = 900.0
"""The estimate at which the hyperbolic tangent is 0.76."""

LONGEST = 1_000.0
"""More moves of one side than any match has: the bound of what is not proved."""
