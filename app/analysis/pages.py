"""The pages of the analysis: a match under study, questions, pictures and papers of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote, urlencode

from fastapi import Request
from starlette.responses import Response

from app.analysis.film import film
from app.analysis.graph import graph
from app.analysis.questions import Marked
from app.analysis.study import Study, play_on, write_line
from app.games.creation import entry_of
from app.games.pages import Asked, show
from app.games.view import GameView
from app.pages import NO_STORE, board_sheets, markup, origin, render, static_files
from app.players.viewer import Viewer
from app.site import site_of
from app.words import review as said
from app.words import words_of
from engines.core.match import Match
from engines.core.notation import next_tokens, tokens
from engines.core.review import Worth

NOBODY: Final = Viewer()
"""Who looks at what is embedded, printed or downloaded: everybody sees the same."""
MOST_DIAGRAMS: Final = 6
"""Diagrams on a printed game, besides the final position."""
FRAME_SECONDS: Final = 0.8
LAST_SECONDS: Final = 3
EMBED_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors *"
)
PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def study_page(
    asked: Asked, found: Study, status: int = 200, template: str = "analysis/page.html"
) -> Response:
    """A match under study."""
    return show(asked, template, found.view, status, **_told(asked.request, found))


def _told(request: Request, found: Study) -> dict[str, Any]:
    line = found.report.match.to_text()
    here = found.report.match.at(found.ply).to_text()
    return {
        "study": found,
        "report": found.report,
        "graph": graph(found.report) if found.over else None,
        "said": said,
        "write_line": write_line,
        "play_on": play_on,
        "Worth": Worth,
        "line": line,
        "puzzle": puzzle_address(here),
        "lesson": class_address(request, here),
        "site_origin": origin(request, site_of(request).settings.base_url),
    }


def puzzle_address(line: str, **more: str) -> str:
    """The page that sets a position as a problem."""
    return f"/problema?{urlencode({'partida': line, **more}, quote_via=quote)}"


def class_address(request: Request, line: str) -> str | None:
    """The teachers' page, to set a position as a task of a class; None while the site has no such page."""
    if not any(getattr(route, "path", "") == "/profe" for route in request.app.routes):
        return None
    return f"/profe?{urlencode({'partida': line}, quote_via=quote)}"


def question_page(
    request: Request,
    match: Match,
    marked: Marked | None,
    *,
    base: Mapping[str, str],
    action: str,
    draft: tuple[str, ...] = (),
    answer: str = "",
    step: int | None = None,
    solved: tuple[str, ...] = (),
    more: Mapping[str, Any] | None = None,
) -> Response:
    """A position as a question. `base`: the query that leads to it at `action`; `solved`: the solution."""
    line = marked.line if marked else ()
    shown = match
    if marked is not None:
        moves = line or (marked.move,)
        shown = play_on(match, moves[: min(max(step or 1, 1), len(moves))])
    legal = () if marked is not None else match.legal_moves()
    choices, _whole = next_tokens(legal, draft)
    last = shown.moves[-1] if shown.moves else None
    card = match.game
    return render(
        request,
        "analysis/question.html",
        200,
        NO_STORE,
        match=match,
        shown=shown,
        step=shown.ply - match.ply,
        marked=marked,
        answer=answer,
        solved=solved,
        words=words_of(card.slug),
        said=said,
        entry=entry_of(card, match.setup),
        slug=card.slug,
        drawing=card.draw(shown.state),
        choices=choices,
        draft=draft,
        last=tokens(last) if last else (),
        last_seat=shown.states[-2].turn if last else None,
        status_facts=card.status(shown.state) if card.status else (),
        roles=card.roles(match.state) if card.roles else None,
        base=base,
        action=action,
        address=lambda **extra: f"{action}?{urlencode({**base, **extra}, quote_via=quote)}",
        line=match.to_text(),
        puzzle=puzzle_address(match.to_text()),
        lesson=class_address(request, match.to_text()),
        site_origin=origin(request, site_of(request).settings.base_url),
        **{"number": None, "numbers": (), "analysis": None, **(more or {})},
    )


def sheet_page(asked: Asked, found: Study) -> Response:
    """The game on paper: its moves, what they were worth, and a diagram of each turning point."""
    match = found.report.match
    plies = [ply - 1 for ply in found.report.questions[:MOST_DIAGRAMS]]
    diagrams = [(ply, match.game.draw(match.states[ply]), match.at(ply)) for ply in plies]
    day = said.long_day(found.view.started_at, asked.site.settings.zone)
    told = _told(asked.request, found)
    return show(asked, "analysis/sheet.html", found.view, diagrams=diagrams, day=day, **told)


def picture(match: Match, view: GameView) -> Response:
    """The game as an animated drawing, whole in itself; it ends with the final position."""
    sheets = ["css/site.css", "css/board.css"]
    sheets += [f"css/boards/{match.game.slug}.css"] if board_sheets([match.game.slug]) else []
    text = markup(
        "analysis/film.svg",
        {
            "film": film(match),
            "last": view.last_tokens,
            "view": view,
            "styles": "".join(static_files().text(sheet) for sheet in sheets),
            "frame": FRAME_SECONDS,
            "hold": LAST_SECONDS,
            "words": words_of(match.game.slug),
        },
    )
    headers = {**NO_STORE, "Content-Security-Policy": PICTURE_POLICY}
    return Response(text, media_type="image/svg+xml", headers=headers)


def embedded(request: Request, found: Study) -> Response:
    """The game to be looked through inside another site's page: no forms, no cookies, nobody's seat."""
    response = render(
        request,
        "analysis/embed.html",
        200,
        NO_STORE,
        view=found.view,
        words=words_of(found.view.game.slug),
        **_told(request, found),
    )
    response.headers["Content-Security-Policy"] = EMBED_POLICY
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
