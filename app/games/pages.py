"""A game as a page or a fragment, for whoever asks; routes and refusals answer with the same one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Final

import segno
from fastapi import Depends, Form, Path, Query, Request
from markupsafe import Markup
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app import language
from app.faults import Fault, UnknownGame
from app.games.boards import Boards, Look
from app.games.listing import move_list, place_list
from app.games.pointing import written
from app.games.queries import game_view, view_of
from app.games.table import Table
from app.games.tables import ID_PATTERN
from app.games.view import GameView, Notice, Showing
from app.pages import NO_STORE, is_partial, markup, origin, render
from app.players.viewer import Viewer, new_player
from app.site import Site, site_of
from app.words import points, words_of
from app.words.levels import say_level
from app.words.refusals import say_reason
from engines.core.game import IllegalMove

HELP: Final = "ayuda"
"""The cookie, the field and, with a private link, the part of the address that turn help mode on."""
STEPS: Final = "pasos"
"""The same for walking pieces place by place."""
DIGITS: Final = "cifras"
"""The cookie that writes digits on pieces."""
ON: Final = "si"
NOBODY: Final = Viewer()
"""Whoever only watches: everybody of them sees the same."""

GameId = Annotated[str, Path(pattern=ID_PATTERN)]
Key = Annotated[str | None, Query(alias="llave", max_length=200)]
FormKey = Annotated[str | None, Form(alias="llave", max_length=200)]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request about one game: which one, and who asks."""

    request: Request
    site: Site
    game_id: str
    viewer: Viewer
    had_cookie: bool
    """Whether the browser sent a cookie of ours: if not, it may keep none."""
    helping: bool = False
    """Whether help mode is on: as the browser remembers, or for a private link as its address says."""
    stepping: bool = False
    """Whether pieces are walked place by place, remembered in the same way."""

    @property
    def look(self) -> Look:
        """How whoever asks sees the games of others."""
        return Look(language.current(), self.helping, self.request.cookies.get(DIGITS) == ON)

    def may_hold(self, holders: frozenset[str]) -> bool:
        """Whether a board is painted for this viewer alone: a key came along, or one of `holders` asks."""
        return self.viewer.key is not None or self.viewer.player in holders

    @property
    def public_link(self) -> str:
        """The address to give to others: it lets them watch, and take a free seat."""
        return f"{origin(self.request, self.site.settings.base_url)}/p/{self.game_id}"

    def private_link(self, key: str) -> str:
        """The address that gives a seat to whoever opens it."""
        return f"{self.public_link}?llave={key}"


def ask(request: Request, game_id: str, key: str | None, helping: bool | None = None) -> Asked:
    """Find out who asks for a game. A browser without a cookie gets a new player to be remembered as."""
    site = site_of(request)
    player = site.sessions.player(request)
    viewer = Viewer(player or new_player(), key or None)
    remembered = request.query_params if key else request.cookies
    if helping is None:
        helping = remembered.get(HELP) == ON
    stepping = remembered.get(STEPS) == ON
    asked = Asked(request, site, game_id, viewer, player is not None, helping, stepping)
    request.state.asked = asked
    return asked


def looking(request: Request, game_id: GameId, key: Key = None) -> Asked:
    """Who looks at a game: a dependency of routes that change nothing."""
    return ask(request, game_id, key)


def acting(request: Request, game_id: GameId, key: Key = None, form_key: FormKey = None) -> Asked:
    """Who wants to change a game: a dependency of routes that answer forms."""
    return ask(request, game_id, form_key or key)


Looking = Annotated[Asked, Depends(looking)]
Acting = Annotated[Asked, Depends(acting)]


def board(
    asked: Asked,
    ply: int | None = None,
    draft: str = "",
    notice: Notice | None = None,
    status: int = 200,
    table: Table | None = None,
) -> Response:
    """The game as the fragment that pages swap, or as a whole page. Raises UnknownGame.

    `table`: the game as it is now, where that is known already.
    """
    showing = Showing(ply=ply, draft=draft, notice=notice, helping=asked.helping, stepping=asked.stepping)
    if table is None:
        view = game_view(asked.site, asked.game_id, asked.viewer, showing)
    else:
        view = view_of(asked.site, table, asked.viewer, showing)
    partial = is_partial(asked.request) or asked.request.url.path.endswith("/tablero")
    return show(asked, "games/_game.html" if partial else "games/page.html", view, status)


