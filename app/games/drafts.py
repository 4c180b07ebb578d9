"""What somebody has clicked of a move that is not played yet, and what pressing each place would do.

A draft is a text, kept by addresses and forms and nowhere else. It is one of:

    b1-d4       the clicks of a move, as far as they go
    b1~b2~c2    the places of a walk (`Game.walk`); `~` at its end: on a landing, to go on and not to stay
    300100      an arrangement of the game's own (`Game.arrange`), while the next move is one
"""

from __future__ import annotations

from collections.abc import Iterable
from random import SystemRandom
from typing import Final

from app.games.view import Drafting, Press
from engines.core.game import IllegalMove, Walk
from engines.core.match import Match
from engines.core.notation import by_next_token, next_tokens, tokens

MAX_DRAFT: Final = 256
"""Characters of the longest draft that is read: longer than any move."""
STEP: Final = "~"


def read_draft(match: Match, text: str, stepping: bool) -> Drafting:
    """A draft of the next move of a match that is not over; `stepping`: pieces are walked place by place.

    Raises IllegalMove for a draft that leads to no legal move, with the reason.
    """
    text = text if STEP in text else text.strip("-")
    if len(text) > MAX_DRAFT:
        raise IllegalMove(text[:20], "not-a-move", text=text[:20])
    game, state = match.game, match.state
    if game.arrange is not None and (found := game.arrange(state, text, SystemRandom())) is not None:
        presses = {place: Press("elegir", without) for place, without in found.taking.items()}
        choices = frozenset(presses)
        return Drafting(
            text=text,
            choices=choices,
            presses=presses,
            move=found.move,
            arranging=found,
            shown=found.shown,
        )
    if game.walk is not None and (STEP in text or (stepping and text and "-" not in text)):
        return _walked(match, text, stepping)
    return _clicked(match, tokens(text) if text else (), stepping)


def _clicked(match: Match, clicks: tuple[str, ...], stepping: bool) -> Drafting:
    game, state, legal = match.game, match.state, match.legal_moves()
    following, whole = by_next_token(legal, clicks), "-".join(clicks) in legal
    if clicks and not following and not whole:
        raise _refusal(match, clicks)
    presses = {token: _press(match, moves, (*clicks, token), stepping) for token, moves in following.items()}
    if clicks:
        presses = {**_otherwise(match, clicks), **_instead(match, clicks, whole), **presses}
    move = "-".join(clicks) if whole and clicks else None
    shown = game.selection(state, clicks) if game.selection is not None else None
    return Drafting(
        text="-".join(clicks),
        clicks=clicks,
        choices=frozenset(following),
        presses=presses,
        move=move,
        repeats=match.repeated_by(move) if move else None,
        shown=shown,
    )


def _press(match: Match, moves: Iterable[str], clicks: tuple[str, ...], stepping: bool) -> Press:
    """What one more click does: it plays a whole move, or it is shown. `moves`: at least all that begin so.

    A click on a place that was clicked before may have been meant to take it back: that is shown too. So
    is, where the piece may go on as well as stay, the question which of the two is meant.
    """
    game, written = match.game, "-".join(clicks)
    following, whole = next_tokens(moves, clicks)
    if whole and not following:
        return Press("elegir" if clicks[-1] in clicks[:-1] else "move", written)
    if game.walk is not None and game.selection is not None and len(clicks) > 1 and not stepping:
        path = game.selection(match.state, clicks).path
        if path and (walk := game.walk(match.state, path)).draft == clicks and walk.onward:
            return Press("elegir", STEP.join(path))
    return Press("elegir", written)


def _instead(match: Match, clicks: tuple[str, ...], whole: bool) -> dict[str, Press]:
    """To end a move in another way than with its last click."""
    if not whole or len(clicks) < 2:
        return {}
    others, _ = next_tokens(match.legal_moves(), clicks[:-1])
    return {token: Press("elegir", "-".join((*clicks[:-1], token))) for token in others - {clicks[-1]}}


def _otherwise(match: Match, clicks: tuple[str, ...]) -> dict[str, Press]:
    """To begin with another piece, or not at all."""
    first, _ = next_tokens(match.legal_moves(), ())
    return {token: Press("elegir", "" if token == clicks[0] else token) for token in first}


def _walked(match: Match, text: str, stepping: bool) -> Drafting:
    game, state = match.game, match.state
    assert game.walk is not None
    path = tuple(text.rstrip(STEP).split(STEP))
    walk = game.walk(state, path)
    onward = walk.onward if stepping else frozenset(walk.landings)
    going_on = text.endswith(STEP)
    presses = _otherwise(match, path)
    for token in onward:
        steps = (token,) if stepping else walk.landings[token]
        presses[token] = _onward(match, (*path, *steps))
    return Drafting(
        text=STEP.join(path) + (STEP if going_on else ""),
        clicks=path[:1],
        choices=frozenset(onward),
        presses=presses,
        walk=walk,
        shown=walk.shown,
        stay=_press(match, match.legal_moves(), walk.draft, True)
        if walk.draft and walk.onward and not going_on
        else None,
        back=STEP.join(path[:-1]) if stepping else "",
    )


def _onward(match: Match, path: tuple[str, ...]) -> Press:
    """What a step of a walk does: where the move can only end, it ends."""
    game = match.game
    assert game.walk is not None
    walk: Walk = game.walk(match.state, path)
    if walk.onward or walk.draft is None:
        return Press("elegir", STEP.join(path))
    _, whole = next_tokens(match.legal_moves(), walk.draft)
    return Press("move" if whole else "elegir", "-".join(walk.draft))


def refused(match: Match, drafting: Drafting, places: Iterable[str]) -> dict[str, Press]:
    """What pressing each other place asks for, to be told why it cannot be: in games that can tell."""
    if match.game.refusal is None:
        return {}
    others = [place for place in places if place not in drafting.presses]
    if drafting.walk is not None:
        return {place: Press("elegir", STEP.join((*drafting.walk.path, place))) for place in others}
    return {place: Press("elegir", "-".join((*drafting.clicks, place))) for place in others}


def _refusal(match: Match, clicks: tuple[str, ...]) -> IllegalMove:
    if match.game.refusal is not None:
        return match.game.refusal(match.state, clicks)
    try:
        match.play("-".join(clicks))
    except IllegalMove as refusal:
        return refusal
    raise ValueError(f"{'-'.join(clicks)} is legal")
