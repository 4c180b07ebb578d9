"""What a browser remembers about how pages look: their language and their colours, each in a cookie."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse

from app.pages import remember

router = APIRouter(include_in_schema=False)

Back = Annotated[str, Form(max_length=2_000)]
"""The page to go back to: an address of this site, without its name."""


@router.post("/idioma")
def choose_language(
    request: Request, idioma: Annotated[Literal["es", "en"], Form()], volver: Back = "/"
) -> RedirectResponse:
    """Speak this language from now on."""
    return _remember(request, "idioma", idioma, volver)


@router.post("/tema")
def choose_theme(
    request: Request, tema: Annotated[Literal["auto", "claro", "oscuro"], Form()], volver: Back = "/"
) -> RedirectResponse:
    """Use light or dark colours from now on, or those of the system."""
    return _remember(request, "tema", tema, volver)


def local_address(address: str) -> str:
    """The address if it stays on this site, else the home page: nobody is sent elsewhere by a form."""
    stays = address.startswith("/") and not address.startswith("//")
    return address if stays and address.isascii() and address.isprintable() and "\\" not in address else "/"


def _remember(request: Request, name: str, value: str, back: str) -> RedirectResponse:
    answer = RedirectResponse(local_address(back), 303)
    remember(request, answer, name, value)
    return answer
