"""Compiled hash of a web that does not depend on how its joints and strings are numbered.

Joints get colours: first by their strings to the outside and to themselves, then, as often as it can matter,
by the links to the other joints and their colours (colour refinement); all strings between two joints are
one link. Up to five joints that tells apart whatever is not isomorphic: among joints that keep one colour,
or two, the links of one kind can only be a matching, a circle or everything, and these fit together in one
way. `test_likeness.py` counts them. Six joints are too many: a circle of six looks like two circles of
three.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64

from engines.core.bits import ONE, ZERO
from engines.core.jit import kernel
from engines.timbiriche.kernel import S31, counts, line

MOST_JOINTS = 5

LONE, MARK, TWINS, OTHER, COLOURS, FRESH, LINKS = 256, 257, 258, 259, 260, 268, 276
GROUP_WORDS = LINKS + 64
"""Words of `groups`: four for each group, then what belongs to no single one, then room for colours."""

CELLS, LEFT, NUMBER = 0, 1, 2
FACTS = NUMBER + 64
"""Numbers in `facts`: all cells, the joints that are left, and each joint's number among those left."""

CLOSED = np.uint64(0xFFFFFFFF)
MIX2 = np.uint64(0xBF58476D1CE4E5B9)
MIX3 = np.uint64(0x94D049BB133111EB)
MIX4 = np.uint64(0xD6E8FEB86659FD93)
MIX5 = np.uint64(0xA0761D6478BD642F)
S29, S32 = np.uint64(29), np.uint64(32)


@kernel(uint64(uint64))
def mix(word: Any) -> Any:
    """A word that looks random; different for different words."""
    word *= MIX4
    word ^= word >> S32
    word *= MIX2
    return word ^ (word >> S29)


@kernel(uint64(int64, line, counts))
def likeness(found: Any, groups: Any, facts: Any) -> Any:
    """Hash the groups that hang on at most MOST_JOINTS joints; a second hash goes to `groups[OTHER]`."""
    left = facts[LEFT]
    for joint in range(left):
        groups[COLOURS + joint] = MIX3
        for other in range(left):
            groups[LINKS + 8 * joint + other] = ZERO
    for i in range(found):
        one = int64(groups[4 * i + 2])
        two = int64(groups[4 * i + 3])
        if groups[4 * i + 2] == CLOSED or one + two == 0:
            continue
        word = mix(groups[4 * i + 1] + ONE)
        if one == 0 or two == 0:
            groups[COLOURS + facts[NUMBER + one + two - 1]] += word
        elif one == two:
            groups[COLOURS + facts[NUMBER + one - 1]] += word * MIX5
        else:
            first = facts[NUMBER + one - 1]
            second = facts[NUMBER + two - 1]
            groups[LINKS + 8 * first + second] += word
            groups[LINKS + 8 * second + first] += word
    for _ in range(left - 1):
        for joint in range(left):
            groups[FRESH + joint] = mix(groups[COLOURS + joint])
        for joint in range(left):
            colour = groups[FRESH + joint]
            for other in range(left):
                link = groups[LINKS + 8 * joint + other]
                if link != ZERO:
                    colour += mix(link ^ (groups[FRESH + other] * MIX5))
            groups[COLOURS + joint] = colour
    whole = ZERO
    again = ZERO
    for joint in range(left):
        colour = mix(groups[COLOURS + joint] + MIX5)
        whole += colour
        again += (colour ^ (colour >> S31)) * MIX5
    groups[OTHER] = again
    return whole
