"""The words of Ayu."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from app.language import gettext as _
from app.language import ngettext, number
from app.words import EntryWords, GameWords
from app.words.ayu_hints import CLUES
from app.words.decisive import NOTES
from engines.core.drawing import Place

Detail = Mapping[str, str | int]


# Refusals


def _not_beside(detail: Detail) -> str:
    if detail["count"] == 1:
        return _("%(target)s no está al lado de %(stone)s: una piedra suelta avanza un solo punto.") % detail
    return _("%(target)s no toca la unidad de %(stone)s: el destino tiene que estar pegado a ella.") % detail


def _not_closer(detail: Detail) -> str:
    if detail["before"] == detail["after"]:
        return (
            _("Esa unidad sigue a distancia %(after)s de la más cercana: la jugada tiene que acercarla.")
            % detail
        )
    return (
        _("Esa unidad pasa de distancia %(before)s a %(after)s: la jugada tiene que acercarla, no alejarla.")
        % detail
    )


# What a move did


def _joined(detail: Detail) -> str:
    if detail["left"] == 1:
        return _("Ya forma una sola unidad.")
    return ngettext(
        "Une %(joined)s unidades; le queda %(left)s.",
        "Une %(joined)s unidades; le quedan %(left)s.",
        int(detail["left"]),
    ) % {"joined": detail["count"], "left": detail["left"]}


def _joined_mine(detail: Detail) -> str:
    if detail["left"] == 1:
        return _("Ya formas una sola unidad.")
    return ngettext(
        "Unes %(joined)s unidades; te queda %(left)s.",
        "Unes %(joined)s unidades; te quedan %(left)s.",
        int(detail["left"]),
    ) % {"joined": detail["count"], "left": detail["left"]}


# Help


def _units(detail: Detail) -> str:
    black = detail["colour"] == "black"
    count = int(detail["count"])
    if black:
        said = ngettext("Negras: %(num)s unidad", "Negras: %(num)s unidades", count) % {"num": count}
    else:
        said = ngettext("Blancas: %(num)s unidad", "Blancas: %(num)s unidades", count) % {"num": count}
    parts = []
    for distance, units in sorted(Counter(map(int, str(detail["distances"]).split())).items()):
        parts.append(_("%(num)s a distancia %(distance)s") % {"num": units, "distance": distance})
    stuck = int(detail["stuck"])
    if stuck:
        parts.append(ngettext("%(num)s sin camino", "%(num)s sin camino", stuck) % {"num": stuck})
    return _("%(units)s; hasta la más cercana: %(list)s.") % {"units": said, "list": ", ".join(parts)}


def _together(detail: Detail) -> str:
    if detail["colour"] == "black":
        return _("Negras: todas unidas.")
    return _("Blancas: todas unidas.")


def _stones(count: int) -> str:
    return ngettext("%(num)s piedra", "%(num)s piedras", count) % {"num": count}


def _unit_fact(detail: Detail) -> str:
    return _("Unidad de %(stones)s, a distancia %(distance)s de la más cercana.") % {
        "stones": _stones(int(detail["count"])),
        "distance": detail["distance"],
    }


def _unit_no_path(detail: Detail) -> str:
    return _("Unidad de %(stones)s sin camino libre hasta otra de su color: no puede moverse.") % {
        "stones": _stones(int(detail["count"]))
    }


def _either(points: list[str]) -> str:
    """Points to choose from, as they are read out: 'b8, c9 o d7'; before an «o» Spanish says «u»."""
    *first, last = points
    if not first:
        return last
    said = {"first": ", ".join(first), "last": last}
    return _("%(first)s u %(last)s") % said if last.startswith("o") else _("%(first)s o %(last)s") % said


def _joins_here(detail: Detail) -> str:
    if detail["targets"]:
        return _("Puede ir a %(targets)s y unirse.") % {"targets": _either(str(detail["targets"]).split())}
    return ngettext(
        "Puede ir a %(num)s punto y unirse.", "Puede ir a %(num)s puntos y unirse.", int(detail["count"])
    ) % {"num": detail["count"]}


def _comes_to(detail: Detail) -> str:
    if detail["targets"]:
        return _("Puede ir a %(targets)s y quedar a distancia %(after)s.") % {
            "targets": _either(str(detail["targets"]).split()),
            "after": detail["after"],
        }
    return ngettext(
        "Puede ir a %(num)s punto y quedar a distancia %(after)s.",
        "Puede ir a %(num)s puntos y quedar a distancia %(after)s.",
        int(detail["count"]),
    ) % {"num": detail["count"], "after": detail["after"]}


# Names


def _place(place: Place) -> str:
    detail = place.detail
    if place.code == "empty":
        return _("%(point)s, vacío") % detail
    count, distance = int(detail["stones"]), int(detail["distance"])
    black = place.code == "black"
    parts = [_("%(point)s, piedra negra") % detail if black else _("%(point)s, piedra blanca") % detail]
    if count > 1:
        parts.append(_("unidad de %(num)s") % {"num": count})
    if distance < 0:
        parts.append(_("sin camino"))
    else:
        parts.append(_("a %(num)s de la más cercana") % {"num": distance})
    return ", ".join(parts)


def _move(move: str) -> str:
    if move == "swap":
        return _("cambio de lados")
    stone, _dash, target = move.partition("-")
    return _("de %(stone)s a %(target)s") % {"stone": stone, "target": target}


def _size(size: str) -> str:
    return f"{size}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}{size}"


def _good_for(settings: Mapping[str, str]) -> str:
    return {"5": _("para practicar"), "7": _("para practicar"), "9": _("para empezar")}.get(
        settings["size"], ""
    )


def _value(key: str, value: str) -> str:
    if key == "size":
        return _size(value)
    if key == "pie":
        return _("sí") if value == "yes" else _("no")
    if key == "turn":
        return _("Negras") if value == "0" else _("Blancas")
    return value


def _unit(value: float) -> str:
    return ngettext("%(number)s jugada", "%(number)s jugadas", 1 if abs(value) == 1 else 2) % {
        "number": number(value, 2)
    }


WORDS = GameWords(
    entries={
        "ayu": EntryWords(
            name=lambda: _("Ayu"),
            line=lambda: _("Junta tus piedras punto a punto: gana quien ya no puede moverse."),
            summary=lambda: _(
                "Ayu, un juego de unir piedras, de Luis Bolaños Mures: contra el ordenador, en la misma"
                " pantalla o con un enlace. Tableros de 5 × 5 a 15 × 15."
            ),
        ),
    },
    how=lambda _role: _("Toca una de tus piedras y después adónde va."),
    reasons={
        "not-a-move": lambda detail: _(
            "Eso no es una jugada. Escribe la piedra y su destino, por ejemplo c3-c4."
        ),
        "no-such-point": lambda detail: (
            _("En este tablero no hay ningún punto «%(point)s»: van de a1 a %(last)s.") % detail
        ),
        "no-stone": lambda detail: _("En %(stone)s no hay ninguna piedra.") % detail,
        "their-stone": lambda detail: _("La piedra de %(stone)s es de tu rival.") % detail,
        "occupied": lambda detail: _("El punto %(target)s está ocupado: elige uno vacío.") % detail,
        "not-beside": _not_beside,
        "splits": lambda detail: (
            _("Sin la piedra de %(stone)s esa unidad se partiría: después tiene que seguir en una pieza.")
            % detail
        ),
        "must-stay": lambda detail: (
            _("La piedra de %(stone)s no puede salir: su unidad quedaría partida. Mueve otra.") % detail
        ),
        "no-path": lambda detail: _(
            "Esa unidad no tiene ningún camino libre hasta otra de las tuyas: no puede moverse."
        ),
        "already-one": lambda detail: _("Todas tus piedras forman ya una sola unidad."),
        "not-closer": _not_closer,
        "no-swap": lambda detail: _(
            "Ahora no se pueden cambiar los lados: solo en la primera jugada de las blancas, si se acordó."
        ),
        "game-over": lambda detail: _("La partida ha terminado."),
    },
    outcomes={
        "one-unit": lambda: _("por reunir todas sus piedras"),
        "no-open-path": lambda: _("porque sus unidades no tienen camino para juntarse"),
        "repetition": lambda: _("por repetirse la posición"),
    },
    events={
        "moved": lambda detail: _("Movió %(stone)s a %(target)s.") % detail,
        "joined": _joined,
        "closer": lambda detail: (
            _("Su unidad pasa de distancia %(before)s a %(after)s de la más cercana.") % detail
        ),
        "swapped": lambda detail: _("Cambió de lado: las piedras siguen y cada cual tiene el otro color."),
        "united": lambda detail: _("Gana en cuanto le toque, si el rival puede mover ahora."),
        "stuck": lambda detail: _("El rival se queda sin jugadas, y por eso gana."),
    },
    mine={
        "moved": lambda detail: _("Moviste %(stone)s a %(target)s.") % detail,
        "joined": _joined_mine,
        "closer": lambda detail: (
            _("Tu unidad pasa de distancia %(before)s a %(after)s de la más cercana.") % detail
        ),
        "swapped": lambda detail: _("Cambiaste de lado: las piedras siguen y cada cual tiene el otro color."),
        "united": lambda detail: _("Ganas en cuanto te toque, si tu rival puede mover ahora."),
        "stuck": lambda detail: _("Tu rival se queda sin jugadas, y por eso gana."),
    },
    place=_place,
    move=_move,
    options={
        "size": lambda: _("Tamaño"),
        "pie": lambda: _("Regla de la tarta"),
        "position": lambda: _("Posición inicial"),
        "turn": lambda: _("Empiezan"),
    },
    values=_value,
    board=lambda setup: _size(setup["size"]),
    good_for=_good_for,
    unit=_unit,
    facts={
        "units": _units,
        "together": _together,
        "unit": _unit_fact,
        "unit-no-path": _unit_no_path,
        "unit-alone": lambda detail: _("Esa unidad reúne todas las piedras de su color: ya no se mueve."),
        "must-stay": lambda detail: _("Esta piedra no puede salir: su unidad quedaría partida."),
        "joins-here": _joins_here,
        "comes-to": _comes_to,
        "joins": lambda detail: _("Junta %(count)s unidades en una.") % detail,
        "nearer": lambda detail: _("Acerca una unidad a la más cercana."),
        "shortens": lambda detail: (
            _("Acorta de golpe los caminos entre las unidades: de %(before)s puntos en total a %(after)s.")
            % detail
        ),
        "lengthens": lambda detail: (
            _("Alarga los caminos entre las unidades del rival: de %(before)s puntos en total a %(after)s.")
            % detail
        ),
        "opens-way": lambda detail: _(
            "Abre un camino entre unidades del rival que no lo tenían: así le queda más por unir."
        ),
        "swaps": lambda detail: _("Con el otro color la posición parece mejor."),
        "wins": lambda detail: (
            ngettext(
                "Con el mejor juego de los dos lados, ganas en %(num)s jugada.",
                "Con el mejor juego de los dos lados, ganas en %(num)s jugadas.",
                int(detail["count"]),
            )
            % {"num": detail["count"]}
        ),
        "loses": lambda detail: (
            ngettext(
                "Con el mejor juego de los dos lados, pierdes en %(num)s jugada: no hay nada mejor.",
                "Con el mejor juego de los dos lados, pierdes en %(num)s jugadas: no hay nada mejor.",
                int(detail["count"]),
            )
            % {"num": detail["count"]}
        ),
        "only-move": lambda detail: _("Es la única jugada que lo consigue."),
        **CLUES,
    },
    roles={"black": lambda: _("negras"), "white": lambda: _("blancas")},
    notes={
        **NOTES,
        "two-units": lambda detail: (
            _("A las blancas les quedan dos unidades.")
            if detail["colour"]
            else _("A las negras les quedan dos unidades.")
        ),
        "one-unit": lambda detail: (
            _("Las blancas se unen en una sola unidad.")
            if detail["colour"]
            else _("Las negras se unen en una sola unidad.")
        ),
    },
    buttons={"swap": lambda: _("Cambiar de lado")},
    explained={
        "swap": lambda: _(
            "En lugar de mover puedes cambiar de lado: las piedras se quedan donde están, tú sigues con las"
            " negras y tu rival mueve ahora con las blancas."
        )
    },
    pointing=lambda: _("Señala una piedra: verás su unidad, la más cercana y adónde puede ir."),
    starts=lambda: _("¿Quién lleva las negras?"),
    starts_note=lambda: _("Empiezan las negras."),
)
