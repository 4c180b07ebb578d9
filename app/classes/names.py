"""Names in a class: codes, aliases from reviewed lists, phrases, and which names of one's own will do."""

from __future__ import annotations

import re
import secrets
import threading
import unicodedata
from collections.abc import Collection
from hashlib import scrypt
from importlib import resources
from typing import Final

CODE_LETTERS: Final = "CDFHJKMNPRTVWX34679"
"""No vowels, so that no code is a word, and nothing that is taken for another sign: 0 O, 1 I L, 2 Z, 5 S."""
CODE_LENGTH: Final = 7
LONGEST_NAME: Final = 20


def _listed(name: str) -> tuple[str, ...]:
    """The words of a list in `lists/`, one a line; lines that begin with # say what it is."""
    text = (resources.files("app.classes") / "lists" / f"{name}.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


ALIASES: Final = {
    language: (_listed(f"beings-{language}"), _listed(f"qualities-{language}")) for language in ("es", "en")
}
"""For each language the names of beings and things, and what they are."""
WORDS: Final = _listed("phrase")
"""What phrases are made of."""
BLOCKED: Final = frozenset(_listed("blocked"))
"""Words that no name contains: as a word, or, if they have five letters or more, anywhere."""

_HASHING: Final = threading.Lock()
"""One phrase at a time: a class that comes in together leaves a core to whoever plays."""
_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that show nothing: names of them would be blank, or look like another's."""
_MOST_MARKS: Final = 2
"""Marks over one letter: more would hang over the lines beside it."""
_LOOKS_LIKE: Final = str.maketrans("013457@$!", "oieastasi")


def new_code() -> str:
    """A code for a class, drawn at random."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """A code as it was typed: capitals or not, with spaces or dashes. It may be no code at all."""
    return "".join(sign for sign in text.upper()[:40] if sign.isalnum())


def show_code(code: str) -> str:
    """A code in two groups, to be read aloud."""
    return f"{code[:3]} {code[3:]}"


def every_alias(language: str) -> list[str]:
    """All aliases of a language: «Lince veloz», «Brave Otter»."""
    beings, qualities = ALIASES[language]
    if language == "en":
        return [f"{quality} {being}" for being in beings for quality in qualities if quality != being]
    return [f"{being} {quality}" for being in beings for quality in qualities]


def propose_alias(language: str, taken: Collection[str]) -> str:
    """An alias that nobody in the class has; with a number behind it once they run out."""
    free = [alias for alias in every_alias(language) if alias not in taken]
    if free:
        return secrets.choice(free)
    number = 2
    while (alias := f"{every_alias(language)[0]} {number}") in taken:
        number += 1
    return alias


def new_phrase() -> str:
    """Three words by which a pupil comes in on another device: 20 bits, and few guesses are allowed."""
    return " ".join(secrets.choice(WORDS) for _ in range(3))


def hash_phrase(phrase: str, salt: str) -> str:
    """What is kept of a phrase: slow to compute, as phrases are short. Accents and capitals do not matter."""
    plain = " ".join(plainly(phrase[:200]).split())
    with _HASHING:
        return scrypt(plain.encode(), salt=salt.encode(), n=2**12, r=8, p=1, dklen=32).hex()


def plainly(text: str) -> str:
    """Small letters without accents."""
    apart = unicodedata.normalize("NFD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def clean_name(text: str) -> str:
    """A name of one's own with its spaces put in order; a typographic apostrophe becomes the plain one."""
    return unicodedata.normalize("NFC", " ".join(text.split())).replace("\u2019", "'")


def problem_of(name: str) -> str | None:
    """Why a cleaned name will not do: `short`, `long`, `characters` or `words`; None if it will."""
    if len(name) < 2:
        return "short"
    if len(name) > LONGEST_NAME:
        return "long"
    letters = [sign for sign in name if unicodedata.category(sign)[0] == "L"]
    if not letters or not all(_is_fit(sign) for sign in name) or _is_heaped(name):
        return "characters"
    return "words" if is_blocked(name) else None


def is_blocked(name: str) -> bool:
    """Whether a name contains a blocked word, also with digits for letters or signs between them."""
    plain = plainly(name).translate(_LOOKS_LIKE)
    words = "".join(sign if sign.isalpha() else " " for sign in plain).split()
    together = "".join(words)
    if any(word in BLOCKED or word.rstrip("s") in BLOCKED for word in (*words, together)):
        return True
    return any(len(word) >= 5 and word in together for word in BLOCKED)


def _is_heaped(name: str) -> bool:
    marks = "".join("m" if unicodedata.category(sign) == "Mn" else " " for sign in name)
    return any(len(run) > _MOST_MARKS for run in marks.split())


def _is_fit(sign: str) -> bool:
    category = unicodedata.category(sign)
    return (not _UNSEEN.match(sign) and category in ("Lu", "Ll", "Lo", "Nd", "Mn")) or sign in " -'.·"
