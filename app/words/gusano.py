"""The words of Gusano."""

from __future__ import annotations

from collections.abc import Mapping

from app.language import gettext as _
from app.language import ngettext, number
from app.words import EntryWords, GameWords
from app.words.gusano_hints import CLUES, REASONS
from engines.core.drawing import Place

Detail = Mapping[str, str | int]


def _points(value: float) -> str:
    return ngettext("%(number)s punto", "%(number)s puntos", 1 if abs(value) == 1 else 2) % {
        "number": number(value)
    }


# What a move did


def _filled(detail: Detail) -> str:
    if detail["worth"] == 1:
        return _("Llenó %(cell)s.") % detail
    return _("Llenó %(cell)s, que vale %(worth)s.") % {**detail, "worth": number(int(detail["worth"]))}


def _filled_mine(detail: Detail) -> str:
    if detail["worth"] == 1:
        return _("Llenaste %(cell)s.") % detail
    return _("Llenaste %(cell)s, que vale %(worth)s.") % {**detail, "worth": number(int(detail["worth"]))}


def _round_over(detail: Detail) -> str:
    sentence = ngettext(
        "El gusano ya no tiene salida: ocupa %(cells)s casilla y vale %(points)s.",
        "El gusano ya no tiene salida: ocupa %(cells)s casillas y vale %(points)s.",
        int(detail["cells"]),
    )
    return sentence % {"cells": detail["cells"], "points": _points(int(detail["points"]))}


# The standing of the match


def _round(detail: Detail) -> str:
    if detail["pairs"] == 1:
        return _("Ronda %(round)s de 2") % detail
    return _("Pareja %(pair)s de %(pairs)s, ronda %(round)s de 2") % detail


def _earlier(detail: Detail) -> str:
    return _("%(points)s en la ronda %(round)s") % {
        "round": detail["round"],
        "points": _points(int(detail["points"])),
    }


# Help


def _ceiling(detail: Detail) -> str:
    return _("Techo del gusano: %(points)s. Lleva %(now)s y no puede pasar de ahí.") % {
        "points": _points(int(detail["points"])),
        "now": number(int(detail["now"])),
    }


def _lost(detail: Detail) -> str:
    return (
        ngettext(
            "%(count)s casilla libre ha quedado fuera de su alcance.",
            "%(count)s casillas libres han quedado fuera de su alcance.",
            int(detail["count"]),
        )
        % detail
    )


# What is to be done


def _task(role: str, mine: bool) -> str:
    if role == "worm":
        return (
            _(
                "Eres el gusano y te toca. El pájaro no se equivoca nunca: consigue todos los puntos que"
                " puedas."
            )
            if mine
            else _(
                "Eres el gusano y el pájaro mueve primero. El pájaro no se equivoca nunca: consigue todos los"
                " puntos que puedas."
            )
        )
    return (
        _("Eres el pájaro y te toca. El gusano no se equivoca nunca: déjale los menos puntos que puedas.")
        if mine
        else _(
            "Eres el pájaro y el gusano mueve primero. El gusano no se equivoca nunca: déjale los menos"
            " puntos que puedas."
        )
    )


# The story of a match


def _first_lost_worm(detail: Detail) -> str:
    return _("El gusano pierde aquí sus primeros puntos de la ronda: %(lost)s. El par era de %(par)s.") % {
        "par": _points(int(detail["par"])),
        "lost": _points(int(detail["lost"])),
    }


def _first_lost_bird(detail: Detail) -> str:
    return _("El pájaro regala aquí sus primeros puntos de la ronda: %(lost)s. El par era de %(par)s.") % {
        "par": _points(int(detail["par"])),
        "lost": _points(int(detail["lost"])),
    }


# Names


def _place(place: Place) -> str:
    detail = place.detail
    worth = int(detail["worth"])
    if place.code == "blocked":
        return _("%(cell)s: bloqueada") % detail
    if place.code == "head":
        name = _("%(cell)s: la cabeza del gusano") % detail
    elif place.code == "body":
        name = _("%(cell)s: gusano") % detail
    else:
        name = _("%(cell)s: libre") % detail
    if worth == 1:
        return name
    return _("%(name)s, vale %(worth)s") % {"name": name, "worth": number(worth)}


