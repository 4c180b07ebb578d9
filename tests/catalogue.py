"""The English catalogue: `python -m tests.catalogue` checks it, `... update` brings it up to date.

Source texts are Spanish and stand in `app/` and `templates/`. Updating adds new texts without a translation,
drops those that are gone and keeps the rest; it never guesses.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from app.language import CATALOGUES, LANGUAGES

ROOT: Final = Path(__file__).parents[1]
HEADER: Final = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""
KEYWORDS: Final = {
    "_": None,
    "N_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
TEMPLATE_OPTIONS: Final = {
    "silent": "false",
    "newstyle_gettext": "true",
    "trim_blocks": "true",
    "lstrip_blocks": "true",
    "extensions": "jinja2.ext.do",
}
PLACEHOLDER: Final = re.compile(r"%\(\w+\)|%[sd]|\{\}")


def path_of(language: str) -> Path:
    """The catalogue of a language."""
    return CATALOGUES / language / "LC_MESSAGES" / "ingenio.po"


def translated() -> tuple[str, ...]:
    """The languages that need a catalogue: all but the one of the source texts."""
    return tuple(language for language in LANGUAGES if path_of(language).parent.is_dir())


def extract() -> Catalog:
    """Every text of the program and of its pages."""
    found = Catalog()
    for folder, method, options in (
        ("app", "python", {}),
        ("templates", "jinja2.ext.babel_extract", TEMPLATE_OPTIONS),
    ):
        pattern = "**.py" if method == "python" else "**.html"
        for file, _line, message, _comments, context in extract_from_dir(
            ROOT / folder, [(pattern, method)], {pattern: options}, KEYWORDS
        ):
            found.add(message, locations=[(f"{folder}/{file}", 0)], context=context)
    return found


def read(language: str) -> Catalog:
    """A catalogue as it is on disk; empty if there is none yet."""
    path = path_of(language)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as source:
        return read_po(source, locale=language)


def updated(language: str) -> str:
    """What the catalogue should be: the texts of today with the translations there are."""
    catalogue = read(language)
    catalogue.update(extract(), no_fuzzy_matching=True)
    written = io.BytesIO()
    write_po(
        written,
        catalogue,
        width=110,
        omit_header=True,
        sort_by_file=True,
        include_lineno=False,
        ignore_obsolete=True,
    )
    return HEADER.format(language=language) + written.getvalue().decode().strip() + "\n"


def problems(language: str) -> Iterator[str]:
    """Everything wrong with a catalogue, one sentence each."""
    on_disk = path_of(language).read_text(encoding="utf-8")
    if on_disk != updated(language):
        yield "the catalogue is not up to date: run `python -m tests.catalogue update`"
    for message in read(language):
        if message.id:
            yield from _problems_of(message)


def _problems_of(message: Message) -> Iterator[str]:
    sources = _forms(message.id)
    targets = _forms(message.string)
    name = f"«{sources[0]}»"
    if message.fuzzy:
        yield f"{name} is marked as fuzzy"
    if len(targets) != len(sources) or not all(targets):
        yield f"{name} has no translation, or not in every number"
        return
    allowed = set().union(*(_placeholders(source) for source in sources))
    for source, target in zip(sources, targets, strict=True):
        if not _placeholders(target) <= allowed:
            yield f"{name}: a placeholder of «{target}» is not one of the source"
        if _placeholders(source) - _placeholders(target):
            yield f"{name}: a placeholder is missing in «{target}»"
        if (source[:1].isspace(), source[-1:].isspace()) != (target[:1].isspace(), target[-1:].isspace()):
            yield f"{name}: «{target}» begins or ends with other spaces"
    for target in targets:
        if re.search("[¿¡«»]", target):
            yield f"{name}: Spanish punctuation in «{target}»"


def _forms(text: str | tuple[str, ...] | list[str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def _placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text.replace("%%", "")))


def main(arguments: list[str]) -> int:
    """Check, or update with the argument `update`. Returns the exit code."""
    if arguments == ["update"]:
        for language in translated():
            text = updated(language)
            path_of(language).write_text(text, encoding="utf-8")
    elif arguments:
        print("usage: python -m tests.catalogue [update]", file=sys.stderr)
        return 2
    found = [f"{language}: {problem}" for language in translated() for problem in problems(language)]
    print("\n".join(found) or "The catalogues are complete.")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
