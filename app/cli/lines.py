"""Commands that take a match line: one from the arguments, or many from standard input, and their answers."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from app.words import words_of
from app.words.refusals import say_illegal, say_setup
from engines import registry
from engines.core.game import IllegalMove
from engines.core.match import Match
from engines.core.setup import BadSetup

ILLEGAL: Final = 1
UNUSABLE: Final = 2

Document = dict[str, Any]
Commands = Any
"""What `argparse.ArgumentParser.add_subparsers` returns; its class is private."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command found, as a JSON document and for people.

    `text` None: people get the document too, indented; "": they get nothing.
    """

    document: Document
    text: str | None = None


@dataclass(slots=True)
class Refused(Exception):  # noqa: N818 - named after what happened
    """A command that cannot be carried out: a sentence, and the program's exit code."""

    code: str
    message: str
    exit: int = UNUSABLE
    detail: Document = field(default_factory=dict)

    @property
    def document(self) -> Document:
        """The refusal in the shape of every error of the product."""
        return {"error": {"code": self.code, "message": self.message, "detail": self.detail}}


def add_command(commands: Commands, name: str, help_text: str, run: Callable[..., int]) -> Any:
    """A command called `name`, with the option that every command has."""
    command = commands.add_parser(name, help=help_text, description=f"{help_text}.")
    command.add_argument("--json", action="store_true", help="one JSON document on standard output")
    command.set_defaults(run=run)
    return command


def add_match_command(
    commands: Commands, name: str, help_text: str, find: Callable[[Match, argparse.Namespace], Answer]
) -> Any:
    """A command that answers a question about a match."""
    command = add_command(commands, name, help_text, lambda options: _answer(options, find))
    command.add_argument("match", metavar="MATCH", help="a match line, or - for lines on standard input")
    return command


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """A type of argument: a whole number from `low` to `high`."""

    def read(text: str) -> int:
        if not re.fullmatch("-?[0-9]{1,19}", text) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} to {high}")
        return int(text)

    return read


def seconds(text: str) -> float:
    """A type of argument: a positive number of seconds, at most a day."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 86_400:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0, up to a day")
    return value


def read_match(line: str) -> Match:
    """The match of a line, or Refused with the exit code that the fault has."""
    try:
        return registry.read_match(line)
    except BadSetup as problem:
        detail = {"reason": problem.reason, "key": problem.key, "value": problem.value}
        raise Refused("bad-match", say_setup(problem), UNUSABLE, detail) from None
    except IllegalMove as refusal:
        game = registry.entry(line.split()[0])[1]
        raise Refused(
            "illegal-move",
            say_illegal(words_of(game.slug), refusal),
            ILLEGAL,
            {"move": refusal.move, "ply": refusal.ply, "reason": refusal.reason, **refusal.detail},
        ) from None


def report(refusal: Refused, as_json: bool) -> int:
    """Tell a refusal on standard error, and as a document where one was asked for; its exit code."""
    print(f"ingenio: {refusal.message}", file=sys.stderr)
    if as_json:
        print(dump(refusal.document))
    return refusal.exit


def dump(document: Document) -> str:
    """A document on one line."""
    return json.dumps(document, ensure_ascii=False, separators=(", ", ": "))


def show(answer: Answer, as_json: bool, *, flush: bool = False) -> None:
    """Print an answer on standard output; `flush`: it is to be read while the command goes on."""
    if as_json:
        text = dump(answer.document)
    elif answer.text is None:
        text = json.dumps(answer.document, ensure_ascii=False, indent=2)
    else:
        text = answer.text
    if text:
        print(text, flush=flush)


def _answer(options: argparse.Namespace, find: Callable[[Match, argparse.Namespace], Answer]) -> int:
    if options.match != "-":
        show(find(read_match(options.match), options), options.json)
        return 0
    for line in sys.stdin:
        try:
            document = find(read_match(line), options).document
        except Refused as refusal:
            document = refusal.document
        print(dump(document), flush=True)
    return 0
