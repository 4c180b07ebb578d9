"""The words of Gygès."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

from app.language import gettext as _
from app.language import ngettext, number
from app.words import EntryWords, GameWords, Say
from app.words.decisive import NOTES
from app.words.gyges_hints import CLUES, REASONS
from engines.core.drawing import Place

Detail = Mapping[str, str | int]

ROWS = tuple(sorted({"".join(row) for row in permutations("112233")}))
"""The rows that a player may place, as the game writes them."""


def _a_piece(rings: str | int) -> str:
    """A piece as it is named after its cell."""
    return {
        1: _("pieza de una anilla"),
        2: _("pieza de dos anillas"),
        3: _("pieza de tres anillas"),
    }[int(rings)]


def _piece(rings: str | int) -> str:
    """A piece with the definite article."""
    return {
        1: _("la pieza de una anilla"),
        2: _("la pieza de dos anillas"),
        3: _("la pieza de tres anillas"),
    }[int(rings)]


def _steps(rings: str | int) -> str:
    return ngettext("%(count)s paso", "%(count)s pasos", int(rings)) % {"count": rings}


# Refusals


def _not_your_row(detail: Detail) -> str:
    return (
        _("La pieza de %(cell)s está en la fila %(row)s: solo puedes mover las de la fila %(active)s.")
        % detail
    )


def _not_exact(detail: Detail) -> str:
    if detail["end"] == "goal":
        return _(
            "Desde %(start)s no se llega a la meta con la cuenta exacta: hay que dar justo %(steps)s."
        ) % {"start": detail["start"], "steps": _steps(detail["rings"])}
    return _("De %(start)s a %(end)s no se llega con la cuenta exacta: hay que dar justo %(steps)s.") % {
        "start": detail["start"],
        "end": detail["end"],
        "steps": _steps(detail["rings"]),
    }


def _blocked(detail: Detail) -> str:
    if detail["end"] == "goal":
        return (
            _("El camino de %(start)s a la meta está cortado: no se puede pasar por encima de otra pieza.")
            % detail
        )
    return (
        _("El camino de %(start)s a %(end)s está cortado: no se puede pasar por encima de otra pieza.")
        % detail
    )


def _link_twice(detail: Detail) -> str:
    if detail["end"] == "goal":
        return (
            _("Para ir de %(start)s a la meta habría que cruzar dos veces por el mismo tramo entre casillas.")
            % detail
        )
    return (
        _("Para ir de %(start)s a %(end)s habría que cruzar dos veces por el mismo tramo entre casillas.")
        % detail
    )


# What a move did


def _moved(detail: Detail) -> str:
    return _("Movió %(piece)s de %(start)s a %(end)s.") % {"piece": _piece(detail["rings"]), **detail}


def _moved_mine(detail: Detail) -> str:
    return _("Moviste %(piece)s de %(start)s a %(end)s.") % {"piece": _piece(detail["rings"]), **detail}


def _returned(detail: Detail) -> str:
    return _("Movió %(piece)s y volvió a %(start)s.") % {"piece": _piece(detail["rings"]), **detail}


def _returned_mine(detail: Detail) -> str:
    return _("Moviste %(piece)s y volviste a %(start)s.") % {"piece": _piece(detail["rings"]), **detail}


def _bounced(detail: Detail) -> str:
    return ngettext("Rebotó una vez.", "Rebotó %(count)s veces.", int(detail["count"])) % detail


def _replaced(detail: Detail) -> str:
    return _("Reemplazó a %(piece)s, que pasa a %(drop)s.") % {"piece": _piece(detail["rings"]), **detail}


def _replaced_mine(detail: Detail) -> str:
    return _("Reemplazaste a %(piece)s, que pasa a %(drop)s.") % {"piece": _piece(detail["rings"]), **detail}


def _scored(detail: Detail) -> str:
    return _("Metió en la meta %(piece)s de %(start)s.") % {"piece": _piece(detail["rings"]), **detail}


def _scored_mine(detail: Detail) -> str:
    return _("Metiste en la meta %(piece)s de %(start)s.") % {"piece": _piece(detail["rings"]), **detail}


def _next_row(detail: Detail) -> str:
    return _("En la fila %(row)s no se puede mover ninguna pieza: se mueve una de la fila %(used)s.") % detail


# Help mode


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
    ) % {"steps": _steps(detail["rings"]), **detail}


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
        "piece": _piece(detail["rings"]),
        **detail,
    }


def _left(detail: Detail) -> str:
    return ngettext("te queda %(count)s paso", "te quedan %(count)s pasos", int(detail["left"])) % {
        "count": detail["left"]
    }


def _walking(detail: Detail) -> str:
    if detail["cell"] == detail["start"]:
        return _("Sales de %(cell)s: %(steps)s.") % {"cell": detail["cell"], "steps": _left(detail)}
    return _("Estás en %(cell)s: %(steps)s.") % {"cell": detail["cell"], "steps": _left(detail)}


def _fork(detail: Detail) -> str:
    return _("En %(cell)s está %(piece)s. ¿Rebotar o reemplazar?") % {
        "piece": _piece(detail["rings"]),
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


# Steps that are refused


def _step_link(detail: Detail) -> str:
    return (
        _("Ya has pasado por el tramo de %(from)s a %(cell)s: en una jugada solo se cruza una vez.") % detail
    )


def _step_goal(detail: Detail) -> str:
    return _("A la meta se entra con el último paso, y %(steps)s.") % {"steps": _left(detail)}


# Names


def _place(place: Place) -> str:
    detail = place.detail
    if place.code == "goal":
        if "rings" in detail:
            return _("Meta, con %(piece)s") % {"piece": _piece(detail["rings"])}
        return _("Meta de arriba") if detail["seat"] == 0 else _("Meta de abajo")
    if place.code == "empty":
        return _("%(cell)s, vacía") % detail
    return _("%(cell)s, %(piece)s") % {"piece": _a_piece(detail["rings"]), **detail}


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
    reasons={
        "not-a-row": lambda detail: _(
            "Primero hay que colocar seis piezas: elige una de las que faltan, o escribe la fila entera con"
            " sus anillas, por ejemplo 312231."
        ),
        "wrong-pieces": lambda detail: _(
            "Tu fila debe tener dos piezas de una anilla, dos de dos y dos de tres."
        ),
        "not-a-move": lambda detail: _("Eso no es una jugada. Escríbela así: b1-d4, b1-d4-e5 o b1-goal."),
        "not-a-step": lambda detail: _("Desde ahí no se puede seguir por %(cell)s.") % detail,
        "not-a-cell": lambda detail: _("No hay ninguna casilla «%(cell)s»: van de a1 a f6.") % detail,
        "empty-start": lambda detail: _("En %(cell)s no hay ninguna pieza.") % detail,
        "not-your-row": _not_your_row,
        "shut-in": lambda detail: (
            _("La pieza de %(cell)s no puede acabar en ninguna parte: mueve otra de la fila %(row)s.")
            % detail
        ),
        "own-goal": lambda detail: _("Esa es tu propia meta: hay que entrar en la del rival."),
        "not-exact": _not_exact,
        "blocked": _blocked,
        "link-twice": _link_twice,
        "no-return": lambda detail: _("En esta partida no se puede acabar en la casilla de salida."),
        "no-replacing": lambda detail: (
            _("En %(end)s hay una pieza y en esta partida no se reemplaza: hay que seguir rebotando.")
            % detail
        ),
        "drop-missing": lambda detail: (
            _("En %(end)s hay una pieza: para quedarte ahí, di en qué casilla vacía la pones.") % detail
        ),
        "nothing-replaced": lambda detail: (
            _("En %(end)s no hay nada que reemplazar: sobra la tercera casilla.") % detail
        ),
        "drop-occupied": lambda detail: (
            _("La pieza reemplazada va a una casilla vacía, y en %(drop)s hay otra.") % detail
        ),
        "drop-goal": lambda detail: _("Una pieza reemplazada no puede ir a una meta."),
        "drop-behind": lambda detail: (
            _(
                "La pieza reemplazada no puede ir a %(drop)s: queda detrás de la fila %(limit)s, la más"
                " cercana al rival que tiene piezas."
            )
            % detail
        ),
        "place-first": lambda detail: _(
            "Antes de mover hay que colocar: las seis piezas van en tu primera fila."
        ),
        "piece-first": lambda detail: _("Primero elige una pieza y después dónde acaba."),
        "step-aside": lambda detail: (
            _("%(cell)s no está al lado de %(from)s: los pasos van de casilla en casilla, sin diagonales.")
            % {**detail, "cell": _("La meta") if detail["cell"] == "goal" else detail["cell"]}
        ),
        "step-goal": _step_goal,
        "step-link": _step_link,
        "step-blocked": lambda detail: (
            _("En %(cell)s hay una pieza: solo se puede pisar con el último paso de la cuenta.") % detail
        ),
        "step-nowhere": lambda detail: _("Por %(cell)s no hay manera de acabar la cuenta.") % detail,
        "game-over": lambda detail: _("La partida ha terminado: hay una pieza en la meta."),
    },
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
    facts={
        "place-row": lambda detail: _("Coloca tus seis piezas en tu primera fila, en el orden que quieras."),
        "can-win": _can_win,
        "threat": _threat,
        "no-threat": _no_threat,
        "movable": _movable,
        "next-row": _next_row,
        "chosen": _chosen,
        **REASONS,
        **CLUES,
        "replacing": _replacing,
        "settled": _settled,
        "walking": _walking,
        "walk-on": lambda detail: (
            _("En %(cell)s está %(piece)s: te quedas ahí y la reemplazas.")
            % {"piece": _piece(detail["rings"]), **detail}
        ),
        "fork": _fork,
        "placing": _placing,
        "placed-all": lambda detail: _(
            "Tu fila está completa. Para cambiar una pieza, tócala en el tablero."
        ),
    },
)
