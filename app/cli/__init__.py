"""The command line: `ingenio`, which is the same program as `python -m app`.

One module for each group of commands; `lines` is what those that take a match line share. Options and help
are in English, like the names of the commands; sentences about a match speak the language of LANG.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

from app.cli import positions, site, thinking
from app.cli.lines import Refused, report
from app.language import speaking


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="ingenio",
        description="Play, study and serve abstract board games.",
        epilog="MATCH is one line, such as 'timbiriche rows=3 cols=3 : a1b1 a1a2'; "
        "- reads match lines from standard input and answers each with one JSON document on a line.",
    )
    top.add_argument("--version", action="version", version=f"ingenio {version('ingenio')}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for group in (site, positions, thinking):
        group.add(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, 1 for an illegal move, 2 for unusable arguments."""
    try:
        options = parser().parse_args(arguments)
    except SystemExit as finished:  # argparse has said why
        return int(finished.code or 0)
    _speak_utf8()
    with speaking("en" if os.environ.get("LANG", "").startswith("en") else "es"):
        try:
            code: int = options.run(options)
            sys.stdout.flush()
        except Refused as refusal:
            return report(refusal, options.json)
        except BrokenPipeError:
            # The reader has gone, as in `| head`. What is left in the buffer must not be written at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 141
        except KeyboardInterrupt:
            return 130
    return code


def _speak_utf8() -> None:
    """Lines in and documents out are UTF-8 whatever the locale; what is not becomes a replacement sign."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
