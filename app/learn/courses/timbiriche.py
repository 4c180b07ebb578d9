"""The lesson of Timbiriche: closing, the extra move, safe edges, chains and loops, the double-cross."""

from __future__ import annotations

from app.learn.course import Course, Step, after_moves, reply_at, reply_best
from app.learn.edges import closes, closes_all, exchanged, keeps_most, nothing_to_close, stays_safe

ONE_CELL_SHORT = "timbiriche rows=2 cols=2 drawn=a1b1,a1a2,a2b2,b2b3,b3c3,c2c3"
"""Two cells lack one side each: a1 and the one in the opposite corner."""
ROW_OF_THREE = "timbiriche rows=2 cols=3 drawn=a1b1,b1c1,c1d1,a2b2,b2c2,c2d2,a1a2,a3b3,c3d3"
"""The upper row falls cell by cell, from the left."""
FIRST_LINES = "timbiriche rows=3 cols=3 : b3c3 c1c2 a1b1 b2b3 d2d3 d1d2 b1b2 b3b4"
NO_SAFE_LINE = (
    "timbiriche rows=3 cols=3 first=1 drawn=a1b1,a2a3,a3b3,b1c1,b2b3,b3b4,b4c4,c1d1,c2d2,c4d4,d2d3,d3d4"
    " : a2b2 b2c2"
)
"""A single cell in the corner, a chain of three along the top, a loop of four."""
OPENED_CHAIN = (
    "timbiriche rows=3 cols=3 first=1 drawn=a1b1,a2b2,a3a4,a4b4,b1c1,b2c2,b3c3,b4c4,c1d1,c2c3,c3d3,c4d4,d1d2"
    " : b2b3 a1a2"
)
"""A chain of four has just been opened; another chain of four is left."""

COURSE = Course(
    steps=(
        Step(line=ONE_CELL_SHORT, judge=closes, done=after_moves(1)),
        Step(line=ROW_OF_THREE, judge=closes_all, done=nothing_to_close),
        Step(line=FIRST_LINES, judge=stays_safe, done=after_moves(2), reply=reply_at("medio")),
        Step(line=NO_SAFE_LINE, judge=keeps_most, done=after_moves(1), reply=reply_best, helped=True),
        Step(line=OPENED_CHAIN, judge=keeps_most, done=after_moves(3), reply=reply_best),
    ),
    other_side=exchanged,
    challenge={"tablero": "grid=square rows=3 cols=3", "nivel": "facil"},
)
