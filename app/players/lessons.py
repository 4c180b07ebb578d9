"""Which lessons a browser has finished: a cookie of its own, and nothing on the server."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

COOKIE: Final = "lecciones"
_BETWEEN: Final = "."


def finished_lessons(request: Request) -> tuple[str, ...]:
    """The cards whose lessons this browser says it has finished, in the order in which it did."""
    kept = request.cookies.get(COOKIE, "")
    return tuple(dict.fromkeys(each for each in kept.split(_BETWEEN) if each.isascii() and each.isalpha()))


def with_lesson(request: Request, entry: str) -> str:
    """What the cookie says once the lesson of `entry` is finished too."""
    return _BETWEEN.join(dict.fromkeys((*finished_lessons(request), entry)))
