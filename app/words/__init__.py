"""What every code of a game is called in words. One module a game; all texts go through gettext.

A function, not a constant, wherever a sentence depends on numbers or on the language of the request:
nothing here is translated before somebody reads it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

from engines.core.drawing import Place
from engines.core.game import Fact

Say = Callable[[], str]
"""A fixed text in the language of the request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryWords:
    """A card of the home page: its name, one line that invites, and a sentence for search engines."""

    name: Say
    line: Say
    summary: Say


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWords:
    """The words of one game. Each mapping's keys are the codes of the card, complete (a test checks)."""

    entries: Mapping[str, EntryWords]
    how: Callable[[str], str]
    """How a move is made, for somebody who has not made one yet: a sentence or two, from the code of the role
    of the side, in games that have roles."""
    reasons: Mapping[str, Callable[[Mapping[str, str | int]], str]]
    """Why a move is refused: a whole sentence, from the refusal's detail."""
    outcomes: Mapping[str, Say]
    """How the game ended, as a clause: 'por casillas'."""
    events: Mapping[str, Callable[[Mapping[str, str | int]], str]]
    """What a move did, as a sentence without a subject: 'Cerró una casilla y vuelve a jugar.'"""
    place: Callable[[Place], str]
    """A place on the board for somebody who hears it: name and state."""
    options: Mapping[str, Say]
    """Labels of the settings, by key."""
    values: Callable[[str, str], str]
    """What a value of a setting is called: key, value."""
    board: Callable[[Mapping[str, str]], str]
    """The settings of a pictured board in few words: '4 × 4', 'Triángulo'."""
    unit: Callable[[float], str]
    """A value in the game's unit: '3 casillas'."""
    facts: Mapping[str, Callable[[Mapping[str, str | int]], str]]
    mine: Mapping[str, Callable[[Mapping[str, str | int]], str]] = field(default_factory=dict)
    """The sentences of `events` told to the one who moved: 'Cerraste una casilla: vuelves a jugar.'"""
    move: Callable[[str], str] = str
    """A move for somebody who hears it: 'línea de a1 a b1'."""
    roles: Mapping[str, Say] = field(default_factory=dict)
    """What the sides of the present round are called, by the codes of the card."""
    buttons: Mapping[str, Say] = field(default_factory=dict)
    """What is written on the button of a token that is no place of the board, by token."""
    explained: Mapping[str, Say] = field(default_factory=dict)
    """What such a button does, in one sentence, by token, where that needs to be said."""
    pointing: Say | None = None
    """What pointing at a place shows, in games in which it shows anything, for those who do not know."""
    good_for: Callable[[Mapping[str, str]], str] | None = None
    """What a pictured board is good for, in two words, from its settings; empty for most."""
    marks: Mapping[str, Say] = field(default_factory=dict)
    """What the clicks so far make of a place, by mark, to be heard after its name: 'puede moverse'."""
    parts: Mapping[str, Say] = field(default_factory=dict)
    """The kinds of pieces that an arrangement puts."""
    digits: Say | None = None
    """The switch that writes a digit on each piece, in games whose drawing has them."""
    go_on: Say | None = None
    """The button that goes on with a walk from a place where it could stay."""
    stay: Say | None = None
    """The button that ends it there."""
    lead: Callable[[float], str] | None = None
    """What was lost where a value is a difference, so that losses may add up to more than the board holds:
    '3 casillas de ventaja'. Without it a loss is told in the game's unit."""
    worth: Callable[[float, tuple[str, str]], str] | None = None
    """What a position of a game in points is worth, from the value and what the seats are called: 'Rival: 3
    casillas más'. Without it the value is told in the game's unit alone."""
    scale: Say | None = None
    """What is high in the graph of a game in points: 'Arriba, más casillas para el jugador 1.'"""
    notes: Mapping[str, Callable[[Mapping[str, str | int]], str]] = field(default_factory=dict)
    """The moments of a match that the card's story points out, as sentences without a subject."""
    starts: Say | None = None
    """The set-up form's question about who begins, where the general one does not fit."""
    starts_note: Say | None = None
    """A sentence below that question."""
    again: Say | None = None
    """The button that breaks a tie with another game."""
    headlines: Mapping[str, Say] = field(default_factory=dict)
    """The result in large words, for the outcomes that have no winner and are no draw either."""
    task: Callable[[str, bool], str] | None = None
    """What is to be done when this game is set as a task against a strong opponent: a sentence or two, from
    the role of whoever has it ("" in a game without roles) and whether it is their turn."""
    editor: Say | None = None
    """The link to the game's board editor, at `/juegos/<slug>/editor`, if it has one."""


def say_fact(sentences: Mapping[str, Callable[[Mapping[str, str | int]], str]], fact: Fact) -> str:
    """A fact as a sentence. KeyError if its code has no words."""
    return sentences[fact.code](fact.detail)


@cache
def words_of(slug: str) -> GameWords:
    """The words of a game: `WORDS` in the module of this folder that is called like the game's slug."""
    words: GameWords = importlib.import_module(f"app.words.{slug}").WORDS
    return words
