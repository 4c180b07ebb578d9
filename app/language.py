"""Spanish and English: the language of a request, and gettext in it.

Source texts are Spanish, so Spanish needs no catalogue. English comes from
`locale/en/LC_MESSAGES/ingenio.po`, compiled in memory at first use: no .mo file exists anywhere. The current
language lives in a ContextVar, which follows a request into the thread pool; a stream sets it for itself.
"""

from __future__ import annotations

import gettext as standard
import io
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

LANGUAGES: Final = ("es", "en")
DEFAULT: Final = "es"
CATALOGUES: Final = Path(__file__).parent / "locale"

_current: ContextVar[str] = ContextVar("language", default=DEFAULT)


@cache
def _translations(language: str) -> standard.NullTranslations:
    path = CATALOGUES / language / "LC_MESSAGES" / "ingenio.po"
    if not path.exists():
        return standard.NullTranslations()
    with path.open("rb") as source:
        catalogue = read_po(source, locale=language, domain="ingenio")
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return standard.GNUTranslations(compiled)


def current() -> str:
    """The language of this request: `es` or `en`."""
    return _current.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak `language` while the block runs; an unknown one means Spanish."""
    token = _current.set(language if language in LANGUAGES else DEFAULT)
    try:
        yield
    finally:
        _current.reset(token)


def N_(message: str) -> str:  # noqa: N802 - the name by which message catalogues know it
    """The message as it is: marked for the catalogue here, translated where it is shown."""
    return message


def gettext(message: str) -> str:
    """The message in the current language."""
    return _translations(current()).gettext(message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The message for `number` things in the current language."""
    return _translations(current()).ngettext(singular, plural, number)


def pgettext(context: str, message: str) -> str:
    """The message in the current language, told apart from an equal one by its context."""
    return _translations(current()).pgettext(context, message)


def npgettext(context: str, singular: str, plural: str, number: int) -> str:
    """The message with a context, for `number` things."""
    return _translations(current()).npgettext(context, singular, plural, number)


def number(value: float, decimals: int = 1) -> str:
    """A number with the comma or point of the language, a true minus sign, and at most so many decimals."""
    return format_decimal(round(value, decimals) + 0.0, locale=current()).replace("-", "−")


def wanted(explicit: str | None, cookie: str | None, accept: str | None) -> str:
    """The language to use: asked for in the address, else remembered, else what the browser prefers."""
    for choice in (explicit, cookie):
        if choice in LANGUAGES:
            return choice
    return _preferred(accept or "")


def _preferred(accept: str) -> str:
    ranked: list[tuple[float, int, str]] = []
    for position, part in enumerate(accept[:200].split(",")):
        tag, _, parameters = part.strip().partition(";")
        quality = 1.0
        name, _, number = parameters.strip().partition("=")
        if name.strip() == "q":
            try:
                quality = float(number)
            except ValueError:
                quality = 0.0
        base = tag.strip().lower().split("-")[0]
        if quality > 0 and base in LANGUAGES:
            ranked.append((-quality, position, base))
    return min(ranked)[2] if ranked else DEFAULT
