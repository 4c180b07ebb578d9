"""A request that is turned away, as an exception: a status and a code, put in words later."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.exceptions import HTTPException


class Refused(HTTPException):
    """A request that cannot be served. `code` names the reason; `facts` are what its sentence needs.

    An HTTPException, because FastAPI passes those on untouched while it reads a body.
    """

    def __init__(
        self,
        status: int,
        code: str,
        headers: Mapping[str, str] | None = None,
        **facts: str | int,
    ) -> None:
        super().__init__(status, detail=code, headers=headers)
        self.code = code
        self.facts: dict[str, str | int] = facts
