"""The positions whose evaluation `ingenio bench` times."""

from __future__ import annotations

LINES = (
    "ayu size=5",
    "ayu size=9 position=........./wbw..b.bw/wb.b.b.b./.bbbwwww./..wbw.wb./..w.wbw../www.bbb.w/w...b..bw/"
    "..bb..... turn=0",
    "ayu size=9",
    "ayu size=11",
)
"""Match lines: one that is proved at once, an ending, and two openings, which are estimated."""
