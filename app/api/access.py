"""Who asks, which game, and how refusals of a game are told to a program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Path, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from fastapi.security.utils import get_authorization_scheme_param

from app import faults
from app.api.told import GAME_ID, GameState, OutcomeState, RequestState, SeatState
from app.edge.refusal import Refused
from app.games.table import Table, find_table
from app.games.tables import ID_PATTERN
from app.language import N_
from app.pages import origin
from app.players.viewer import Viewer
from app.site import Site, site_of
from app.words import words_of
from app.words.refusals import say_illegal, say_reason
from engines.core.game import IllegalMove

GameId = Annotated[
    str,
    Path(pattern=ID_PATTERN, description=N_("El identificador de la partida."), examples=[GAME_ID]),
]

_needs_key = HTTPBearer(auto_error=False, scheme_name="seat", description=N_("La clave de un asiento."))
"""Says in the description of a call that it needs a key."""


@dataclass(frozen=True, slots=True)
class Asker:
    """A request to the API: the site it reached, its public address, and the seat key it carries."""

    site: Site
    address: str
    viewer: Viewer

    def table(self, game_id: str) -> Table:
        """The game as it stands, for the one who asks. Raises UnknownGame."""
        with self.site.database.reading() as session:
            return find_table(session, game_id, self.viewer)

    def state(self, game_id: str) -> GameState:
        """The game as everybody may see it. Raises UnknownGame."""
        return self.told(self.table(game_id))

    def url(self, game_id: str) -> str:
        """The public address of a game's page."""
        return f"{self.address}/p/{game_id}"

    def told(self, table: Table) -> GameState:
        """A table as the API tells it."""
        game, match, over = table.game, table.match, table.over
        ended = {"winner": game.winner, "how": game.how, "reason": game.reason}
        asked = {"kind": game.request, "by": game.request_by}
        return GameState(
            id=game.id,
            url=self.url(game.id),
            match=game.line,
            version=game.version,
            revision=game.revision,
            mode=table.mode,
            turn=game.turn,
            legal_moves=[] if over else list(match.state.legal_moves()),
            score=None if match.state.score is None else list(match.state.score),
            outcome=OutcomeState.model_validate(ended) if over else None,
            seats=[self._seat(table, seat) for seat in (0, 1)],
            request=RequestState.model_validate(asked) if game.request else None,
            thinking=game.computer_due,
            undone=game.undone,
            previous_id=game.previous_id,
            next_id=table.next_id,
            started_at=game.created_at,
        )

    def _seat(self, table: Table, number: int) -> SeatState:
        seat = table.game.seats[number]
        there = self.site.live.connected(table.game.id, number) if seat.kind == "person" else None
        return SeatState.model_validate(
            {"seat": number, "kind": seat.kind, "level": seat.level, "connected": there}
        )


def anybody(request: Request) -> Asker:
    """Whoever asks, with or without a seat key."""
    site = site_of(request)
    scheme, key = get_authorization_scheme_param(request.headers.get("Authorization"))
    viewer = Viewer(key=key if key and scheme.lower() == "bearer" else None)
    return Asker(site, origin(request, site.settings.base_url), viewer)


def key_holder(
    asker: Annotated[Asker, Depends(anybody)],
    _described: Annotated[HTTPAuthorizationCredentials | None, Depends(_needs_key)],
) -> Asker:
    """Somebody who carries a key. Raises Refused (401)."""
    if asker.viewer.key is None:
        raise Refused(401, "token-required", headers={"WWW-Authenticate": "Bearer"})
    return asker


Anybody = Annotated[Asker, Depends(anybody)]
KeyHolder = Annotated[Asker, Depends(key_holder)]


@contextmanager
def telling(asker: Asker, game_id: str) -> Iterator[None]:
    """Turn what a game refuses into an answer that carries the reason, or the state as it is now."""
    try:
        yield
    except IllegalMove as refusal:
        words = words_of(asker.table(game_id).game.slug)
        raise illegal(say_reason(words, refusal.reason, refusal.detail), refusal) from refusal
    except faults.Fault as fault:
        raise refusal_of(asker, game_id, fault) from fault


def refusal_of(asker: Asker, game_id: str, fault: faults.Fault) -> Exception:
    """A fault as it is answered: what is not possible now carries the state as it is now."""
    if isinstance(fault, faults.UnknownGame | faults.NotYourSeat | faults.NotReady | faults.Busy):
        return fault
    return Refused(409, fault.code, facts=asker.state(game_id).model_dump(mode="json"))


def illegal(sentence: str, refusal: IllegalMove) -> Refused:
    """An illegal move as an answer."""
    detail = {**refusal.detail, "reason": refusal.reason, "move": refusal.move, "ply": refusal.ply}
    return Refused(422, "illegal-move", message=sentence, facts=detail)


def illegal_in_line(slug: str, refusal: IllegalMove) -> Refused:
    """An illegal move of a match line as an answer that says which move it is."""
    return illegal(say_illegal(words_of(slug), refusal), refusal)
