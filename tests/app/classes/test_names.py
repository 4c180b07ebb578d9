"""Codes, aliases, phrases and names: readable, unguessable, and never an insult."""

from __future__ import annotations

import re
import threading
import unicodedata
from itertools import product

import pytest

from app.classes import names
from app.classes.names import BLOCKED, WORDS, clean_name, every_alias, hash_phrase, is_blocked, problem_of


@pytest.mark.parametrize("language", ["es", "en"])
def test_no_alias_of_the_lists_says_anything_bad(language: str) -> None:
    aliases = every_alias(language)
    assert len(set(aliases)) == len(aliases) > 1_000
    for alias in aliases:
        assert not is_blocked(alias), alias
        together = "".join(sign for sign in names.plainly(alias) if sign.isalpha())
        hidden = [word for word in BLOCKED if len(word) >= 4 and word in together]
        assert not hidden, f"{alias} hides {hidden}"
        assert len(alias) <= 60
        assert alias == unicodedata.normalize("NFC", alias)


def test_no_two_words_of_a_phrase_hide_a_bad_one() -> None:
    assert len(set(WORDS)) == len(WORDS) > 90
    assert not [pair for pair in product(WORDS, repeat=2) if is_blocked(" ".join(pair))]


def test_a_code_has_no_vowels_and_no_signs_that_look_alike() -> None:
    assert not set("AEIOU01LI2Z5S8B") & set(names.CODE_LETTERS)
    codes = {names.new_code() for _ in range(500)}
    assert len(codes) == 500
    assert all(re.fullmatch(f"[{names.CODE_LETTERS}]{{7}}", code) for code in codes)
    assert len(names.CODE_LETTERS) ** names.CODE_LENGTH > 5e8


def test_a_code_is_read_as_people_type_it() -> None:
    assert names.read_code(" cdf-hjkm ") == names.read_code("CDF HJKM") == "CDFHJKM"
    assert names.read_code("%00/..\u202e") == "00"


@pytest.mark.parametrize(
    "name",
    [
        "Ana",
        "María José",
        "Íñigo",
        "O'Brien",
        "O\u2019Brien",
        "Jean-Luc",
        "Ç. Öz",
        "李小龙",
        "Ana 2",
        "Paco",
        "Cassandra",
        "a" * 20,
    ],
)
def test_names_that_will_do(name: str) -> None:
    assert problem_of(clean_name(name)) is None


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("A", "short"),
        ("", "short"),
        ("a" * 21, "long"),
        ("<b>Ana</b>", "characters"),
        ("Ana\u202e", "characters"),
        ("An\u200ba", "characters"),
        ("\u3164\u3164", "characters"),
        ("Ana\ufe0f", "characters"),
        ("Ana\u0323\u0330\u0316\u0332", "characters"),
        ("12345", "characters"),
        ("😀😀", "characters"),
        ("=1+2", "characters"),
        ("p u t a", "words"),
        ("P.U.T.A", "words"),
        ("m13rda", "words"),
        ("Elgilipollas", "words"),
        ("Sh1t", "words"),
        ("FUCKER", "words"),
    ],
)
def test_names_that_will_not_do(name: str, problem: str) -> None:
    assert problem_of(clean_name(name)) == problem


def test_a_short_word_that_is_blocked_is_blocked_in_the_plural_too() -> None:
    short = [word for word in BLOCKED if len(word) < 5 and not word.endswith("s")]
    assert short
    assert [word for word in short if not is_blocked(f"Los {word}s")] == []


def test_phrases_are_hashed_one_at_a_time() -> None:
    hashing = threading.Thread(target=hash_phrase, args=("sol clavel río", "CDFHJKM"))
    with names._HASHING:
        hashing.start()
        hashing.join(0.2)
        assert hashing.is_alive()
    hashing.join()


def test_a_phrase_is_kept_so_that_it_cannot_be_read() -> None:
    kept = hash_phrase("Sol Clavel río", "CDFHJKM")
    assert kept == hash_phrase("  sol clavel  RIO ", "CDFHJKM")
    assert kept != hash_phrase("sol clavel rio", "XXXXXXX")
    assert "sol" not in kept


def test_a_class_runs_out_of_aliases_gracefully() -> None:
    taken = set(every_alias("es"))
    assert names.propose_alias("es", taken) not in taken
