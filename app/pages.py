"""Pages from templates, in the language of the request, and the files they link to."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import language
from app.settings import own_path

STATIC_ROOT: Final = "/a"
LANGUAGE_COOKIE: Final = "idioma"
LANGUAGE_PARAMETER: Final = "lang"
NO_STORE: Final = {"Cache-Control": "no-store"}


@cache
def static_hash() -> str:
    """Eight digits that change with any static file: the folder under which browsers may keep them a year."""
    digest = hashlib.sha256()
    root = own_path("static")
    for path in sorted(path for path in root.rglob("*") if path.is_file()):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def static_url(path: str) -> str:
    """The address of a static file, such as `css/site.css`."""
    return f"{STATIC_ROOT}/{static_hash()}/{path}"


class HashedFiles(StaticFiles):
    """Static files under `/<hash>/path`. A browser keeps them for ever if the hash is the present one."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file; the first part of the path only says which version a page was made with."""
        version, _, rest = path.replace("\\", "/").partition("/")
        response = await super().get_response(rest, scope)
        lasting = version == static_hash() and response.status_code < 400
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if lasting else "no-cache"
        return response


@cache
def environment() -> Environment:
    """The templates. Values are escaped in every file, and a name that is missing is an error."""
    env = Environment(
        loader=FileSystemLoader(own_path("templates")),
        autoescape=True,
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
    env.globals.update(static_url=static_url, current_language=language.current, languages=language.LANGUAGES)
    return env


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


def is_partial(request: Request) -> bool:
    """Whether a script asks for a fragment to put into the page it already shows."""
    return request.headers.get("hx-request") == "true"


def origin(request: Request, base_url: str | None) -> str:
    """The site's public address without a slash at its end: the one set, else the request's own."""
    return (base_url or str(request.base_url)).rstrip("/")


class SpokenLanguage:
    """Middleware: every request is answered in its language (`?lang=`, then cookie, then the browser's)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Speak that language while the request lasts, and say so in the answer's head."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        chosen = wanted_language(HTTPConnection(scope))

        async def send_with_language(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith("text/html"):
                    headers["Content-Language"] = chosen
                    headers.add_vary_header("Accept-Language")
                    headers.add_vary_header("Cookie")
            await send(message)

        with language.speaking(chosen):
            await self._app(scope, receive, send_with_language)


def wanted_language(connection: HTTPConnection) -> str:
    """The language of a request: `es` or `en`."""
    return language.wanted(
        connection.query_params.get(LANGUAGE_PARAMETER),
        connection.cookies.get(LANGUAGE_COOKIE),
        connection.headers.get("accept-language"),
    )
