"""Which language a visitor gets."""

import pytest

from app.language import current as current_language
from app.language import speaking, wanted


@pytest.mark.parametrize(
    ("explicit", "cookie", "accept", "language"),
    [
        (None, None, None, "es"),
        (None, None, "en-GB,en;q=0.9,es;q=0.8", "en"),
        (None, None, "en;q=0.4, es-MX;q=0.9", "es"),
        (None, None, "fr, de;q=0.9", "es"),
        (None, None, "fr, en;q=0.1", "en"),
        (None, None, "es;q=0, en;q=0.1", "en"),
        (None, None, "en;q=nonsense", "es"),
        (None, "en", "es", "en"),
        (None, "xx", "en", "en"),
        ("es", "en", "en", "es"),
        ("xx", None, "en", "en"),
    ],
)
def test_the_language_of_a_request(
    explicit: str | None, cookie: str | None, accept: str | None, language: str
) -> None:
    assert wanted(explicit, cookie, accept) == language


def test_a_language_is_spoken_only_inside_its_block() -> None:
    with speaking("en"):
        assert current_language() == "en"
        with speaking("es"):
            assert current_language() == "es"
        assert current_language() == "en"
    assert current_language() == "es"
