"""Commands about a position that need rules only: games, board, show, moves, perft."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from app.cli.kernels import prepare
from app.cli.lines import Answer, Commands, add_command, add_match_command, show, whole_number
from app.language import gettext as _
from app.words import words_of
from engines import registry
from engines.core.game import Outcome
from engines.core.match import Match

DEEPEST: Final = 100
COMPILED_FROM: Final = 3
"""The depth from which it pays to load a game's compiled count, if it has one."""


def add(commands: Commands) -> None:
    """Add the commands of this module."""
    add_command(commands, "games", "The slugs of the games", _games)
    add_match_command(commands, "board", "The board and what is on it, as JSON", _board)
    add_match_command(commands, "show", "The position as text", _show)
    add_match_command(commands, "moves", "The legal moves, sorted", _moves)
    perft = add_match_command(commands, "perft", "How many move sequences there are of each length", _perft)
    perft.add_argument(
        "--depth", type=whole_number(1, DEEPEST), required=True, metavar="N", help="count lengths 1 to N"
    )


def counts(state: Any, depth: int) -> Iterator[int]:
    """The number of move sequences of length 1, 2, ... `depth`.

    A sequence that ends the game early counts up to its end only. Equal positions are counted together, so
    the work grows with the number of different positions, not of sequences.
    """
    layer: Counter[Any] = Counter({state: 1})
    for left in range(depth - 1, -1, -1):
        total = 0
        following: Counter[Any] = Counter()
        for position, ways in layer.items():
            moves = position.legal_moves() if position.outcome is None else ()
            total += ways * len(moves)
            if left:
                for move in moves:
                    following[position.play(move)] += ways
        yield total
        layer = following


def _games(options: argparse.Namespace) -> int:
    slugs = [entry.slug for entry, _game in registry.entries()]
    show(Answer({"games": slugs}, "\n".join(slugs)), options.json)
    return 0


def _board(match: Match, options: argparse.Namespace) -> Answer:
    return Answer(match.game.board(match.state))


def _show(match: Match, options: argparse.Namespace) -> Answer:
    text: str = match.game.text(match.state)
    outcome, score = match.outcome, match.state.score
    lines = [match.to_text(), "", text, ""]
    if score is not None:
        lines.append(_("Puntos: %(first)s–%(second)s") % {"first": score[0], "second": score[1]})
    if outcome is None:
        lines.append(_("Le toca al asiento %(seat)s.") % {"seat": match.turn})
    else:
        lines.append(_result(match, outcome))
    document = {
        "match": match.to_text(),
        "text": text,
        "ply": match.ply,
        "turn": match.turn,
        "score": None if score is None else list(score),
        "outcome": None if outcome is None else {"winner": outcome.winner, "reason": outcome.reason},
    }
    return Answer(document, "\n".join(lines))


def _result(match: Match, outcome: Outcome) -> str:
    words = {"reason": words_of(match.game.slug).outcomes[outcome.reason](), "seat": outcome.winner}
    if outcome.winner is None:
        return _("Tablas: %(reason)s.") % words
    return _("Gana el asiento %(seat)s: %(reason)s.") % words


def _moves(match: Match, options: argparse.Namespace) -> Answer:
    moves = match.legal_moves()
    return Answer({"moves": list(moves)}, "\n".join(moves))


def _perft(match: Match, options: argparse.Namespace) -> Answer:
    # Swaps and repetitions belong to the match, not to a position: a count stands on positions only.
    game, position = match.game, match.game.bare(match.state)
    if game.perft is not None and options.depth >= COMPILED_FROM:
        prepare([game])
        found = [game.perft(position, length) for length in range(1, options.depth + 1)]
    else:
        found = list(counts(position, options.depth))
    rows = [f"{length} {count}" for length, count in enumerate(found, start=1)]
    return Answer({"perft": found}, "\n".join(rows))
