"""A whole game as text: its match line, then each position with whose turn it is, the score and the move."""

from __future__ import annotations

from pathlib import Path

from engines import registry
from engines.core.match import Match

FOLDER = Path(__file__).parent / "playthroughs"


def transcript(line: str) -> str:
    """The game of a match line, position by position. The same line gives the same text."""
    match = registry.read_match(line)
    parts = [match.to_text()]
    for ply in range(match.ply + 1):
        parts.append(_position(match.at(ply)))
        if ply < match.ply:
            parts.append(f"> {match.moves[ply]}{_happened(match, ply)}")
    return "\n\n".join(parts) + "\n"


def _position(match: Match) -> str:
    state = match.state
    facts = [f"ply {match.ply}"]
    if state.score is not None:
        facts.append(f"score {state.score[0]}-{state.score[1]}")
    if match.outcome is None:
        facts.append(f"turn {match.turn}")
        facts.append(f"moves {len(match.legal_moves())}")
    else:
        winner = "draw" if match.outcome.winner is None else f"winner {match.outcome.winner}"
        facts.append(f"{winner} {match.outcome.reason}")
    return f"{match.game.text(state)}\n{', '.join(facts)}"


def _happened(match: Match, ply: int) -> str:
    facts = match.game.events(match.states[ply], match.moves[ply], match.states[ply + 1])
    said = [
        " ".join([fact.code, *(f"{key}={value}" for key, value in fact.detail.items())]) for fact in facts
    ]
    return f" ({'; '.join(said)})" if said else ""
