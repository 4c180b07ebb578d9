"""The address of every picture: it holds the position and the language, so what it shows never changes."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.edge.refusal import Refused
from app.edge.stack import PICTURES
from app.pages import LONGEST_PICTURED, YEAR
from app.previews.painting import paint
from engines.core.game import IllegalMove
from engines.core.setup import BadSetup

router = APIRouter(include_in_schema=False)

KEPT: Final = 64
"""Pictures that are kept ready: some 40 kB each."""
MOST_WAITING: Final = 16
"""Pictures that may wait to be painted, one at a time; more are refused."""
HEADERS: Final = {
    "Cache-Control": f"public, max-age={YEAR}, immutable",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


class Painter:
    """Paints one picture at a time, away from the event loop, and keeps the latest ones."""

    def __init__(self) -> None:
        self._ready: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._alone = asyncio.Lock()
        self._waiting = 0

    async def picture(self, line: str, spoken: str) -> bytes:
        """The picture of a position. Raises BadSetup, IllegalMove, or Refused (503) if too many wait."""
        key = (line, spoken)
        if key not in self._ready:
            if self._waiting >= MOST_WAITING:
                raise Refused(503, "unavailable", headers={"Retry-After": "5"})
            self._waiting += 1
            try:
                async with self._alone:
                    if key not in self._ready:
                        self._ready[key] = await run_in_threadpool(paint, line, spoken)
            finally:
                self._waiting -= 1
            while len(self._ready) > KEPT:
                self._ready.popitem(last=False)
        self._ready.move_to_end(key)
        return self._ready[key]


@router.get(PICTURES + "{idioma}.png")
async def show(
    request: Request,
    idioma: Literal["es", "en"],
    partida: Annotated[str, Query(min_length=1, max_length=LONGEST_PICTURED)],
) -> Response:
    """The position at the end of a match line as a picture; nothing here looks at a cookie or a key."""
    painter: Painter = request.app.state.painter
    try:
        painted = await painter.picture(partida, idioma)
    except (BadSetup, IllegalMove):
        raise HTTPException(404) from None
    return Response(painted, media_type="image/png", headers=HEADERS)
