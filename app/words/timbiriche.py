"""The words of Timbiriche and of the Swedish board."""

from __future__ import annotations

import re
from collections.abc import Mapping

from app.language import gettext as _
from app.language import ngettext, number, pgettext
from app.words import EntryWords, GameWords
from app.words.timbiriche_hints import CLUES, REASONS
from app.words.timbiriche_story import NOTES
from engines.core.drawing import Place

Detail = Mapping[str, str | int]


def _edge(a: str | int, b: str | int) -> str:
    return _("la línea de %(a)s a %(b)s") % {"a": a, "b": b}


# Refusals


def _not_neighbours(detail: Detail) -> str:
    if detail["a"] == detail["b"]:
        return _("Una línea necesita dos puntos distintos.")
    return _("Los puntos %(a)s y %(b)s no son vecinos: una línea une dos puntos contiguos.") % detail


def _already_drawn(detail: Detail) -> str:
    return _("La línea de %(a)s a %(b)s ya está dibujada: elige otra.") % detail


def _outline(detail: Detail) -> str:
    return (
        _("La línea de %(a)s a %(b)s es del borde, que en este tablero está dibujado desde el principio.")
        % detail
    )


def _given(detail: Detail) -> str:
    return _("La línea de %(a)s a %(b)s estaba dibujada desde el principio.") % detail


# What a move did


def _closed(detail: Detail) -> str:
    sentence = ngettext(
        "Cerró una casilla con %(edge)s.", "Cerró %(count)s casillas con %(edge)s.", int(detail["count"])
    )
    return sentence % {"count": detail["count"], "edge": _edge(detail["a"], detail["b"])}


def _closed_mine(detail: Detail) -> str:
    sentence = ngettext(
        "Cerraste una casilla con %(edge)s.",
        "Cerraste %(count)s casillas con %(edge)s.",
        int(detail["count"]),
    )
    return sentence % {"count": detail["count"], "edge": _edge(detail["a"], detail["b"])}


def _offered(detail: Detail) -> str:
    return (
        ngettext(
            "Dejó una casilla a falta de un solo lado.",
            "Dejó %(count)s casillas a falta de un solo lado.",
            int(detail["count"]),
        )
        % detail
    )


def _offered_mine(detail: Detail) -> str:
    return (
        ngettext(
            "Dejaste una casilla a falta de un solo lado.",
            "Dejaste %(count)s casillas a falta de un solo lado.",
            int(detail["count"]),
        )
        % detail
    )


# Help mode


def _on_offer(detail: Detail) -> str:
    return (
        ngettext(
            "Hay una línea que cierra una casilla ahora mismo.",
            "Hay %(count)s líneas que cierran una casilla ahora mismo.",
            int(detail["count"]),
        )
        % detail
    )


def _safe_left(detail: Detail) -> str:
    return (
        ngettext(
            "Queda una línea segura: no deja ninguna casilla a falta de un solo lado.",
            "Quedan %(count)s líneas seguras: no dejan ninguna casilla a falta de un solo lado.",
            int(detail["count"]),
        )
        % detail
    )


def _least_gift(detail: Detail) -> str:
    return (
        ngettext(
            "Ya no hay líneas seguras: como poco regalas una casilla.",
            "Ya no hay líneas seguras: como poco regalas %(count)s casillas.",
            int(detail["count"]),
        )
        % detail
    )


def _long_chains(detail: Detail) -> str:
    return (
        ngettext(
            "Hay una cadena larga, de tres casillas o más.",
            "Hay %(count)s cadenas largas, de tres casillas o más.",
            int(detail["count"]),
        )
        % detail
    )


def _loops(detail: Detail) -> str:
    return (
        ngettext(
            "Hay un anillo: una cadena que se cierra sobre sí misma.",
            "Hay %(count)s anillos: cadenas que se cierran sobre sí mismas.",
            int(detail["count"]),
        )
        % detail
    )


def _chains_wanted(detail: Detail) -> str:
    if detail["odd"]:
        return _("A quien le toca le suele convenir que acabe habiendo un número impar de cadenas largas.")
    return _("A quien le toca le suele convenir que acabe habiendo un número par de cadenas largas.")


# Names


def _place(place: Place) -> str:
    name = _("De %(a)s a %(b)s") % place.detail
    return f"{name}: {_standing(place)}"


def _standing(place: Place) -> str:
    detail = place.detail
    if place.code == "edge-drawn":
        return _("dibujada, jugador %(number)s") % {"number": int(detail["seat"]) + 1}
    if place.code == "edge-outline":
        return _("borde del tablero")
    if place.code == "edge-given":
        return _("dibujada desde el principio")
    closes, offers = int(detail["closes"]), int(detail["offers"])
    if closes:
        return ngettext("libre, cierra una casilla", "libre, cierra %(count)s casillas", closes) % {
            "count": closes
        }
    if offers:
        return ngettext(
            "libre, deja una casilla a falta de un lado",
            "libre, deja %(count)s casillas a falta de un lado",
            offers,
        ) % {"count": offers}
    return pgettext("línea", "libre")


def _move(move: str) -> str:
    """An edge for somebody who hears it; anything else as it was written."""
    dots = re.fullmatch(r"([a-z]\d+)([a-z]\d+)", move)
    return _edge(*dots.groups()) if dots else move


