"""The positions whose search `ingenio bench` times."""

from __future__ import annotations

LINES = (
    "gyges setup=231132/231132",
    "gyges setup=321123/321123",
    "gyges setup=112233/332211",
    "gyges position=030123/000100/000200/000000/000330/202110 turn=0",
    "gyges position=001300/000000/002131/002030/030020/002010 turn=1",
)
"""Match lines: starts, a position with many moves, and a win in four to be proved."""
NODES = 2_500_000
"""Nodes of a search that proves nothing: a few seconds."""
