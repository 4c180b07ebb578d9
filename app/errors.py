"""Exceptions become answers here, once: a page, a fragment or JSON in one shape, in the language asked for.

{"error": {"code": "illegal-move", "message": "...", "detail": {...}}}
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app import faults
from app.asking import request_id
from app.database import Obstacle, obstacle
from app.edge.refusal import Refused
from app.games.pages import refused
from app.pages import is_partial, render
from app.words import failures, fields
from app.words.refusals import say_setup
from engines.core.game import IllegalMove
from engines.core.setup import BadSetup

log = logging.getLogger("ingenio.failure")

FAULTS: Final[Mapping[type[faults.Fault], int]] = {
    faults.UnknownGame: 404,
    faults.UnknownChallenge: 404,
    faults.UnknownClass: 404,
    faults.WrongName: 422,
    faults.WrongPhrase: 403,
    faults.Full: 409,
    faults.NotOpen: 409,
    faults.NoTriesLeft: 409,
    faults.NotYourSeat: 403,
    faults.NotYourTurn: 409,
    faults.StaleMove: 409,
    faults.GameOver: 409,
    faults.NoFreeSeat: 409,
    faults.NoHints: 409,
    faults.NoHintsLeft: 409,
    faults.NotReady: 503,
    faults.Busy: 503,
    faults.NotPossible: 409,
}
"""The status of every mistake a player can make."""

PLAIN: Final[Mapping[int, str]] = {
    400: "bad-request",
    401: "token-required",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    422: "bad-request",
    503: "unavailable",
}
"""The code of a status that the framework itself raises."""

OBSTACLES: Final[Mapping[Obstacle, int]] = {"no-room": 507, "not-storing": 503}
"""The status where nothing can be stored."""

_NOT_READABLE: Final = frozenset({"json_invalid", "value_error.jsondecode"})
_RETRY: Final = {"Retry-After": "2"}
_LATER: Final = {"Retry-After": "30"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """What is answered: a status, a code for programs, a sentence for people, and the detail."""

    status: int
    code: str
    message: str
    detail: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)


def describe(problem: Exception) -> Failure:
    """What an exception means to the one who asked. Anything unknown is a failure of ours."""
    match problem:
        case Refused():
            message = problem.message or failures.sentence(problem.code, problem.facts)
            return Failure(
                status=problem.status_code,
                code=problem.code,
                message=message,
                detail=problem.facts,
                headers=problem.headers or {},
            )
        case RequestValidationError():
            return _unusable(problem)
        case faults.Fault():
            status = FAULTS[type(problem)]
            return _say(status, problem.code, {"Retry-After": "10"} if status == 503 else None)
        case IllegalMove():
            return _say(422, "illegal-move")
        case BadSetup():
            where = {"reason": problem.reason, "key": problem.key, "value": problem.value}
            return Failure(status=422, code="bad-match", message=say_setup(problem), detail=where)
        case HTTPException() if isinstance(problem.__cause__, RecursionError):
            return _say(400, "too-deep")
        case HTTPException():
            status = problem.status_code if problem.status_code in PLAIN else 400
            return _say(status, PLAIN[status], problem.headers or {})
        case DBAPIError() if (why := obstacle(problem)) is not None:
            log.error("nothing can be stored: %s", problem.orig)
            return _say(OBSTACLES[why], why, _LATER)
        case OperationalError() | PoolTimeout():
            return _say(503, "unavailable", _RETRY)
        case _:
            number = request_id.get()
            message = failures.sentence("internal", {})
            return Failure(status=500, code="internal", message=message, detail={"request": number})


def _say(status: int, code: str, headers: Mapping[str, str] | None = None) -> Failure:
    return Failure(status=status, code=code, message=failures.sentence(code, {}), headers=headers or {})


def _unusable(problem: RequestValidationError) -> Failure:
    found = problem.errors()
    if any(error["type"] in _NOT_READABLE for error in found):
        return _say(400, "bad-json")
    for error in found:
        if error["loc"][0] == "path":
            return _say(404, "unknown-game" if "game" in str(error["loc"][1]) else "not-found")
    wrong = [
        {
            "field": ".".join(str(part) for part in error["loc"]),
            "problem": error["type"],
            "message": fields.sentence(error["type"], error.get("ctx", {})),
        }
        for error in found[:20]
    ]
    return Failure(
        status=422,
        code="bad-fields",
        message=failures.sentence("bad-fields", {"number": len(found)}),
        detail={"fields": wrong},
    )


def wants_json(request: Request) -> bool:
    """Whether a program asks: by the address, or because it accepts JSON and no pages."""
    accepts = request.headers.get("accept", "")
    return request.url.path.startswith("/api/") or ("json" in accepts and "html" not in accepts)


def as_json(failure: Failure) -> Response:
    """The failure as JSON. What was sent may come back in it: half a character is written as an escape."""
    body = {"code": failure.code, "message": failure.message, "detail": dict(failure.detail)}
    return Response(
        json.dumps({"error": body}, ensure_ascii=False).encode("utf-8", "backslashreplace"),
        failure.status,
        headers=dict(failure.headers),
        media_type="application/json",
    )


def as_page(request: Request, problem: Exception, failure: Failure) -> Response:
    """The failure as a page, or as a fragment that scripts do not put in the place of what they asked for.

    What a game refuses is said on its own page.
    """
    board = refused(request, problem, failure.status)
    if board is not None:
        return board
    shown = {
        "heading": failures.title(failure.status),
        "failure": failure,
        "number": request_id.get() if failure.status >= 500 else None,
    }
    if not is_partial(request):
        return render(request, "errors/page.html", failure.status, failure.headers, **shown)
    headers = {**failure.headers, "HX-Reswap": "none"}
    return render(request, "errors/_fragment.html", failure.status, headers, **shown)


async def respond(request: Request, problem: Exception) -> Response:
    """The answer to a request that raised `problem`."""
    # In a thread, as the routes themselves: the page of a game reads the database.
    return await run_in_threadpool(answer, request, problem)


def answer(request: Request, problem: Exception) -> Response:
    """The answer to a request that raised `problem`, made in the thread that calls."""
    failure = describe(problem)
    if wants_json(request):
        return as_json(failure)
    try:
        return as_page(request, problem, failure)
    except Exception:
        if failure.status < 500:
            raise
        # The templates themselves may be what is broken.
        return HTMLResponse(f"<!doctype html><title>Ingenio</title><p>{failure.message}", failure.status)


def install(app: FastAPI) -> None:
    """Answer every exception that a room raises."""
    for kind in (
        HTTPException,
        RequestValidationError,
        faults.Fault,
        IllegalMove,
        BadSetup,
        OperationalError,
        PoolTimeout,
    ):
        app.add_exception_handler(kind, respond)