def show(asked: Asked, template: str, view: GameView, status: int = 200, **more: Any) -> Response:
    """One of the pages about a game. They are never kept by a browser: going back asks again."""
    alone = asked.viewer.key is not None or view.my_seats
    shown = {**_shown(view, None if alone else asked.look), "digits": asked.look.digits, **more}
    shown.setdefault("address", asked.public_link)
    return remembering(asked, render(asked.request, template, status, NO_STORE, **shown))


def show_shared(asked: Asked, revision: int) -> Response:
    """The board at `revision` or later for somebody who only watches. Raises UnknownGame."""
    boards: Boards = asked.request.app.state.boards
    html = boards.board(asked.game_id, asked.look, revision).html
    return remembering(asked, HTMLResponse(html, headers=NO_STORE))


def paint(site: Site, game_id: str, look: Look) -> tuple[GameView, str]:
    """The board of a game for all who only watch and want to see it so. Raises UnknownGame."""
    view = game_view(site, game_id, NOBODY, Showing(helping=look.helping))
    with language.speaking(look.language):
        return view, markup("games/_game.html", {**_shown(view, look), "digits": look.digits})


def _shown(view: GameView, look: Look | None) -> dict[str, Any]:
    """What templates see of a game; `look`: of one that others see as well (`app.games.boards`)."""
    words = words_of(view.game.slug)
    return {
        "view": view,
        "words": words,
        "say_level": say_level,
        "say_reason": say_reason,
        "points": points,
        "place_list": place_list,
        "move_list": move_list,
        "pointing": written(view.pointing, view.game.slug) if view.pointing else None,
        "shared": look.name if look else "",
    }


def remembering(asked: Asked, response: Response) -> Response:
    """Give the browser its cookie if it had none."""
    if not asked.had_cookie and asked.viewer.player is not None:
        asked.site.sessions.remember(asked.request, response, asked.viewer.player)
    return response


def go(asked: Asked, game_id: str, key: str | None) -> Response:
    """Lead on to a game's page; whoever plays by a key keeps playing by one."""
    address = f"/p/{game_id}"
    if key:
        address += f"?llave={key}" + (f"&{HELP}={ON}" if asked.helping else "")
        address += f"&{STEPS}={ON}" if asked.stepping else ""
    if is_partial(asked.request):
        return remembering(asked, Response(status_code=204, headers={"HX-Redirect": address, **NO_STORE}))
    return remembering(asked, RedirectResponse(address, 303, headers=NO_STORE))


def done(asked: Asked, table: Table | None = None) -> Response:
    """The answer to a form that did what it should: the new board for scripts, else back to the page."""
    if is_partial(asked.request):
        return board(asked, table=table)
    return go(asked, asked.game_id, asked.viewer.key)


def refused(request: Request, problem: Exception, status: int) -> Response | None:
    """The board as it is now with a sentence that says what was wrong; None if this is no game's request."""
    asked: Asked | None = getattr(request.state, "asked", None)
    notice = _notice(problem)
    if asked is None or notice is None:
        return None
    return board(asked, draft=getattr(request.state, "draft", ""), notice=notice, status=status)


def _notice(problem: Exception) -> Notice | None:
    match problem:
        case IllegalMove():
            return Notice(code="illegal", reason=problem.reason, detail=dict(problem.detail))
        case UnknownGame():
            return None
        case Fault():
            return Notice(code=problem.code)  # type: ignore[arg-type] # the faults' codes are the notices'
    return None


@lru_cache(maxsize=256)
def qr(address: str) -> Markup:
    """A QR code of an address, as SVG to be put into a page."""
    # segno writes numbers and its own attributes only: nothing in it needs escaping.
    return Markup(segno.make(address, error="m").svg_inline(scale=4, omitsize=True))
