"""The board in the editor: read from an address, changed by a click on a cell, and written as an address."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final
from urllib.parse import urlencode

from app.language import gettext as _
from app.language import number
from app.words import words_of
from app.words.refusals import say_setup
from engines import registry
from engines.core.drawing import Drawing
from engines.core.game import AnyGame
from engines.core.setup import BadSetup, Setup

SLUG: Final = "gusano"
PATH: Final = f"/juegos/{SLUG}/editor"
TOOLS: Final = ("obstaculo", "valor", "salida", "goma")
ROUNDS: Final = ("pairs", "rounds")
"""The settings that say how often a board is played: they are no part of it."""
CELLS: Final = ("start", "blocked", "values")
"""The settings that name cells; the others say what kind of board it is."""
_WORTH: Final = re.compile(r"-?[0-9]{1,2}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A cell to be clicked: its name, where it is, how it stands in words, and the row it belongs to."""

    name: str
    at: tuple[float, float]
    label: str
    group: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Edited:
    """A board being made. `settings` are as in the address; without a `start` it is drawn by lot.

    `problem` says why the board is refused; then there is nothing to be seen of it.
    """

    settings: Mapping[str, str]
    tool: str
    worth: str
    problem: str | None
    setup: Setup | None
    drawing: Drawing | None
    cells: tuple[Cell, ...]

    @property
    def random_start(self) -> bool:
        """Whether the start cell is left to chance."""
        return not self.settings.get("start")

    @property
    def board(self) -> str:
        """The settings in one text, as the set-up form understands them."""
        return " ".join(f"{key}={value}" for key, value in self.settings.items() if value)

    @property
    def line(self) -> str:
        """The match line; without a start cell it is only the beginning of one."""
        return f"{SLUG} {self.board}"

    @property
    def query(self) -> str:
        """The board as the query of an address."""
        return urlencode({key: value for key, value in self.settings.items() if value})

    @property
    def address(self) -> str:
        """The address of the board in the editor, without the tool in hand."""
        return f"{PATH}?{self.query}"

    def with_tool(self) -> str:
        """The same with the tool in hand."""
        return f"{self.address}&{urlencode({'herramienta': self.tool, 'valor': self.worth})}"


def game() -> AnyGame:
    """The card of the game whose boards are made here."""
    return registry.entry(SLUG)[1]


def read(sent: Mapping[str, str]) -> Edited:
    """The board of an address. Never raises: what is wrong with it is said."""
    card = game()
    tool = sent.get("herramienta", TOOLS[0])
    worth = sent.get("valor", "3")
    settings = _settings(card, sent)
    try:
        setup = card.complete(settings, Random(0))
        state = card.start(setup)
    except BadSetup as refusal:
        problem = _refusal(refusal)
        return Edited(
            settings=settings,
            tool=tool if tool in TOOLS else TOOLS[0],
            worth=worth,
            problem=problem,
            setup=None,
            drawing=None,
            cells=(),
        )
    drawing = card.draw(state)
    return Edited(
        settings={
            key: setup[key] if settings.get(key) or key not in CELLS else ""
            for key in setup
            if key not in ROUNDS
        },
        tool=tool if tool in TOOLS else TOOLS[0],
        worth=worth if _is_worth(card, worth) else "3",
        problem=None,
        setup=setup,
        drawing=drawing,
        cells=tuple(_cells(card.board(state), drawing, settings.get("start", ""))),
    )


def fitted(sent: Mapping[str, str]) -> Edited:
    """The same, without the cells that the kind and size of board do not have: after these were changed."""
    card = game()
    bare = read({key: value for key, value in sent.items() if key not in CELLS})
    if bare.setup is None:
        return bare
    names = {cell["name"] for cell in card.board(card.start(bare.setup))["cells"]}
    kept = {
        key: ",".join(word for word in sent.get(key, "").split(",") if word.partition(":")[0] in names)
        for key in CELLS
    }
    return read({**sent, **kept})


def clicked(board: Edited, cell: str) -> Edited:
    """The board after the tool in hand was used on a cell; unchanged if it has no such cell."""
    if board.setup is None or cell not in {each.name for each in board.cells}:
        return board
    blocked = [name for name in board.settings.get("blocked", "").split(",") if name]
    values = dict(word.split(":") for word in board.settings.get("values", "").split(",") if word)
    start = board.settings.get("start", "")
    was_blocked, had = cell in blocked, values.get(cell)
    if board.tool != "valor" or was_blocked:
        values.pop(cell, None)
    if was_blocked:
        blocked.remove(cell)
    match board.tool:
        case "obstaculo" if not was_blocked:
            blocked.append(cell)
            start = "" if start == cell else start
        case "valor":
            values[cell] = "1" if had == board.worth else board.worth
        case "salida":
            start = "" if start == cell else cell
            if had is not None:
                values[cell] = had
    changed = {
        **board.settings,
        "start": start,
        "blocked": ",".join(blocked),
        "values": ",".join(f"{name}:{worth}" for name, worth in values.items() if worth != "1"),
    }
    return read({**changed, "herramienta": board.tool, "valor": board.worth})


def _settings(card: AnyGame, sent: Mapping[str, str]) -> dict[str, str]:
    """What was sent, without settings that mean nothing on this kind of board, and usual values left out."""
    found: dict[str, str] = {}
    for option in card.options:
        value = sent.get(option.key, "").strip()
        known = {each.key: each.default or "" for each in card.options} | found
        if option.key not in ROUNDS and option.applies(known) and value:
            found[option.key] = value
    return found


def _is_worth(card: AnyGame, text: str) -> bool:
    option = next(option for option in card.options if option.key == "values")
    cell = "a1" if _WORTH.fullmatch(text) else ""
    try:
        option.read(f"{cell}:{text}")
    except BadSetup:
        return False
    return True


def _refusal(refusal: BadSetup) -> str:
    names = words_of(SLUG).options
    if refusal.reason == "bad-value" and refusal.key == "blocked" and not refusal.allowed:
        return _("Todas las casillas están bloqueadas: deja libre al menos una.")
    if refusal.reason == "bad-value" and refusal.key in names:
        return _("%(option)s: «%(value)s» no vale en este tablero (se admite: %(allowed)s).") % {
            "option": names[refusal.key](),
            "value": refusal.value,
            "allowed": refusal.allowed,
        }
    return say_setup(refusal)


def _cells(document: Mapping[str, Any], drawing: Drawing, start: str) -> list[Cell]:
    places = {place.token: place for place in drawing.places}
    return [
        Cell(
            name=cell["name"],
            at=places[cell["name"]].at,
            label=_label(cell, cell["name"] == start),
            group=places[cell["name"]].group,
        )
        for cell in document["cells"]
    ]


def _label(cell: Mapping[str, Any], is_start: bool) -> str:
    if cell["blocked"]:
        return _("%(cell)s: bloqueada") % {"cell": cell["name"]}
    shown = {"cell": cell["name"], "worth": number(cell["value"])}
    if is_start:
        return _("%(cell)s: salida, vale %(worth)s") % shown
    return _("%(cell)s: libre, vale %(worth)s") % shown
