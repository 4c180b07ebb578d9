"""How a request says which pupil asks."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Path, Request

from app.classes.names import read_code

COOKIE: Final = "alumno"
"""How the cookie's name begins by which a pupil's browser is known; the code of the class follows."""

CODE: Final = "[A-Za-z0-9]{1,20}"
"""What the code of a class may look like, however it was typed."""

Code = Annotated[str, Path(pattern=f"^{CODE}$")]


def cookie_of(code: str) -> str:
    """The name of the cookie for a class."""
    return f"{COOKIE}-{read_code(code)}"


def key_of(request: Request, code: str, key: str | None) -> str | None:
    """The pupil's key: in the address for browsers that keep no cookies, else in the cookie of the class."""
    return key or request.cookies.get(cookie_of(code))
