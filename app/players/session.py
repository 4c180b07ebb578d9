"""The cookie by which a browser is known again: a random id, signed."""

from __future__ import annotations

from typing import Final

from itsdangerous import BadSignature, Signer
from starlette.requests import Request
from starlette.responses import Response

from app.players.viewer import PLAYER_LENGTH

COOKIE: Final = "jugador"
YEAR: Final = 365 * 24 * 60 * 60


class Sessions:
    """Reads and writes the cookie with one secret."""

    def __init__(self, secret: str) -> None:
        self._signer = Signer(secret, salt="ingenio.player")

    def player(self, request: Request) -> str | None:
        """The player whose browser asks, or None without a cookie of ours."""
        value = request.cookies.get(COOKIE)
        if not value:
            return None
        try:
            player = self._signer.unsign(value).decode("ascii")
        except (BadSignature, UnicodeError):
            return None
        return player if len(player) == PLAYER_LENGTH else None

    def remember(self, request: Request, response: Response, player: str) -> None:
        """Let the browser keep `player` for a year from now."""
        response.set_cookie(
            COOKIE,
            self._signer.sign(player).decode("ascii"),
            max_age=YEAR,
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="lax",
        )
