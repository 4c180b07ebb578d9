"""What help mode and the clicks of a move say in Gygès."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.language import gettext as _
from app.language import ngettext
from app.words.gyges_pieces import steps, steps_left, the_piece

Detail = Mapping[str, str | int]


def _others(detail: Detail) -> bool:
    """Whether a fact about the side to move is told to somebody else."""
    return detail.get("side", "me") != "me"


def _can_win(detail: Detail) -> str:
    if _others(detail):
        return _("Quien mueve puede ganar ahora mismo con la pieza de %(cell)s.") % detail
    return (
        ngettext(
            "Puedes ganar ahora mismo con la pieza de %(cell)s.",
            "Puedes ganar ahora mismo con %(count)s piezas, por ejemplo la de %(cell)s.",
            int(detail["count"]),
        )
        % detail
    )


def _threat(detail: Detail) -> str:
    if detail.get("side") == "me":
        return (
            ngettext(
                "Amenazas ganar con la pieza de %(cell)s.",
                "Amenazas ganar con %(count)s piezas, por ejemplo la de %(cell)s.",
                int(detail["count"]),
            )
            % detail
        )
    if detail.get("side") in ("first", "second"):
        names = {"player": int(detail["seat"]) + 1, **detail}
        return (
            ngettext(
                "El jugador %(player)s amenaza ganar con la pieza de %(cell)s.",
                "El jugador %(player)s amenaza ganar con %(count)s piezas, por ejemplo la de %(cell)s.",
                int(detail["count"]),
            )
            % names
        )
    return (
        ngettext(
            "Tu rival amenaza ganar con la pieza de %(cell)s.",
            "Tu rival amenaza ganar con %(count)s piezas, por ejemplo la de %(cell)s.",
            int(detail["count"]),
        )
        % detail
    )


def _no_threat(detail: Detail) -> str:
    if detail.get("side") in ("rival", "computer", None):
        return _("Tu rival no amenaza ganar en esta posición.")
    return _("Nadie amenaza ganar en esta posición.")


def _movable(detail: Detail) -> str:
    if _others(detail):
        return (
            ngettext(
                "Se puede mover una pieza de la fila %(row)s.",
                "Se pueden mover %(count)s piezas de la fila %(row)s.",
                int(detail["count"]),
            )
            % detail
        )
    return (
        ngettext(
            "Puedes mover una pieza de la fila %(row)s.",
            "Puedes mover %(count)s piezas de la fila %(row)s.",
            int(detail["count"]),
        )
        % detail
    )


def _chosen(detail: Detail) -> str:
    return ngettext(
        "%(cell)s da %(steps)s: puede acabar en un lugar.",
        "%(cell)s da %(steps)s: puede acabar en %(ends)s lugares.",
        int(detail["ends"]),
    ) % {"steps": steps(detail["rings"]), **detail}


def _way(detail: Detail) -> str:
    """How often the shown way bounces, as the end of a sentence."""
    bounces = int(detail["bounces"])
    if not bounces:
        return _("sin rebotar")
    return ngettext("con un rebote", "con %(count)s rebotes", bounces) % {"count": bounces}


def _settled(detail: Detail) -> str:
    if detail["cell"] == "goal":
        return _("De %(start)s a la meta, %(way)s.") % {"way": _way(detail), **detail}
    if detail["cell"] == detail["start"]:
        return _("%(start)s da la vuelta y acaba donde estaba, %(way)s.") % {"way": _way(detail), **detail}
    return _("De %(start)s a %(cell)s, %(way)s.") % {"way": _way(detail), **detail}


def _replacing(detail: Detail) -> str:
    return _("Tu pieza se queda en %(cell)s. ¿A qué casilla vacía va la otra, %(piece)s?") % {
        "piece": the_piece(detail["rings"]),
        **detail,
    }


def _walking(detail: Detail) -> str:
    if detail["cell"] == detail["start"]:
        return _("Sales de %(cell)s: %(steps)s.") % {"cell": detail["cell"], "steps": steps_left(detail)}
    return _("Estás en %(cell)s: %(steps)s.") % {"cell": detail["cell"], "steps": steps_left(detail)}


def _fork(detail: Detail) -> str:
    return _("En %(cell)s está %(piece)s. ¿Rebotar o reemplazar?") % {
        "piece": the_piece(detail["rings"]),
        **detail,
    }


def _placing(detail: Detail) -> str:
    return (
        ngettext(
            "Coloca la pieza de %(cell)s: falta %(left)s.",
            "Coloca la pieza de %(cell)s: faltan %(left)s.",
            int(detail["left"]),
        )
        % detail
    )


FACTS: Mapping[str, Callable[[Detail], str]] = {
    "place-row": lambda detail: _("Coloca tus seis piezas en tu primera fila, en el orden que quieras."),
    "can-win": _can_win,
    "threat": _threat,
    "no-threat": _no_threat,
    "movable": _movable,
    "chosen": _chosen,
    "replacing": _replacing,
    "settled": _settled,
    "walking": _walking,
    "walk-on": lambda detail: (
        _("En %(cell)s está %(piece)s: te quedas ahí y la reemplazas.")
        % {"piece": the_piece(detail["rings"]), **detail}
    ),
    "fork": _fork,
    "placing": _placing,
    "placed-all": lambda detail: _("Tu fila está completa. Para cambiar una pieza, tócala en el tablero."),
}