def _kind(slug: str) -> str:
    names = {
        "square4": lambda: _("Cuadrícula"),
        "square8": lambda: _("Con diagonales"),
        "knight": lambda: _("Salto de caballo"),
        "hex": lambda: _("Hexágonos"),
        "cylinder": lambda: _("Cilindro"),
        "torus": lambda: _("Toro"),
        "mobius": lambda: _("Banda de Möbius"),
        "klein": lambda: _("Botella de Klein"),
        "tetrahedron": lambda: _("Tetraedro"),
        "cube": lambda: _("Cubo"),
        "octahedron": lambda: _("Octaedro"),
        "dodecahedron": lambda: _("Dodecaedro"),
        "icosahedron": lambda: _("Icosaedro"),
        "football": lambda: _("Balón de fútbol"),
    }
    return names[slug]()


def _value(key: str, value: str) -> str:
    if key == "board":
        return _kind(value)
    if key == "start" and not value:
        return _("al azar")
    if key in ("blocked", "values") and not value:
        return _("ninguno")
    return value


def _board(settings: Mapping[str, str]) -> str:
    name = _kind(settings["board"])
    if "rows" in settings:
        return f"{name} {settings['rows']}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}{settings['cols']}"
    if "side" in settings:
        return _("%(name)s de lado %(side)s") % {"name": name, "side": settings["side"]}
    return name


WORDS = GameWords(
    entries={
        "gusano": EntryWords(
            name=lambda: _("Gusano"),
            line=lambda: _("Un gusano crece casilla a casilla: uno lo quiere largo y el otro, corto."),
            summary=lambda: _(
                "Gusano, un juego de caminos para dos: en cuadrículas, hexágonos, superficies que se cierran"
                " sobre sí mismas y poliedros. Contra el ordenador, en la misma pantalla o con un enlace."
            ),
        ),
    },
    how=lambda role: (
        _("Toca un círculo: el gusano va allí. Lo quieres corto.")
        if role == "bird"
        else _("Toca un círculo: el gusano va allí. Lo quieres largo.")
    ),
    reasons={
        "not-a-cell": lambda detail: (
            _("En este tablero no hay ninguna casilla «%(cell)s»: van de %(first)s a %(last)s.") % detail
        ),
        "blocked": lambda detail: _("La casilla %(cell)s está bloqueada: nadie puede llenarla.") % detail,
        "already-filled": lambda detail: _("La casilla %(cell)s ya es parte del gusano.") % detail,
        "not-next-to-head": lambda detail: (
            _("La casilla %(cell)s no es vecina de la cabeza, que está en %(head)s.") % detail
        ),
        "game-over": lambda detail: _("La partida ha terminado: se han jugado todas las rondas."),
    },
    outcomes={
        "more-points": lambda: _("por puntos"),
        "equal-points": lambda: _("con los mismos puntos"),
        "one-round": lambda: _("una sola ronda"),
    },
    events={
        "filled": _filled,
        "round-over": _round_over,
        "change-roles": lambda detail: _("Ahora se cambian los papeles."),
        "next-pair": lambda detail: _("Empieza la pareja %(pair)s de %(pairs)s.") % detail,
        "last": lambda detail: _("Era la última ronda."),
    },
    mine={"filled": _filled_mine},
    place=_place,
    options={
        "board": lambda: _("Tipo de tablero"),
        "rows": lambda: _("Filas"),
        "cols": lambda: _("Columnas"),
        "side": lambda: _("Casillas por lado"),
        "start": lambda: _("Casilla de salida"),
        "pairs": lambda: _("Parejas de rondas"),
        "rounds": lambda: _("Rondas de cada pareja"),
        "blocked": lambda: _("Obstáculos"),
        "values": lambda: _("Valores"),
    },
    values=_value,
    board=_board,
    unit=_points,
    facts={
        "ceiling": _ceiling,
        "lost": _lost,
        "round": _round,
        "earlier": _earlier,
        **REASONS,
        **CLUES,
    },
    roles={"worm": lambda: _("gusano"), "bird": lambda: _("pájaro")},
    worth=lambda value, names: _("Gusano: %(points)s") % {"points": _points(value)},
    scale=lambda: _("Arriba, el gusano de cada ronda acaba con más puntos."),
    notes={
        "round": lambda detail: _("Empieza la ronda %(round)s.") % detail,
        "first-lost-worm": _first_lost_worm,
        "first-lost-bird": _first_lost_bird,
        "par-kept": lambda detail: (
            _("Nadie cometió un error en esta ronda: acaba justo en el par, %(par)s.")
            % {"par": _points(int(detail["par"]))}
        ),
    },
    starts=lambda: _("¿Quién es primero el gusano?"),
    starts_note=lambda: _("En la segunda ronda se cambian los papeles, con la misma salida."),
    again=lambda: _("Una pareja más"),
    headlines={"one-round": lambda: _("Fin de la ronda")},
    task=_task,
    editor=lambda: _("Crear un tablero"),
)
