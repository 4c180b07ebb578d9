"""Who asks: a browser, or the carrier of a seat's key. Nobody signs up and nothing personal is kept."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Final

PLAYER_LENGTH: Final = 22
"""Characters of a player's id: 128 random bits."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whoever looks at a game. A key speaks for its one seat only, whatever the browser's cookie says."""

    player: str | None = None
    key: str | None = None


def new_player() -> str:
    """A random id for a browser."""
    return secrets.token_urlsafe(16)


def new_key() -> str:
    """A secret for one seat: 192 random bits."""
    return secrets.token_urlsafe(24)


def hash_key(key: str) -> str:
    """What is kept of a key. Keys are long and random, so a plain hash cannot be turned back."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
