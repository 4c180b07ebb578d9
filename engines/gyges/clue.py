"""What leads to a good move before it is told: a true thought, and the piece to move."""

from __future__ import annotations

from engines.core.game import Clue, Fact
from engines.gyges.board import NAMES, SIZE, row_of
from engines.gyges.insight import threats
from engines.gyges.rules import State

FACTS = (
    "think-first-row",
    "think-second-row",
    "think-open-row",
    "think-win",
    "think-forced",
    "think-lost",
    "think-parry",
    "think-few-safe",
    "think-threaten",
    "think-guard",
    "where-row",
    "where-piece",
)


def clue(state: State, move: str, reasons: tuple[Fact, ...]) -> Clue:
    """The thought behind `move`, from what speaks for it, and its piece or the row that is to be placed."""
    if state.to_place:
        row = 0 if state.mover == 0 else SIZE - 1
        cells = frozenset(NAMES[row * SIZE : (row + 1) * SIZE])
        return Clue(_placing(state, move), Fact("where-row", {"row": row + 1}), cells)
    start, _, _ = state.read(move)
    pieces = sum(1 for piece in state.ends() if row_of(piece) == row_of(start))
    where: dict[str, str | int] = {"cell": NAMES[start], "rings": state.board[start], "count": pieces}
    return Clue(_thought(reasons), Fact("where-piece", where), frozenset((NAMES[start],)))


def _placing(state: State, move: str) -> Fact:
    """Whoever places first is seen by the other; the second row should leave no win at once."""
    if state.to_place == 2:
        return Fact("think-first-row")
    after = state.play(move)
    return Fact("think-open-row" if threats(after, after.mover) else "think-second-row")


def _thought(reasons: tuple[Fact, ...]) -> Fact:
    found = {reason.code: reason.detail for reason in reasons}
    if "enters" in found:
        return Fact("think-win")
    if "wins-in" in found:
        return Fact("think-forced", {"count": found["wins-in"]["count"]})
    if "loses-in" in found or ("leaves-no-win" not in found and "parries" not in found):
        return Fact("think-lost")
    if "parries" in found:
        return Fact("think-parry", found["parries"])
    for code in ("only-safe", "few-safe"):
        if code in found:
            return Fact("think-few-safe", {"count": found[code].get("count", 1)})
    return Fact("think-threaten" if "threatens" in found else "think-guard")
