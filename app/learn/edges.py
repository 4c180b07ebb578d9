"""Goals of the lessons in which lines are drawn."""

from __future__ import annotations

from app.learn.course import Attempt, Verdict
from engines.core.match import Match


def closes(attempt: Attempt) -> Verdict:
    """The line closes a cell."""
    closed = attempt.did.get("closed")
    if closed is None:
        return Verdict(False, "closes-nothing", {"count": haul(attempt.after)})
    return Verdict(True, "closed", closed)


def closes_all(attempt: Attempt) -> Verdict:
    """The line closes a cell, in a turn that goes on until nothing can be closed."""
    verdict = closes(attempt)
    if verdict.right and not nothing_to_close(attempt.after, 1):
        return Verdict(True, "closed-and-more", {"count": haul(attempt.after)})
    return verdict


def stays_safe(attempt: Attempt) -> Verdict:
    """The line leaves no cell a single side short."""
    if "offered" in attempt.did:
        return Verdict(False, "third-side", {"count": haul(attempt.after)})
    return Verdict(True, "safe", {"count": int(attempt.leaves.get("safe-left", {}).get("count", 0))})


def leaves_none_safe(attempt: Attempt) -> Verdict:
    """The line is safe and leaves no other safe one."""
    verdict = stays_safe(attempt)
    left = verdict.detail["count"]
    return Verdict(False, "safe-left", {"count": left}) if verdict.right and left else verdict


def keeps_most(attempt: Attempt) -> Verdict:
    """The line keeps all cells that can be had with best play of both; every other one costs some."""
    detail: dict[str, str | int] = {"count": haul(attempt.after), "loss": attempt.loss}
    if "closed" in attempt.did:
        detail["count"] = int(attempt.did["closed"]["count"])
        return Verdict(not attempt.loss, "takes-too-many" if attempt.loss else "took", detail)
    if haul(attempt.before):
        return Verdict(not attempt.loss, "leaves-wrong" if attempt.loss else "left", detail)
    return Verdict(not attempt.loss, "gives-more" if attempt.loss else "gave-least", detail)


def nothing_to_close(match: Match, right: int) -> bool:
    """Whether no line closes a cell now: a goal is reached after `right` moves that did."""
    return right > 0 and not any(_closes(match, move) for move in match.legal_moves())


def haul(match: Match) -> int:
    """The cells that whoever is to move can close in this turn, one after the other."""
    mover, taken = match.turn, 0
    while match.turn == mover and mover is not None:
        closing = next((move for move in match.legal_moves() if _closes(match, move)), None)
        if closing is None:
            break
        before = sum(match.state.score)
        match = match.play(closing)
        taken += sum(match.state.score) - before
    return taken


def exchanged(line: str) -> str:
    """The same position with the other seat to move, and what each drew exchanged."""
    head, between, moves = line.partition(" :")
    if " first=1" in head:
        return head.replace(" first=1", "") + between + moves
    return f"{head} first=1{between}{moves}"


def _closes(match: Match, move: str) -> bool:
    after, before = match.play(move).state.score, match.state.score
    return bool(sum(after) > sum(before))
