"""What a browser remembers about how pages look and sound, each in a cookie, and the page to choose it."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from app.home.queries import cards
from app.pages import NO_STORE, remember, render

router = APIRouter(include_in_schema=False)

Back = Annotated[str, Form(max_length=2_000)]
"""The page to go back to: an address of this site, without its name."""


@router.get("/preferencias")
def preferences(request: Request) -> Response:
    """Everything that can be chosen, each with a button, and the boards as they look now."""
    return render(request, "home/preferences.html", 200, NO_STORE, cards=cards())


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


@router.post("/tablero")
def choose_board(
    request: Request, tablero: Annotated[Literal["clasico", "papel", "contraste"], Form()], volver: Back = "/"
) -> RedirectResponse:
    """Draw boards like this from now on."""
    return _remember(request, "tablero", tablero, volver)


@router.post("/sonido")
def choose_sound(
    request: Request, sonido: Annotated[Literal["si", "no"], Form()], volver: Back = "/"
) -> RedirectResponse:
    """Let moves be heard, or no longer."""
    return _remember(request, "sonido", sonido, volver)


@router.post("/cifras")
def choose_digits(
    request: Request, cifras: Annotated[Literal["si", "no"], Form()], volver: Back = "/"
) -> RedirectResponse:
    """Write digits on pieces that are told apart by their looks, or do so no longer."""
    return _remember(request, "cifras", cifras, volver)


def local_address(address: str) -> str:
    """The address if it stays on this site, else the home page: nobody is sent elsewhere by a form."""
    stays = address.startswith("/") and not address.startswith("//")
    return address if stays and address.isascii() and address.isprintable() and "\\" not in address else "/"


def _remember(request: Request, name: str, value: str, back: str) -> RedirectResponse:
    answer = RedirectResponse(local_address(back), 303)
    remember(request, answer, name, value)
    return answer
