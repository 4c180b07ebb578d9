"""Pages from templates, in the language of the request, and the files they link to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app import language, painting
from app.edge.stack import PICTURES
from app.edge.static import StaticTree
from app.settings import own_path
from engines.registry import GAMES

NO_STORE: Final = {"Cache-Control": "no-store"}
YEAR: Final = 365 * 24 * 60 * 60
LONGEST_PICTURED: Final = 1_500
"""Characters of the longest match line in such an address."""


@cache
def static_files() -> StaticTree:
    """The files of `static/`, to be mounted at `app.edge.static.PREFIX`."""
    return StaticTree(own_path("static"))


def static_url(path: str) -> str:
    """The address of a static file, such as `css/site.css`. KeyError if there is no such file."""
    return static_files().url(path)


@cache
def _board_sheet(slug: str) -> str | None:
    path = f"css/boards/{slug}.css"
    return static_url(path) if (own_path("static") / path).is_file() else None


def board_sheets(slugs: Iterable[str] | None) -> list[str]:
    """The addresses of the style sheets for the boards of the games called `slugs`; None means all games."""
    named = [game.slug for game in GAMES] if slugs is None else slugs
    return [sheet for slug in named if (sheet := _board_sheet(slug)) is not None]


@cache
def environment() -> Environment:
    """The templates. Values are escaped in every file, and a name that is missing is an error."""
    env = Environment(
        loader=FileSystemLoader(own_path("templates")),
        autoescape=True,
        auto_reload=False,  # else every page asks the file system whether its templates have changed
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
    )
    env.install_gettext_callables(  # type: ignore[attr-defined] # added by the extension
        language.gettext,
        language.ngettext,
        newstyle=True,
        pgettext=language.pgettext,
        npgettext=language.npgettext,
    )
    # The extension's own asks its way to a message three times over: a page has a hundred of them.
    env.globals["_"] = say
    env.globals.update(
        board=painting.board,
        shape=painting.shape,
        n=painting.number,
        static_url=static_url,
        board_sheets=board_sheets,
        picture_address=picture_address,
        current_language=language.current,
        languages=language.LANGUAGES,
    )
    return env


def say(message: str, **values: Any) -> Markup:
    """A message in the current language as templates write it, with escaped values in its `%(name)s`."""
    spoken = language.current()
    return _message(spoken, message) % values if values else _plain_message(spoken, message)


@cache
def _message(spoken: str, message: str) -> Markup:
    """A message in the language `spoken`, which is the current one."""
    return Markup(language.gettext(message))


@cache
def _plain_message(spoken: str, message: str) -> Markup:
    """The same without any value: `%%` is a percent sign in both."""
    return _message(spoken, message) % {}


def markup(template: str, context: Mapping[str, Any]) -> str:
    """A template as text."""
    return environment().get_template(template).render(context)


def render(
    request: Request,
    template: str,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **context: Any,
) -> HTMLResponse:
    """A page. Templates see `request`, `partial` (asked for by htmx) and what is handed in."""
    shown = {"request": request, "partial": is_partial(request), **context}
    response = HTMLResponse(markup(template, shown), status_code=status, headers=dict(headers or {}))
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def remember(request: Request, response: Response, name: str, value: str) -> None:
    """Let the browser keep a preference for a year, in a cookie of its own."""
    response.set_cookie(
        name, value, max_age=YEAR, secure=request.url.scheme == "https", httponly=True, samesite="lax"
    )


def is_partial(request: Request) -> bool:
    """Whether a script asks for a fragment to put into the page it already shows."""
    return request.headers.get("hx-request") == "true"


def picture_address(request: Request, line: str) -> str:
    """The whole address of a position's picture, in the language of the request.

    Of a match line that is too long only the setup, or only the game, is shown.
    """
    head, game = line.partition(" :")[0], line.partition(" ")[0]
    shown = next(text for text in (line, head, game) if len(text) <= LONGEST_PICTURED)
    site = origin(request, request.app.state.site.settings.base_url)
    return f"{site}{PICTURES}{language.current()}.png?{urlencode({'partida': shown}, safe=':/=,')}"


def origin(request: Request, base_url: str | None) -> str:
    """The site's public address without a slash at its end: the one set, else the request's own."""
    return (base_url or str(request.base_url)).rstrip("/")
