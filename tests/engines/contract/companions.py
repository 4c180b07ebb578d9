"""A card and what must stand beside it: words, rules page, playthrough, counts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from app.language import LANGUAGES, speaking
from app.words import GameWords, words_of
from app.words.refusals import MATCHES
from engines import registry
from engines.core.game import AnyGame
from tests.engines import playthrough

HERE = Path(__file__).parents[1]
RULES = HERE.parents[1] / "templates" / "rules"
PERFT = HERE / "perft"


def check_words(game: AnyGame) -> None:
    """Every code of the card, every setting and every value offered is put in words, in both languages."""
    try:
        words = words_of(game.slug)
    except ModuleNotFoundError:
        raise AssertionError(f"app/words/{game.slug}.py is missing") from None
    for kind, needed, said in (
        ("entries", {entry.slug for entry in game.entries}, words.entries),
        ("reasons", set(game.codes.reasons) - MATCHES.keys(), words.reasons),
        ("outcomes", set(game.codes.outcomes), words.outcomes),
        ("events", set(game.codes.events), words.events),
        ("facts", set(game.codes.facts), words.facts),
        ("roles", set(game.codes.roles), words.roles),
        ("buttons", set(game.codes.buttons), words.buttons),
        ("notes", set(game.story.notes), words.notes),
        ("options", {option.key for option in game.options}, words.options),
    ):
        missing = needed - set(said)
        assert not missing, f"{game.slug}: no words for the {kind} {sorted(missing)}"
        spare = set(said) - needed - MATCHES.keys()
        assert not spare, f"{game.slug}: words for {kind} that the card does not have: {sorted(spare)}"
    assert set(words.mine) <= set(game.codes.events)
    for language in LANGUAGES:
        with speaking(language):
            for text in _fixed_texts(game, words):
                assert text.strip(), f"{game.slug}: an empty text in {language}"


def _fixed_texts(game: AnyGame, words: GameWords) -> Iterator[str]:
    for entry in words.entries.values():
        yield from (entry.name(), entry.line(), entry.summary())
    for said in (words.outcomes, words.options, words.roles, words.buttons):
        yield from (say() for say in said.values())
    for option in game.options:
        yield from (words.values(option.key, value) for value in option.choices)
    for offer in game.offered:
        yield words.board(game.complete(offer, Random(1)))
    for number in (-2, -1, 0, 1, 2, 5):
        yield words.unit(number)


def check_rules_page(game: AnyGame, folder: Path = RULES) -> None:
    """There is a rules page."""
    path = folder / f"{game.slug}.html"
    assert path.is_file(), f"{path.name} is missing in templates/rules"
    assert path.read_text(encoding="utf-8").strip(), f"{path.name} is empty"


def check_playthrough(game: AnyGame, folder: Path = playthrough.FOLDER) -> None:
    """There is a recorded game, and one of them goes to the end."""
    lines = [path.read_text(encoding="utf-8").partition("\n")[0] for path in folder.glob("*.txt")]
    matches = [registry.read_match(line) for line in lines if line.split()[0] == game.slug]
    assert matches, f"{game.slug}: no playthrough; make one with python -m tests.record"
    assert any(match.outcome for match in matches), f"{game.slug}: no playthrough of a whole game"


def check_perft(game: AnyGame, folder: Path = PERFT) -> None:
    """There are counted positions."""
    path = folder / f"{game.slug}.txt"
    assert path.is_file(), f"tests/engines/perft/{game.slug}.txt is missing"
    assert read_perft(path), f"tests/engines/perft/{game.slug}.txt counts nothing"


def read_perft(path: Path) -> list[tuple[str, list[int]]]:
    """The match lines of a file and the number of sequences of length 1, 2, ...: `MATCH => n n n`."""
    rows = [line.split("=>") for line in path.read_text(encoding="utf-8").splitlines() if "=>" in line]
    return [(line.strip(), [int(count) for count in counts.split()]) for line, counts in rows]


def check_card(game: AnyGame) -> None:
    """The card names things consistently, and its pictures and benchmarks are matches."""
    slugs = [level.slug for level in game.levels]
    assert slugs == sorted(set(slugs), key=("facil", "medio", "dificil", "perfecto", "maestro").index)
    assert game.level("perfecto") is game.levels[-1]
    assert not game.levels[0].compiled, "the first level must play before the kernels are warm"
    assert game.rules_version >= 1
    assert any(entry.slug == game.slug for entry in game.entries)
    for line in (*game.benchmarks, *(entry.picture for entry in game.entries if entry.picture)):
        assert registry.read_match(line).game is game
    assert (game.gain is None) == (game.favours is None)
    keys = [option.key for option in game.options]
    assert len(set(keys)) == len(keys)
    for option in game.options:
        for value in option.choices:
            assert option.read(value) == value, (
                f"{option.key}={value} is offered but not its own canonical form"
            )
