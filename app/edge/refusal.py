"""A request that is turned away, as an exception: a status and a code, put in words later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException


class Refused(HTTPException):
    """A request that cannot be served. `code` names the reason, `facts` are its detail.

    `message` is the sentence where only the one who refuses can say it; otherwise the code has one.
    An HTTPException, because FastAPI passes those on untouched while it reads a body.
    """

    def __init__(
        self,
        status: int,
        code: str,
        headers: Mapping[str, str] | None = None,
        message: str | None = None,
        facts: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(status, detail=code, headers=headers)
        self.code = code
        self.message = message
        self.facts: Mapping[str, Any] = facts or {}
