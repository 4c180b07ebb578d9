"""What is wrong with one value of a request, as a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from app.language import gettext as _

_Context = Mapping[str, Any]


def _values(listed: str) -> str:
    """Values that pydantic lists in English: «'a', 'b' or 'c'», «1 or 2»."""
    return listed.replace(" or ", ", ").replace("'", "")


SENTENCES: Final[Mapping[str, Callable[[_Context], str]]] = {
    "missing": lambda context: _("Falta este dato."),
    "extra_forbidden": lambda context: _("Este dato no existe aquí."),
    "int_type": lambda context: _("Debe ser un número entero."),
    "int_from_float": lambda context: _("Debe ser un número entero."),
    "int_parsing": lambda context: _("Debe ser un número entero."),
    "int_parsing_size": lambda context: _("El número es demasiado grande."),
    "bool_type": lambda context: _("Debe ser verdadero o falso."),
    "string_type": lambda context: _("Debe ser un texto."),
    "string_unicode": lambda context: _("El texto contiene caracteres que no existen."),
    "string_too_long": lambda context: (
        _("El texto es demasiado largo: como mucho %(number)s caracteres.")
        % {"number": context["max_length"]}
    ),
    "string_too_short": lambda context: _("El texto es demasiado corto."),
    "string_pattern_mismatch": lambda context: _("El texto no tiene la forma esperada."),
    "literal_error": lambda context: (
        _("No es uno de los valores posibles: %(values)s.") % {"values": _values(context["expected"])}
    ),
    "list_type": lambda context: _("Debe ser una lista."),
    "too_short": lambda context: (
        _("La lista debe tener al menos %(number)s elementos.") % {"number": context["min_length"]}
    ),
    "too_long": lambda context: (
        _("La lista debe tener como mucho %(number)s elementos.") % {"number": context["max_length"]}
    ),
    "greater_than_equal": lambda context: _("Debe ser al menos %(number)s.") % {"number": context["ge"]},
    "less_than_equal": lambda context: _("Debe ser como mucho %(number)s.") % {"number": context["le"]},
    "model_attributes_type": lambda context: _("Debe ser un objeto JSON, enviado como application/json."),
    "model_type": lambda context: _("Debe ser un objeto JSON."),
    "dict_type": lambda context: _("Debe ser un objeto JSON."),
}
"""A sentence for each kind of error that pydantic finds."""


def sentence(kind: str, context: _Context) -> str:
    """What is wrong with a value: pydantic's kind of error and its context."""
    known = SENTENCES.get(kind)
    return known(context) if known is not None else _("Este dato no es válido.")
