"""The pages around a finished game: its analysis, questions about it, exports; and positions as problems."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from app.analysis.actions import Reviewer
from app.analysis.opinions import Opinions
from app.analysis.pages import (
    NOBODY,
    embedded,
    picture,
    question_page,
    sheet_page,
    study_page,
)
from app.analysis.questions import SECONDS, mark
from app.analysis.report import as_document
from app.analysis.study import Study, look, read_draft, read_line, study, write_line
from app.edge.hang_up import while_waiting
from app.edge.refusal import Refused
from app.games.pages import Acting, Asked, Looking
from app.games.table import Table
from app.pages import NO_STORE
from engines import registry
from engines.core.game import Evaluation, IllegalMove
from engines.core.match import Match
from engines.core.setup import BadSetup

router = APIRouter(include_in_schema=False)
GAME: Final = "/p/{game_id}"

QUICK: Final = 0.3
"""Seconds in which a page of a tried line looks for the worth of its position."""
LARGEST: Final = 2**31 - 1
MOST_LINE: Final = 2_000
MOST_MOVE: Final = 256

Ply = Annotated[int | None, Query(alias="jugada", ge=0, le=LARGEST)]
Tried = Annotated[str, Query(alias="prueba", max_length=MOST_LINE)]
Step = Annotated[int | None, Query(alias="paso", ge=0, le=LARGEST)]
Draft = Annotated[str, Query(alias="borrador", max_length=MOST_MOVE)]
Move = Annotated[str, Query(alias="mueve", max_length=MOST_MOVE)]
Answer = Annotated[str, Query(alias="respuesta", max_length=MOST_MOVE)]
Flag = Annotated[str, Query(max_length=8)]


def reviewer_of(request: Request) -> Reviewer:
    """The worker that computes analyses."""
    reviewer: Reviewer = request.app.state.reviewer
    return reviewer


def opinions_of(request: Request) -> Opinions:
    """What answers questions about positions."""
    opinions: Opinions = request.app.state.opinions
    return opinions


Reviewing = Annotated[Reviewer, Depends(reviewer_of)]
Asking = Annotated[Opinions, Depends(opinions_of)]


def _address(asked: Asked, rest: str, **query: object) -> str:
    pairs = [f"{key}={value}" for key, value in query.items() if value not in (None, "")]
    if asked.viewer.key:
        pairs.append(f"llave={asked.viewer.key}")
    return f"/p/{asked.game_id}{rest}" + (f"?{'&'.join(pairs)}" if pairs else "")


def _go(address: str) -> Response:
    return RedirectResponse(address, 303, headers=NO_STORE)


def _finished(asked: Asked) -> Table:
    """The game, which has ended. Raises UnknownGame; Refused (409) while it goes on."""
    table = look(asked.site, asked.game_id, asked.viewer)
    if not table.over:
        raise Refused(409, "not-over")
    return table


@router.get(GAME + "/analisis")
async def show_analysis(
    asked: Looking,
    opinions: Asking,
    ply: Ply = None,
    tried: Tried = "",
    step: Step = None,
    draft: Draft = "",
    move: Move = "",
    calcular: Flag = "",
) -> Response:
    """A game move by move, with what each was worth; or a line that is tried from one of its positions."""
    line = read_line(tried)
    found = await run_in_threadpool(
        study, asked.site, asked.game_id, asked.viewer, ply, line, step, draft or move
    )
    if move and found.over:
        return _go(_tried_address(asked, found, move))
    if found.trying:
        seconds = SECONDS if calcular else QUICK
        worth = await while_waiting(asked.request, opinions.worth(found.match, seconds))
        found = _with_worth(found, worth)
    return await run_in_threadpool(study_page, asked, found)


def _tried_address(asked: Asked, found: Study, move: str) -> str:
    """Where a click leads: on by a whole move, or to the same position with the clicks of one."""
    shown = found.tried[: found.step]
    here = {"jugada": found.ply, "prueba": write_line(shown)}
    if move in found.match.legal_moves():
        return _address(asked, "/analisis", **{**here, "prueba": write_line((*shown, move))})
    return _address(asked, "/analisis", **here, borrador="-".join(found.draft))


def _with_worth(found: Study, worth: Evaluation | None) -> Study:
    return replace(found, worth=worth)


@router.post(GAME + "/analisis")
async def start_analysis(asked: Acting, reviewer: Reviewing) -> Response:
    """Begin the analysis of a finished game, or take it up again."""
    table = await run_in_threadpool(_finished, asked)
    await reviewer.ask(table.match, insist=True)
    return _go(_address(asked, "/analisis"))


@router.post(GAME + "/analisis/parar")
async def stop_analysis(asked: Acting, reviewer: Reviewing) -> Response:
    """Stop the analysis; what is known by then stays."""
    table = await run_in_threadpool(_finished, asked)
    await reviewer.cancel(table.match)
    return _go(_address(asked, "/analisis"))


@router.get(GAME + "/analisis/valor")
async def worth_of_position(
    asked: Looking, opinions: Asking, ply: Ply = None, tried: Tried = "", step: Step = None
) -> Response:
    """What the shown position is worth, as a sentence for the page that waits for it."""
    found = await run_in_threadpool(
        study, asked.site, asked.game_id, asked.viewer, ply, read_line(tried), step
    )
    worth = None
    if found.over:
        worth = await while_waiting(asked.request, opinions.worth(found.match, SECONDS))
    if worth is None:
        return Response(status_code=204, headers=NO_STORE)
    return await run_in_threadpool(study_page, asked, _with_worth(found, worth), 200, "analysis/_worth.html")


@router.get(GAME + "/analisis/linea")
async def show_line(
    asked: Looking, opinions: Asking, ply: Ply = None, tried: Tried = "", step: Step = None
) -> Response:
    """Lead on to the line of best play from a position, to be gone through step by step."""
    found = await run_in_threadpool(
        study, asked.site, asked.game_id, asked.viewer, ply, read_line(tried), step
    )
    shown = found.tried[: found.step]
    line = None
    if found.over:
        line = await while_waiting(asked.request, opinions.line(found.match, SECONDS))
    whole = (*shown, *(line or ()))
    return _go(
        _address(
            asked,
            "/analisis",
            jugada=found.ply,
            prueba=write_line(whole),
            paso=min(max(len(shown), 1), len(whole)) if whole else None,
        )
    )


@router.get(GAME + "/analisis/pregunta")
async def show_question(
    asked: Looking,
    opinions: Asking,
    ply: Ply = None,
    draft: Draft = "",
    answer: Answer = "",
    step: Step = None,
    solucion: Flag = "",
) -> Response:
    """One of the moves that lost something, as a question: what would you have played?"""
    await run_in_threadpool(_finished, asked)
    found = await run_in_threadpool(study, asked.site, asked.game_id, asked.viewer)
    mine = [
        each
        for each in found.report.questions
        if not found.view.my_seats or found.report.match.states[each - 1].turn in found.view.my_seats
    ]
    numbers = tuple(mine or found.report.questions)
    number = ply if ply in found.report.questions else next(iter(numbers), None)
    if number is None:
        return _go(_address(asked, "/analisis"))
    verdict = found.report.of(number)
    assert verdict is not None
    base = {"jugada": str(number), **({"llave": asked.viewer.key} if asked.viewer.key else {})}
    return await _question(
        asked.request,
        opinions,
        found.report.match.at(number - 1),
        draft,
        answer,
        step,
        solved=verdict.best if solucion else (),
        base=base,
        action=f"/p/{asked.game_id}/analisis/pregunta",
        more={
            "number": number,
            "numbers": numbers,
            "analysis": _address(asked, "/analisis", jugada=number),
            "cost": verdict,
        },
    )


@router.get("/problema")
async def show_problem(
    request: Request,
    opinions: Asking,
    partida: Annotated[str, Query(max_length=registry.MAX_LINE)] = "",
    draft: Draft = "",
    answer: Answer = "",
    step: Step = None,
    solucion: Flag = "",
) -> Response:
    """Any position as a problem: the address is the position, so the link is all there is to share."""
    match = await run_in_threadpool(_read, partida)
    solved: tuple[str, ...] = ()
    if solucion:
        worth = await while_waiting(request, opinions.worth(match, SECONDS))
        solved = worth.best if worth is not None else ()
    return await _question(
        request,
        opinions,
        match,
        draft,
        answer,
        step,
        solved=solved,
        base={"partida": match.to_text()},
        action="/problema",
        more={},
    )


def _read(line: str) -> Match:
    """The position of a problem. Raises BadSetup for a line that is none, or one whose match is over."""
    try:
        match = registry.read_match(line)
    except IllegalMove as refusal:
        raise BadSetup("bad-value", "partida", refusal.move) from None
    if match.outcome is not None:
        raise BadSetup("bad-value", "partida", match.to_text()[-40:])
    return match


async def _question(
    request: Request,
    opinions: Opinions,
    match: Match,
    draft: str,
    answer: str,
    step: int | None,
    *,
    solved: tuple[str, ...],
    base: dict[str, str],
    action: str,
    more: dict[str, Any],
) -> Response:
    """A question, or what is said about an answer; the first clicks of a longer move are not one yet."""
    legal = match.legal_moves()
    marked = None
    clicks = read_draft(legal, draft or answer)
    if answer in legal:
        marked = await while_waiting(request, mark(opinions, match, answer))
        clicks = ()
        if marked is None:
            more = {**more, "unknown": True}
    return await run_in_threadpool(
        lambda: question_page(
            request,
            match,
            marked,
            base=base,
            action=action,
            draft=clicks,
            answer=answer if answer in legal else "",
            step=step,
            solved=solved,
            more=more,
        )
    )


@router.get(GAME + "/analisis/datos.json")
def export_json(asked: Looking) -> Response:
    """The match and its analysis as far as it is known, as `ingenio review --json` prints it."""
    found = study(asked.site, asked.game_id, NOBODY)
    status = found.analysis.status if found.analysis else None
    document = {**as_document(found.report), "status": status}
    return JSONResponse(document, headers={**NO_STORE, **_as_file(asked, "json")})


@router.get(GAME + "/analisis/partida.txt")
def export_line(asked: Looking) -> Response:
    """The match line."""
    table = look(asked.site, asked.game_id, NOBODY)
    return PlainTextResponse(f"{table.match.to_text()}\n", headers=NO_STORE)


@router.get(GAME + "/analisis/partida.svg")
def export_picture(asked: Looking) -> Response:
    """The game as an animated drawing."""
    found = study(asked.site, asked.game_id, NOBODY)
    return picture(found.report.match, found.view)


@router.get(GAME + "/analisis/hoja")
def export_sheet(asked: Looking) -> Response:
    """The game on paper."""
    return sheet_page(asked, study(asked.site, asked.game_id, NOBODY))


@router.get(GAME + "/incrustar")
def embed(asked: Looking, ply: Ply = None) -> Response:
    """The game inside another site's page."""
    return embedded(asked.request, study(asked.site, asked.game_id, NOBODY, ply))


def _as_file(asked: Asked, kind: str) -> dict[str, str]:
    return {"Content-Disposition": f'inline; filename="ingenio-{asked.game_id}.{kind}"'}
