"""A teacher's request: whoever has the secret link of a class, and what all pages of the class show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Form, Path, Request
from starlette.responses import RedirectResponse, Response

from app.classes.names import show_code
from app.classes.queries import ClassView
from app.games.pages import qr
from app.pages import NO_STORE, origin, render
from app.site import Site, site_of
from app.words import challenges as said
from app.words.levels import say_level

Secret = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{32}$")]
Id = Annotated[int, Path(ge=1, le=2**31 - 1)]
FormId = Annotated[int, Form(ge=1, le=2**31 - 1)]


@dataclass(frozen=True, slots=True)
class Desk:
    """The teacher's request: the site, and the secret that was shown."""

    request: Request
    site: Site
    secret: str

    @property
    def home(self) -> str:
        """The address of the teacher's page."""
        return f"/profe/{self.secret}"

    def back(self, task: int | None = None, part: str = "") -> Response:
        """To the teacher's page, after something was done."""
        query = f"?reto={task}" if task else ""
        return RedirectResponse(f"{self.home}{query}{part}", 303, headers=NO_STORE)

    def link(self, view: ClassView) -> str:
        """The address that pupils open."""
        return f"{origin(self.request, self.site.settings.base_url)}/clase/{view.code}"

    def show(self, template: str, view: ClassView, status: int = 200, **more: Any) -> Response:
        """One of the teacher's pages."""
        link = self.link(view)
        shown = {
            "view": view,
            "desk": self.home,
            "said": said,
            "say_level": say_level,
            "code": show_code(view.code),
            "pupil_link": link,
            "qr": qr(link),
            "here": self.home,
            **more,
        }
        return render(self.request, template, status, NO_STORE, **shown)


def desk(request: Request, secret: Secret) -> Desk:
    """Who teaches: a dependency of routes."""
    return Desk(request, site_of(request), secret)


At = Annotated[Desk, Depends(desk)]


async def _fields(request: Request) -> dict[str, str]:
    async with request.form(max_files=0, max_fields=30) as sent:
        return {name: value for name, value in sent.items() if isinstance(value, str)}


Fields = Annotated[dict[str, str], Depends(_fields)]
