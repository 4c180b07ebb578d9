"""What the lessons say of lines: both games that draw them share these sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from app.language import gettext as _
from app.language import ngettext

Detail = Mapping[str, str | int]
Said = Mapping[str, Callable[[Detail], str]]


def first_side() -> str:
    """How the side of the one who begins is called."""
    return _("Juegas de naranja.")


def second_side() -> str:
    """How the other side is called."""
    return _("Juegas de azul.")


def _closed(detail: Detail) -> str:
    return (
        ngettext(
            "Bien: has cerrado una casilla.",
            "Bien: has cerrado %(count)s casillas con una línea.",
            int(detail["count"]),
        )
        % detail
    )


def _more(detail: Detail) -> str:
    return (
        ngettext(
            "Cerrada: vuelves a jugar. Aún puedes cerrar otra.",
            "Cerrada: vuelves a jugar. Aún puedes cerrar otras %(count)s.",
            int(detail["count"]),
        )
        % detail
    )


def _nothing(detail: Detail) -> str:
    return (
        ngettext(
            "Esa línea no cierra nada y el turno pasa a tu rival, que puede cerrar una casilla.",
            "Esa línea no cierra nada y el turno pasa a tu rival, que puede cerrar %(count)s casillas.",
            int(detail["count"]),
        )
        % detail
    )


def _third_side(detail: Detail) -> str:
    return (
        ngettext(
            "Esa línea es el tercer lado de una casilla: tu rival la cierra.",
            "Esa línea es un tercer lado: tu rival puede cerrar %(count)s casillas en su turno.",
            int(detail["count"]),
        )
        % detail
    )


def _safe(detail: Detail) -> str:
    return (
        ngettext(
            "Segura: ninguna casilla se queda con tres lados. Queda una línea segura.",
            "Segura: ninguna casilla se queda con tres lados. Quedan %(count)s líneas seguras.",
            int(detail["count"]),
        )
        % detail
    )


def _safe_left(detail: Detail) -> str:
    return (
        ngettext(
            "Es segura, pero deja otra línea segura: la usa tu rival y te toca regalar a ti.",
            "Es segura, pero deja otras %(count)s líneas seguras: tu rival aún tiene jugada.",
            int(detail["count"]),
        )
        % detail
    )


def _least(detail: Detail) -> str:
    return (
        ngettext(
            "Bien: regalas una sola casilla.",
            "Bien: regalas %(count)s casillas y no puede ser menos.",
            int(detail["count"]),
        )
        % detail
    )


def _more_given(detail: Detail) -> str:
    return (
        ngettext(
            "Así tu rival puede cerrar una casilla en su turno. Hay algo más barato.",
            "Así tu rival puede cerrar %(count)s casillas en su turno. Hay algo más barato.",
            int(detail["count"]),
        )
        % detail
    )


def _took(detail: Detail) -> str:
    return (
        ngettext(
            "Bien: te llevas una casilla y vuelves a jugar.",
            "Bien: te llevas %(count)s casillas y vuelves a jugar.",
            int(detail["count"]),
        )
        % detail
    )


def _too_many(detail: Detail) -> str:
    return (
        ngettext(
            "Si cierras también esta, te toca abrir a ti: pierdes una casilla de ventaja.",
            "Si cierras también esta, te toca abrir a ti: pierdes %(loss)s casillas de ventaja.",
            int(detail["loss"]),
        )
        % detail
    )


def _left(detail: Detail) -> str:
    return (
        ngettext(
            "Eso es: dejas una casilla y el control es tuyo.",
            "Eso es: dejas %(count)s casillas y el control es tuyo.",
            int(detail["count"]),
        )
        % detail
    )


def _left_wrong(detail: Detail) -> str:
    return (
        ngettext(
            "Así tu rival puede cerrar una casilla en su turno, y pierdes ventaja.",
            "Así tu rival puede cerrar %(count)s casillas en su turno, y pierdes ventaja.",
            int(detail["count"]),
        )
        % detail
    )


CLOSING: Final[Said] = {"closed": _closed, "closed-and-more": _more, "closes-nothing": _nothing}
SAFE: Final[Said] = {"safe": _safe, "third-side": _third_side}
LAST_SAFE: Final[Said] = {
    "safe": lambda detail: _("Bien: tu rival ya no tiene ninguna línea segura."),
    "safe-left": _safe_left,
    "third-side": _third_side,
}
GIVING: Final[Said] = {"gave-least": _least, "gives-more": _more_given}
KEEPING: Final[Said] = {
    "took": _took,
    "takes-too-many": _too_many,
    "left": _left,
    "leaves-wrong": _left_wrong,
    "gave-least": _least,
    "gives-more": _more_given,
}
