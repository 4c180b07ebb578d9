"""What went wrong with a request, as a heading and a sentence that says what can be done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from app.language import gettext as _
from app.language import ngettext

Facts = Mapping[str, Any]

TITLES: Final[Mapping[int, Callable[[], str]]] = {
    400: lambda: _("Petición incorrecta"),
    401: lambda: _("Falta la clave"),
    403: lambda: _("No está permitido"),
    404: lambda: _("Aquí no hay nada"),
    405: lambda: _("Así no se puede"),
    409: lambda: _("La partida ha cambiado"),
    413: lambda: _("Demasiado grande"),
    422: lambda: _("No se puede usar"),
    429: lambda: _("Demasiado deprisa"),
    500: lambda: _("Algo ha fallado"),
    503: lambda: _("Ahora no es posible"),
    507: lambda: _("No queda sitio"),
}
"""A heading for each status."""

SENTENCES: Final[Mapping[str, Callable[[Facts], str]]] = {
    "bad-request": lambda facts: _("No se entiende la petición."),
    "bad-json": lambda facts: _("El cuerpo de la petición no es JSON válido."),
    "too-deep": lambda facts: _("El JSON de la petición está anidado demasiado hondo."),
    "token-required": lambda facts: _("Hace falta la clave de un asiento: «Authorization: Bearer CLAVE»."),
    "forbidden": lambda facts: _("No tienes permiso para hacer esto."),
    "other-site": lambda facts: _(
        "La petición viene de otra página web. Abre esta página y vuelve a intentarlo desde aquí."
    ),
    "not-found": lambda facts: _("Esta dirección no existe. Quizá el enlace se copió a medias."),
    "unknown-game": lambda facts: _("No existe ninguna partida con esta dirección."),
    "unknown-challenge": lambda facts: _("No hay ningún reto en esta dirección, o su día no ha llegado."),
    "unknown-class": lambda facts: _(
        "Aquí no hay ninguna clase. Revisa el código o el enlace: quizá se copió a medias o la clase se"
        " borró."
    ),
    "wrong-name": lambda facts: _("Ese nombre no se puede usar. Elige otro."),
    "wrong-phrase": lambda facts: _(
        "El nombre o la frase no son los de esta clase. Si has fallado muchas veces, pide una frase nueva."
    ),
    "class-full": lambda facts: _("En esta clase ya no cabe nadie más."),
    "not-open": lambda facts: _("Este reto no está abierto ahora."),
    "no-tries-left": lambda facts: _("Ya has hecho todos los intentos de este reto."),
    "method-not-allowed": lambda facts: _("Esta dirección no admite este tipo de petición."),
    "not-your-seat": lambda facts: _("Este asiento no es tuyo: puedes mirar, pero no jugar."),
    "not-your-turn": lambda facts: _("No es tu turno."),
    "illegal-move": lambda facts: _("Las reglas no permiten esa jugada."),
    "stale": lambda facts: _("La partida ha avanzado desde la posición que veías. Esta es la actual."),
    "over": lambda facts: _("La partida ya ha terminado."),
    "no-free-seat": lambda facts: _("No queda ningún asiento libre."),
    "not-possible": lambda facts: _("Ahora no se puede hacer eso en esta partida."),
    "too-large": lambda facts: _("La petición es demasiado grande."),
    "bad-fields": lambda facts: (
        ngettext("Un dato no es válido.", "%(num)s datos no son válidos.", int(facts.get("number", 1)))
        % {"num": facts.get("number", 1)}
    ),
    "too-many": lambda facts: (
        ngettext(
            "Demasiadas peticiones seguidas. Espera un segundo.",
            "Demasiadas peticiones seguidas. Espera %(num)s segundos.",
            int(facts["seconds"]),
        )
        % {"num": facts["seconds"]}
    ),
    "not-over": lambda facts: _("El análisis se puede pedir cuando la partida termine."),
    "no-hints": lambda facts: _("Entre dos personas, cada una en su pantalla, no hay pistas."),
    "no-hints-left": lambda facts: _("Ya has pedido todas las pistas de esta partida."),
    "warming-up": lambda facts: _("El ordenador todavía se está preparando. Prueba dentro de un minuto."),
    "internal": lambda facts: _("Ha sido un fallo nuestro y ha quedado anotado. Vuelve a intentarlo."),
    "no-room": lambda facts: _(
        "Al sitio no le queda espacio para guardar nada más. Lo que ya estaba guardado no se ha perdido."
    ),
    "not-storing": lambda facts: _(
        "Ahora solo se puede mirar: no se puede guardar nada. Lo que ya estaba guardado no se ha perdido."
    ),
    "unavailable": lambda facts: _("El sitio está muy ocupado. Vuelve a intentarlo dentro de un momento."),
}
"""A sentence for each code."""


def title(status: int) -> str:
    """The heading of a page that reports a failure with this status."""
    return TITLES.get(status, TITLES[400 if status < 500 else 500])()


def sentence(code: str, facts: Facts) -> str:
    """What a code means, with the facts it needs. KeyError if the code has no words."""
    return SENTENCES[code](facts)
