"""Who plays whom in a league: a pure function of who is free, whom they have met and how they stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

GATHER_SECONDS: Final = 15.0
"""How long somebody waits for an opponent they have not met before anybody, or the computer, will do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Free:
    """A pupil who is free to play."""

    pupil: int
    waited: float = GATHER_SECONDS
    """Seconds since the pupil asked for an opponent."""
    halves: int = 0
    """Points in the league, counted in halves."""
    lead: int = 0
    """How many games more in the first seat than in the second."""
    alone: int = 0
    """How often the computer stood in."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two pupils who are to play two games; `first` begins the first one. Nobody: the computer."""

    first: int | None
    second: int | None

    @property
    def pupils(self) -> tuple[int, ...]:
        """Those of the two who are pupils."""
        return tuple(each for each in (self.first, self.second) if each is not None)


Met = Mapping[frozenset[int], int]
"""How often two pupils were paired."""
_Two = tuple[Free, Free | None]
_Cost = tuple[int, int, int, int]


def draw(free: Iterable[Free], met: Met, seed: str) -> list[Pairing]:
    """Pair all who are free: nobody twice, and at most one with the computer.

    As few as can be play somebody they have met, and then the one they met least; the computer stands in for
    whom it did least; points are close. Chance, the same for the same seed, decides the rest.
    """
    random = Random(seed)
    order = sorted(free, key=lambda each: each.pupil)
    random.shuffle(order)
    return [_seated(two, random) for two in _matched(order, met)]


def draw_due(free: Iterable[Free], met: Met, seed: str) -> list[Pairing]:
    """Of the pairings of `draw` those that are to be made now: whoever is in another one waits a little more.

    Two who have not met begin at once.
    """
    known = {each.pupil: each for each in free}

    def due(pairing: Pairing) -> bool:
        pupils = pairing.pupils
        unmet = len(pupils) == 2 and not met.get(frozenset(pupils), 0)
        return unmet or any(known[each].waited >= GATHER_SECONDS for each in pupils)

    return [each for each in draw(known.values(), met, seed) if due(each)]


def _matched(order: list[Free], met: Met) -> list[_Two]:
    """Pairs that no exchange between two of them makes better, beginning with the best for each in turn."""
    left: list[Free | None] = [*order]
    if len(left) % 2:
        left.append(None)
    pairs: list[_Two] = []
    while left:
        one = left.pop(0)
        assert one is not None  # nobody stands last, and is taken by whoever comes before
        best = min(left, key=lambda other: _cost((one, other), met))
        left.remove(best)
        pairs.append((one, best))
    while _improved(pairs, met):
        pass
    return pairs


def _improved(pairs: list[_Two], met: Met) -> bool:
    """Exchange partners between two pairs wherever that is better. Whether anything changed."""
    changed = False
    for i in range(len(pairs)):
        for j in range(i + 1, len(pairs)):
            (a, b), (c, d) = pairs[i], pairs[j]
            here = _sum(pairs[i], pairs[j], met)
            for one, other in (((a, c), _pair(b, d)), ((a, d), _pair(b, c))):
                if _sum(one, other, met) < here:
                    here = _sum(one, other, met)
                    pairs[i], pairs[j] = one, other
                    changed = True
    return changed


def _pair(one: Free | None, other: Free | None) -> _Two:
    """Two of whom one may be nobody, the pupil first."""
    if one is None:
        assert other is not None
        return other, None
    return one, other


def _sum(one: _Two, other: _Two, met: Met) -> _Cost:
    first, second = _cost(one, met), _cost(other, met)
    return first[0] + second[0], first[1] + second[1], first[2] + second[2], first[3] + second[3]


def _cost(two: _Two, met: Met) -> _Cost:
    """What speaks against a pair: meeting again, how often, one who was alone, the points apart."""
    one, other = two
    if other is None:
        return 0, 0, one.alone, 0
    before = met.get(frozenset((one.pupil, other.pupil)), 0)
    return int(before > 0), before, 0, abs(one.halves - other.halves)


def _seated(two: _Two, random: Random) -> Pairing:
    """Whoever began less often begins; with the computer, whoever did not begin more often than not."""
    one, other = two
    leads = one.lead - (other.lead if other is not None else 0)
    begins = leads < 0 or (leads == 0 and random.random() < 0.5)
    names = one.pupil, other.pupil if other is not None else None
    return Pairing(*names) if begins else Pairing(*reversed(names))
