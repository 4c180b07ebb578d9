"""A second referee, written apart from the game: dots are points, cells the faces between edges."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import atan2, dist

from engines.boards.tiling import Tiling

Pair = frozenset[str]


def _faces(points: dict[str, tuple[float, float]], pairs: set[Pair]) -> list[set[Pair]]:
    """The bounded faces of a planar figure: from each edge keep turning to the next one round the dot."""
    around = {
        dot: sorted(
            (other for pair in pairs if dot in pair for other in pair - {dot}),
            key=lambda other, at=points[dot]: atan2(points[other][1] - at[1], points[other][0] - at[0]),
        )
        for dot in points
    }
    left = {(one, two) for pair in pairs for one in pair for two in pair - {one}}
    faces = []
    while left:
        start = here = min(left)
        walk = []
        while True:
            left.discard(here)
            walk.append(here)
            ring = around[here[1]]
            here = (here[1], ring[(ring.index(here[0]) - 1) % len(ring)])
            if here == start:
                break
        area = sum(points[a][0] * points[b][1] - points[b][0] * points[a][1] for a, b in walk)
        if area > 0:
            faces.append({frozenset(step) for step in walk})
    return faces


@dataclass
class Referee:
    """Keeps the score of a game on the dots of a board."""

    board: Tiling
    turn: int = 0
    score: list[int] = field(default_factory=lambda: [0, 0])

    def __post_init__(self) -> None:
        points = {dot.name: dot.at for dot in self.board.dots}
        self.free = {
            frozenset((a, b)) for a in points for b in points if 0.9 < dist(points[a], points[b]) < 1.1
        }
        self.open_faces = _faces(points, self.free)

    def give(self, names: Iterable[str]) -> None:
        """Draw edges that are nobody's."""
        for name in names:
            self._draw(name)

    def play(self, name: str) -> None:
        """The side to move draws an edge."""
        closed = self._draw(name)
        self.score[self.turn] += closed
        if not closed:
            self.turn = 1 - self.turn

    def _draw(self, name: str) -> int:
        second = next(place for place in range(1, len(name)) if name[place].isalpha())
        self.free.remove(frozenset((name[:second], name[second:])))
        still = [face for face in self.open_faces if face & self.free]
        closed = len(self.open_faces) - len(still)
        self.open_faces = still
        return closed
