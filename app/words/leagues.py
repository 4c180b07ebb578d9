"""What is said of class leagues: points, and what somebody is doing."""

from __future__ import annotations

from app.language import gettext as _


def say_points(halves: int) -> str:
    """Points as people write them: «3½», «½», «0»."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def say_state(state: str, rival: str | None) -> str:
    """What a player is doing; `rival` None: the computer."""
    if state == "playing":
        return _("juega contra %(rival)s") % {"rival": rival} if rival else _("juega contra el ordenador")
    return {
        "ready": _("busca rival"),
        "busy": _("mira su última partida"),
        "absent": _("no está"),
        "resting": _("descansa"),
    }[state]
