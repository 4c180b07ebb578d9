"""The lesson of the Swedish board: what changes when the border is drawn before the first move."""

from __future__ import annotations

from app.learn.course import Course, Step, after_moves, reply_best
from app.learn.edges import closes_all, exchanged, keeps_most, leaves_none_safe, nothing_to_close, stays_safe

ONLY_THE_BORDER = "timbiriche rows=3 cols=3 border=swedish"
THREE_SAFE_LINES = "timbiriche border=swedish : b2b3 d3d4 c3d3 b3b4 c1c2 c4c5"
"""Two of the three leave another safe line."""
CORNER_GIVEN = "timbiriche rows=3 cols=4 border=swedish first=1 : b2b3 c3d3 c2c3 c1c2 a2b2"
"""A line at the corner has been drawn, and the border does the rest."""
ONLY_CHAINS = "timbiriche rows=3 cols=3 border=swedish : b2c2 b3c3"
"""After two lines: a single cell in the middle, and a chain of three above and below."""
OPENED_LOOP = "timbiriche rows=3 cols=4 border=swedish : d2d3 c1c2 c2c3 c3c4 b2b3 b1b2"
"""A loop of six has just been opened; three cells at the other side are left."""

COURSE = Course(
    steps=(
        Step(line=ONLY_THE_BORDER, judge=stays_safe, done=after_moves(1)),
        Step(line=THREE_SAFE_LINES, judge=leaves_none_safe, done=after_moves(1)),
        Step(line=CORNER_GIVEN, judge=closes_all, done=nothing_to_close),
        Step(line=ONLY_CHAINS, judge=keeps_most, done=after_moves(1), reply=reply_best, helped=True),
        Step(line=OPENED_LOOP, judge=keeps_most, done=after_moves(3), reply=reply_best),
    ),
    other_side=exchanged,
    challenge={"tablero": "grid=square rows=3 cols=3", "nivel": "facil"},
)
