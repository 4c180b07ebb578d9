"""Health for those who run the site, and figures for Prometheus."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Response
from fastapi.responses import JSONResponse

from app import meters
from app.health.queries import check_database
from app.site import Site, site_of

router = APIRouter(include_in_schema=False)

NOT_KEPT = {"Cache-Control": "no-store"}


@router.get("/salud")
def health(site: Annotated[Site, Depends(site_of)]) -> JSONResponse:
    """200 when the site can serve, 503 when its database cannot. Engines may still be warming up."""
    found = check_database(site.database)
    done, total = site.workers.progress
    report: dict[str, Any] = {
        "status": "ok" if found.ready else "unavailable",
        "database": {
            "reachable": found.reachable,
            "revision": found.revision,
            "expected": found.expected,
        },
        "engines": {"warm": site.workers.warm, "compiled": done, "kernels": total},
    }
    return JSONResponse(report, 200 if found.ready else 503, headers=NOT_KEPT)


@router.get("/metrics")
def metrics() -> Response:
    """Every figure in the text format of Prometheus."""
    return Response(meters.render(), headers={**NOT_KEPT, "Content-Type": meters.CONTENT_TYPE})
