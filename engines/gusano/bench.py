"""The positions whose exact solution `ingenio bench` times."""

from __future__ import annotations

LINES = (
    "gusano board=square4 rows=7 cols=7 start=a1",
    "gusano board=square4 rows=8 cols=8 start=a1",
    "gusano board=square4 rows=8 cols=8 start=d4",
    "gusano board=square8 rows=6 cols=6 start=a1",
    "gusano board=square8 rows=6 cols=6 start=c3",
    "gusano board=knight rows=6 cols=6 start=a1",
    "gusano board=hex side=4 start=a1",
    "gusano board=hex side=4 start=d4",
    "gusano board=cylinder rows=7 cols=7 start=a1",
    "gusano board=mobius rows=7 cols=7 start=a1",
    "gusano board=torus rows=6 cols=6 start=a1",
    "gusano board=klein rows=6 cols=6 start=a1",
    "gusano board=dodecahedron start=1",
    "gusano board=icosahedron start=1",
    "gusano board=football start=1",
    "gusano board=football start=2",
    "gusano board=torus rows=7 cols=7 start=a1",
    "gusano board=klein rows=7 cols=7 start=a1",
    "gusano board=cylinder rows=8 cols=8 start=a1",
    "gusano board=knight rows=7 cols=7 start=d4",
    "gusano board=mobius rows=8 cols=8 start=a1",
    "gusano board=hex side=5 start=e5",
    "gusano board=torus rows=8 cols=8 start=a1",
    "gusano board=square8 rows=7 cols=7 start=a1",
)
"""Match lines: boards that are exact within a second, those within ten, and the largest that were solved."""


def cases() -> tuple[str, ...]:
    """The match lines to time, the quickest first."""
    return LINES
