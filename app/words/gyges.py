"""The words of Gygès."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

from app.language import gettext as _
from app.language import ngettext, number
from app.words import EntryWords, GameWords, Say
from app.words.decisive import NOTES
from app.words.gyges_help import FACTS
from app.words.gyges_hints import CLUES, REASONS
from app.words.gyges_pieces import a_piece, the_piece
from app.words.gyges_refusals import REFUSALS
from engines.core.drawing import Place

Detail = Mapping[str, str | int]

ROWS = tuple(sorted({"".join(row) for row in permutations("112233")}))
"""The rows that a player may place, as the game writes them."""


# What a move did


def _moved(detail: Detail) -> str:
    return _("Movió %(piece)s de %(start)s a %(end)s.") % {"piece": the_piece(detail["rings"]), **detail}


def _moved_mine(detail: Detail) -> str:
    return _("Moviste %(piece)s de %(start)s a %(end)s.") % {"piece": the_piece(detail["rings"]), **detail}


def _returned(detail: Detail) -> str:
    return _("Movió %(piece)s y volvió a %(start)s.") % {"piece": the_piece(detail["rings"]), **detail}


def _returned_mine(detail: Detail) -> str:
    return _("Moviste %(piece)s y volviste a %(start)s.") % {"piece": the_piece(detail["rings"]), **detail}


def _bounced(detail: Detail) -> str:
    return ngettext("Rebotó una vez.", "Rebotó %(count)s veces.", int(detail["count"])) % detail


def _replaced(detail: Detail) -> str:
    return _("Reemplazó a %(piece)s, que pasa a %(drop)s.") % {"piece": the_piece(detail["rings"]), **detail}


def _replaced_mine(detail: Detail) -> str:
    return _("Reemplazaste a %(piece)s, que pasa a %(drop)s.") % {
        "piece": the_piece(detail["rings"]),
        **detail,
    }


def _scored(detail: Detail) -> str:
    return _("Metió en la meta %(piece)s de %(start)s.") % {"piece": the_piece(detail["rings"]), **detail}


def _scored_mine(detail: Detail) -> str:
    return _("Metiste en la meta %(piece)s de %(start)s.") % {"piece": the_piece(detail["rings"]), **detail}


def _next_row(detail: Detail) -> str:
    return _("En la fila %(row)s no se puede mover ninguna pieza: se mueve una de la fila %(used)s.") % detail


# Names


def _place(place: Place) -> str:
    detail = place.detail
    if place.code == "goal":
        if "rings" in detail:
            return _("Meta, con %(piece)s") % {"piece": the_piece(detail["rings"])}
        return _("Meta de arriba") if detail["seat"] == 0 else _("Meta de abajo")
    if place.code == "empty":
        return _("%(cell)s, vacía") % detail
    return _("%(cell)s, %(piece)s") % {"piece": a_piece(detail["rings"]), **detail}


def _move(move: str) -> str:
    """A move for somebody who hears it; anything else as it was written."""
    names = dict(zip(("start", "end", "drop"), move.split("-"), strict=False))
    if len(names) == 1:
        return _("fila %(row)s") % {"row": "-".join(move)} if move.isdigit() else move
    if names["end"] == "goal":
        return _("de %(start)s a la meta") % names
    if "drop" in names:
        return _("de %(start)s a %(end)s; la reemplazada, a %(drop)s") % names
    if names["end"] == names["start"]:
        return _("de %(start)s a %(start)s, dando la vuelta") % names
    return _("de %(start)s a %(end)s") % names


def _button(row: str) -> Say:
    return lambda: "-".join(row)


def _value(key: str, value: str) -> str:
    names = {
        ("setup", "free"): lambda: _("cada cual coloca su fila"),
        ("setup", "fair"): lambda: _("al azar, sin victoria inmediata"),
        ("replace", "yes"): lambda: _("con reemplazo"),
        ("replace", "no"): lambda: _("juego básico, sin reemplazo"),
        ("return", "yes"): lambda: _("se puede volver a la casilla de salida"),
        ("return", "no"): lambda: _("no se puede volver a la casilla de salida"),
        ("position", ""): lambda: _("la del principio"),
        ("turn", "0"): lambda: _("el jugador de abajo"),
        ("turn", "1"): lambda: _("el jugador de arriba"),
    }
    name = names.get((key, value))
    if name is not None:
        return name()
    if key == "setup":
        return _("%(south)s abajo, %(north)s arriba") % dict(
            zip(("south", "north"), value.split("/"), strict=True)
        )
    return value


def _board(settings: Mapping[str, str]) -> str:
    if settings.get("position"):
        basic = settings.get("replace") == "no"
        return _("Posición dada") + (" · " + _("juego básico, sin reemplazo") if basic else "")
    if settings["setup"] == "free":
        return _("Colocáis vosotros")
    if settings["setup"] == "fair":
        return _("Al azar")
    south, north = settings["setup"].split("/")
    return south if south == north else f"{south} · {north}"


def _unit(value: float) -> str:
    return ngettext("%(number)s jugada", "%(number)s jugadas", 1 if abs(value) == 1 else 2) % {
        "number": number(value, 2)
    }


WORDS = GameWords(
    entries={
        "gyges": EntryWords(
            name=lambda: _("Gygès"),
            line=lambda: _("Nadie tiene piezas propias: lleva cualquiera a la meta rival."),
            summary=lambda: _(
                "Gygès, el juego de Claude Leroy en el que las doce piezas son de los dos: cuenta pasos,"
                " rebota, reemplaza y entra en la meta. Contra el ordenador, en la misma pantalla o con un"
                " enlace."
            ),
        ),
    },
    how=lambda _role: _("Toca una pieza de tu fila más cercana y después adónde va."),
    reasons=REFUSALS,
    outcomes={
        "goal": lambda: _("por llegar a la meta"),
        "repetition": lambda: _("por repetir la misma posición tres veces"),
    },
    events={
        "placed": lambda detail: _("Colocó su fila: %(row)s.") % {"row": "-".join(str(detail["row"]))},
        "moved": _moved,
        "returned": _returned,
        "bounced": _bounced,
        "replaced": _replaced,
        "scored": _scored,
        "next-row": _next_row,
    },
    mine={
        "placed": lambda detail: _("Colocaste tu fila: %(row)s.") % {"row": "-".join(str(detail["row"]))},
        "moved": _moved_mine,
        "returned": _returned_mine,
        "replaced": _replaced_mine,
        "scored": _scored_mine,
    },
    place=_place,
    move=_move,
    notes=NOTES,
    buttons={row: _button(row) for row in ROWS},
    marks={
        "movable": lambda: _("puede moverse"),
        "moved": lambda: _("la que se mueve"),
        "other": lambda: _("puede moverse en su lugar"),
        "end-empty": lambda: _("puede acabar aquí"),
        "end-piece": lambda: _("puede caer aquí"),
        "end-goal": lambda: _("puede entrar y ganar"),
        "step": lambda: _("un paso"),
        "drop": lambda: _("aquí puede ir la reemplazada"),
        "next": lambda: _("la siguiente pieza va aquí"),
    },
    parts={
        "1": lambda: _("Una anilla"),
        "2": lambda: _("Dos anillas"),
        "3": lambda: _("Tres anillas"),
    },
    digits=lambda: _("Cifras en las piezas"),
    go_on=lambda: _("Rebotar"),
    stay=lambda: _("Reemplazar"),
    options={
        "setup": lambda: _("Colocación"),
        "replace": lambda: _("Reemplazo"),
        "return": lambda: _("Volver a la salida"),
        "position": lambda: _("Posición inicial"),
        "turn": lambda: _("Mueve primero"),
    },
    values=_value,
    board=_board,
    unit=_unit,
    facts={**FACTS, **REASONS, **CLUES, "next-row": _next_row},
)
