"""Commands that search: value, best, arena, review, bench."""

from __future__ import annotations

import argparse
from random import Random
from time import perf_counter, thread_time
from typing import Any

from app.analysis.pace import MATCH_SECONDS, POSITION_SECONDS, Pace
from app.analysis.report import as_document, plain, report
from app.cli.arena import arena
from app.cli.kernels import prepare
from app.cli.lines import (
    Answer,
    Commands,
    Document,
    Refused,
    add_command,
    add_match_command,
    dump,
    read_match,
    seconds,
    show,
    whole_number,
)
from app.language import gettext as _
from engines import registry
from engines.core.game import AnyGame, Evaluation, Level
from engines.core.limit import Limit
from engines.core.match import Match
from engines.core.review import review

LEVELS = "a level of the game: facil, medio, dificil, or perfecto for the strongest"


def add(commands: Commands) -> None:
    """Add the commands of this module."""
    value = add_match_command(commands, "value", "What a position is worth with best play", _value)
    value.add_argument("--seconds", type=seconds, default=10.0, metavar="S", help="time to search (10)")
    value.add_argument("--moves", action="store_true", help="also the value after each legal move")

    best = add_match_command(commands, "best", "The move that a level plays", _best)
    best.add_argument("--level", required=True, help=LEVELS)
    best.add_argument("--seconds", type=seconds, default=10.0, metavar="S", help="time to think (10)")
    _add_seed(best)

    games = add_match_command(commands, "arena", "Play games between two levels, sides alternating", _arena)
    games.add_argument("--a", required=True, metavar="LEVEL", help=LEVELS)
    games.add_argument("--b", required=True, metavar="LEVEL", help="its opponent")
    games.add_argument("--games", type=whole_number(1, 100_000), required=True, metavar="N", help="how many")
    games.add_argument(
        "--nodes",
        type=whole_number(1, 10**12),
        default=100_000,
        metavar="N",
        help="nodes a move may search (100000): a limit in nodes makes the games reproducible",
    )
    _add_seed(games)

    judge = add_match_command(commands, "review", "What each move of a match cost its player", _review)
    judge.add_argument(
        "--seconds",
        type=seconds,
        metavar="S",
        help=f"time for each position ({POSITION_SECONDS:g}, and {MATCH_SECONDS:g} for all of them)",
    )

    bench = add_command(
        commands, "bench", "The speed of the engines on the standard set of positions", _bench
    )
    bench.add_argument("--seconds", type=seconds, default=120.0, metavar="S", help="time for one row (120)")
    slugs = [game.slug for game in registry.GAMES]
    bench.add_argument("--game", choices=slugs, metavar="GAME", help="rows of one game: " + ", ".join(slugs))


def _add_seed(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--seed", type=whole_number(0, 2**63 - 1), default=0, metavar="N", help="seed of its choices (0)"
    )


def _level(game: AnyGame, slug: str) -> Level[Any]:
    try:
        return game.level(slug)
    except KeyError:
        known = " ".join([*(level.slug for level in game.levels), "perfecto"])
        raise Refused(
            "unknown-level",
            _("No conozco el nivel «%(level)s». Los niveles son: %(known)s.")
            % {"level": slug, "known": known},
            detail={"level": slug},
        ) from None


def _worth(match: Match, limit: Limit, every_move: bool) -> tuple[Evaluation, Document]:
    prepare([match.game])
    began = perf_counter()
    worth = match.game.evaluate(match.state, limit, every_move)
    spent = perf_counter() - began
    document: Document = {
        "value": plain(worth.value),
        "unit": match.game.unit,
        "exact": worth.exact,
        "bound": [plain(end) for end in worth.bound],
        "best": sorted(worth.best),
        "nodes": worth.nodes,
        "seconds": plain(spent),
    }
    return worth, document


def _value(match: Match, options: argparse.Namespace) -> Answer:
    worth, document = _worth(match, Limit(seconds=options.seconds), options.moves)
    if options.moves:
        document["moves"] = {each.move: plain(each.value) for each in worth.candidates}
        document["estimates"] = [each.move for each in worth.candidates if not each.exact]
    return Answer(document, dump(document))


def _best(match: Match, options: argparse.Namespace) -> Answer:
    level = _level(match.game, options.level)
    if match.outcome is not None:
        raise Refused("game-over", _("La partida ya ha terminado."))
    if level.compiled:
        prepare([match.game])
    move = level.choose(match.state, Random(options.seed), Limit(seconds=options.seconds))
    return Answer({"move": move}, move)


def _arena(match: Match, options: argparse.Namespace) -> Answer:
    a, b = (_level(match.game, slug) for slug in (options.a, options.b))
    if match.outcome is not None:
        raise Refused("game-over", _("La partida ya ha terminado."))
    if a.compiled or b.compiled:
        prepare([match.game])
    return Answer(arena(match, a, b, games=options.games, seed=options.seed, nodes=options.nodes))


def _review(match: Match, options: argparse.Namespace) -> Answer:
    """The same judgement as on the site, within the same time unless another one is asked for."""
    prepare([match.game])
    asked = options.seconds
    pace = Pace(POSITION_SECONDS, MATCH_SECONDS) if asked is None else Pace(asked, None)
    found = as_document(report(match, review(match, pace.limit)))
    table = [
        f"{row['ply']:>3} {row['seat']} {row['move']:<12} {row['before']:>5} → {row['after']:<5} "
        f"-{row['lost']:<4} {'=' if row['exact'] else '~'} {' '.join(row['best'])}".rstrip()
        for row in found["moves"]
    ]
    return Answer(found, "\n".join(table))


def _bench(options: argparse.Namespace) -> int:
    games = [game for game in registry.GAMES if options.game in (None, game.slug)]
    prepare(games)
    rows: list[Document] = []
    for game, line in ((card, line) for card in games for line in card.benchmarks):
        began = thread_time()
        limit = Limit(nodes=game.benchmark_nodes, seconds=options.seconds)
        worth, document = _worth(read_match(line), limit, False)
        # On a busy machine only the time of the processor says how fast an engine is.
        spent = thread_time() - began
        speed = round(worth.nodes / max(spent, 1e-6))
        keys = ("value", "exact", "nodes", "seconds")
        row = {"match": line, **{key: document[key] for key in keys}}
        row |= {"cpu_seconds": plain(spent), "nodes_per_second": speed}
        rows.append(row)
        if not options.json:
            proof = "=" if row["exact"] else "~"
            print(
                f"{proof}{row['value']:>4} {row['nodes']:>13,} nodes {row['cpu_seconds']:>9.3f} s "
                f"{speed:>12,} nodes/s  {line}",
                flush=True,
            )
    if options.json:
        show(Answer({"rows": rows}), True)
    return 0
