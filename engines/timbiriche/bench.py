"""The positions whose exact solution `ingenio bench` times."""

from __future__ import annotations

LINES = (
    "timbiriche rows=3 cols=3",
    "timbiriche rows=3 cols=3 misere=yes",
    "timbiriche rows=4 cols=4 border=swedish",
    "timbiriche rows=4 cols=4 border=swedish misere=yes",
    "timbiriche rows=4 cols=5 border=swedish",
    "timbiriche grid=triangle side=4",
    "timbiriche grid=hex side=2",
    "timbiriche rows=5 cols=5 border=swedish : b2c2 c3d3 d4d5",
)
"""Match lines: those that are exact within a second (misère: by a full table), then one that takes longer.

None is in the opening book.
"""


def cases() -> tuple[str, ...]:
    """The match lines to time, the quickest first."""
    return LINES