def _value(key: str, value: str) -> str:
    names = {
        ("grid", "square"): lambda: _("cuadrados"),
        ("grid", "triangle"): lambda: _("triángulos"),
        ("grid", "hex"): lambda: _("hexágonos"),
        ("border", "open"): lambda: _("sin dibujar"),
        ("border", "swedish"): lambda: _("ya dibujado"),
        ("misere", "no"): lambda: _("gana quien cierra más casillas"),
        ("misere", "yes"): lambda: _("gana quien cierra menos casillas"),
        ("first", "0"): lambda: _("el jugador 1"),
        ("first", "1"): lambda: _("el jugador 2"),
        ("drawn", ""): lambda: _("ninguna"),
    }
    name = names.get((key, value))
    return name() if name else value


def _board(settings: Mapping[str, str]) -> str:
    if settings["grid"] == "square":
        return f"{settings['rows']}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}{settings['cols']}"
    if settings["grid"] == "triangle":
        return _("Triángulo de %(side)s") % settings
    return _("Hexágono de %(side)s") % settings


def _unit(value: float) -> str:
    return ngettext("%(number)s casilla", "%(number)s casillas", 1 if abs(value) == 1 else 2) % {
        "number": number(value)
    }


def _lead(value: float) -> str:
    return ngettext(
        "%(number)s casilla de ventaja", "%(number)s casillas de ventaja", 1 if abs(value) == 1 else 2
    ) % {"number": number(value)}


def _worth(value: float, names: tuple[str, str]) -> str:
    if value == 0:
        return _("Igualados")
    return _("%(who)s: %(cells)s más") % {"who": names[value < 0], "cells": _unit(abs(value))}


# What is to be done


def _task(_role: str, mine: bool) -> str:
    if mine:
        return _(
            "Te toca a ti, y tu rival no se equivoca nunca. Encuentra la mejor jugada y remata: cuenta"
            " cuántas casillas le sacas."
        )
    return _(
        "Empieza tu rival, que no se equivoca nunca. Haz lo que puedas: cuenta cuántas casillas le sacas."
    )


WORDS = GameWords(
    entries={
        "timbiriche": EntryWords(
            name=lambda: _("Timbiriche"),
            line=lambda: _("Une puntos, cierra casillas y vuelve a jugar."),
            summary=lambda: _(
                "Timbiriche, el juego de los puntos y las casillas: contra el ordenador, en la misma pantalla"
                " o con un enlace. Con cuadrados, triángulos o hexágonos."
            ),
        ),
        "sueco": EntryWords(
            name=lambda: _("Tablero sueco"),
            line=lambda: _("Timbiriche con el borde ya dibujado: se pelea desde la primera línea."),
            summary=lambda: _(
                "El tablero sueco de Timbiriche: el borde está dibujado antes de empezar y las cadenas"
                " aparecen enseguida. Contra el ordenador, en la misma pantalla o con un enlace."
            ),
        ),
    },
    how=lambda _role: _("Toca la línea entre dos puntos vecinos."),
    reasons={
        "not-an-edge": lambda detail: (
            _("Eso no es una línea. Escribe sus dos puntos seguidos, por ejemplo %(example)s.") % detail
        ),
        "no-such-dot": lambda detail: _("En este tablero no hay ningún punto %(dot)s.") % detail,
        "not-neighbours": _not_neighbours,
        "wrong-order": lambda detail: _("Esa línea se escribe con los puntos en orden: %(edge)s.") % detail,
        "already-drawn": _already_drawn,
        "outline": _outline,
        "given": _given,
        "game-over": lambda detail: _("La partida ha terminado: todas las líneas están dibujadas."),
    },
    task=_task,
    outcomes={
        "more-cells": lambda: _("por cerrar más casillas"),
        "fewer-cells": lambda: _("por cerrar menos casillas"),
        "equal-cells": lambda: _("con las mismas casillas"),
    },
    events={
        "drew": lambda detail: _("Dibujó %(edge)s.") % {"edge": _edge(detail["a"], detail["b"])},
        "closed": _closed,
        "again": lambda detail: _("Vuelve a jugar."),
        "offered": _offered,
        "last": lambda detail: _("Era la última línea."),
    },
    mine={
        "drew": lambda detail: _("Dibujaste %(edge)s.") % {"edge": _edge(detail["a"], detail["b"])},
        "closed": _closed_mine,
        "again": lambda detail: _("Vuelves a jugar."),
        "offered": _offered_mine,
        "last": lambda detail: _("Era la última línea."),
    },
    place=_place,
    move=_move,
    options={
        "grid": lambda: _("Forma de las casillas"),
        "rows": lambda: _("Filas"),
        "cols": lambda: _("Columnas"),
        "side": lambda: _("Casillas por lado"),
        "border": lambda: _("Borde"),
        "misere": lambda: _("Objetivo"),
        "first": lambda: _("Empieza"),
        "drawn": lambda: _("Líneas dibujadas antes de empezar"),
    },
    values=_value,
    board=_board,
    unit=_unit,
    facts={
        "on-offer": _on_offer,
        "safe-left": _safe_left,
        "least-gift": _least_gift,
        "long-chains": _long_chains,
        "loops": _loops,
        "chains-wanted": _chains_wanted,
        "fewest-win": lambda detail: _("Gana quien cierra menos casillas."),
        **REASONS,
        **CLUES,
    },
    lead=_lead,
    worth=_worth,
    scale=lambda: _("Arriba, más casillas para el jugador 1; abajo, para el jugador 2."),
    notes=NOTES,
)
