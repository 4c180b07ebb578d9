"""Every text has its English: complete, up to date, with the same placeholders."""

import pytest
from babel.messages.catalog import Catalog, Message

from app import language
from tests import catalogue


@pytest.mark.parametrize("name", catalogue.translated())
def test_the_catalogue_is_complete(name: str) -> None:
    assert list(catalogue.problems(name)) == []


def test_texts_are_found_in_programs_and_in_pages() -> None:
    found = catalogue.extract()
    folders = {path.partition("/")[0] for message in found for path, _line in message.locations}
    assert folders == {"app", "templates"}
    assert any(message.pluralizable for message in found)
    assert any(message.context for message in found)


@pytest.mark.parametrize(
    ("source", "target", "fault"),
    [
        ("Elige del %(low)s al %(high)s.", "Choose from %(low)s.", "missing"),
        ("Elige del %(low)s.", "Choose from %(lo)s.", "not one of the source"),
        ("Fin.", "", "no translation"),
        ("Fin. ", "End.", "other spaces"),
        ("¿Seguro?", "¿Sure?", "Spanish punctuation"),
        (("%(num)s línea", "%(num)s líneas"), ("%(num)s line", ""), "no translation"),
        (("%(num)s línea", "%(num)s líneas"), ("a line", "%(num)s lines"), "missing"),
    ],
)
def test_faults_are_told(source: str, target: str, fault: str) -> None:
    assert any(fault in problem for problem in catalogue._problems_of(Message(source, target)))


def test_guesses_are_refused() -> None:
    guessed = Message("Fin.", "End.", flags=["fuzzy"])
    assert any("fuzzy" in problem for problem in catalogue._problems_of(guessed))


def test_updating_keeps_what_is_there_and_drops_what_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = Catalog()
    sources.add("Jugar", locations=[("app/one.py", 0)])
    sources.add("Nuevo", locations=[("app/one.py", 0)])
    before = Catalog(locale="en")
    before.add("Jugar", "Play")
    before.add("Viejo", "Old")
    monkeypatch.setattr(catalogue, "extract", lambda: sources)
    monkeypatch.setattr(catalogue, "read", lambda name: before)
    text = catalogue.updated("en")
    assert 'msgid "Jugar"\nmsgstr "Play"' in text
    assert 'msgid "Nuevo"\nmsgstr ""' in text
    assert "Viejo" not in text


def test_numbers_take_the_right_form_in_both_languages() -> None:
    forms = ("%(num)s jugada", "%(num)s jugadas")
    with language.speaking("es"):
        assert [language.ngettext(*forms, n) % {"num": n} for n in (0, 1, 2)] == [
            "0 jugadas",
            "1 jugada",
            "2 jugadas",
        ]
    with language.speaking("en"):
        assert [language.ngettext(*forms, n) % {"num": n} for n in (0, 1, 2)] == [
            "0 moves",
            "1 move",
            "2 moves",
        ]
