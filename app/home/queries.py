"""Who sits where in a new game."""

from __future__ import annotations

from typing import cast

from app.games.creation import Plan, SeatPlan
from app.games.queries import began_last, starting_seat
from app.games.view import Mode
from app.home.form import SetupForm
from app.site import Site
from engines.core.match import Match


def seats_wanted(site: Site, form: SetupForm, match: Match, player: str) -> Plan:
    """The seats that a set-up form asks for. «Por turnos» looks at who began the last game of this kind."""
    if form.mode == "screen":
        return SeatPlan("person"), SeatPlan("person")
    other = SeatPlan("computer", form.level) if form.mode == "computer" else SeatPlan("open")
    begins = form.starts == "yo"
    if form.starts == "turnos":
        begins = not began_last(site, player, form.game.slug, cast(Mode, form.mode))
    mine = starting_seat(match) if begins else 1 - starting_seat(match)
    return (SeatPlan("person"), other) if mine == 0 else (other, SeatPlan("person"))
