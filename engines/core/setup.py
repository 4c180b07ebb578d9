"""The settings of a match: what a game asks for, and what was chosen, checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any


class BadSetup(ValueError):  # noqa: N818 - named after what the player did
    """A setup or match line that cannot be read.

    `reason` is one of `SETUP_REASONS`; `key` and `value` say where, `allowed` what is possible.
    """

    def __init__(self, reason: str, key: str = "", value: str = "", allowed: str = "") -> None:
        super().__init__(f"{reason}: {key}={value!r}" + (f" (allowed: {allowed})" if allowed else ""))
        self.reason = reason
        self.key = key
        self.value = value
        self.allowed = allowed


SETUP_REASONS = (
    "empty-line",
    "unknown-game",
    "not-a-pair",
    "unknown-key",
    "repeated-key",
    "bad-value",
    "key-not-used",
    "key-required",
    "start-blocked",
    "line-too-long",
)


class Setup(Mapping[str, str]):
    """Checked settings of a match: immutable, hashable, in the card's order; only keys that apply."""

    __slots__ = ("_values",)

    def __init__(self, values: Iterable[tuple[str, str]]) -> None:
        self._values = dict(values)

    def __getitem__(self, key: str) -> str:
        return self._values[key]

    def __iter__(self) -> Any:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setup) and tuple(self.items()) == tuple(other.items())

    def __repr__(self) -> str:
        return f"Setup({self._values!r})"


def always(setup: Mapping[str, str]) -> bool:
    """Every setup: the default of `Option.applies`."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One setting of a game.

    `read` turns a text into its canonical form or raises BadSetup. `choices` are the values to offer in
    a form (other values may be legal too). `applies` tells, from the options before this one, whether
    the key means anything; a key that does not apply is refused. `shown` keys are always written in the
    match line, others only where they differ from `default`. `suggest` finds a value for a required key
    (`default` None) from the other settings, for whoever leaves it open. `draws`: words that a form may
    send instead of a value, each with what draws the value from the other settings when the game is made; a
    match line holds what was drawn. `place`: the value is a place of the board, to be pointed at.
    """

    key: str
    default: str | None
    read: Callable[[str], str]
    choices: tuple[str, ...] = ()
    applies: Callable[[Mapping[str, str]], bool] = always
    shown: bool = False
    suggest: Callable[[Mapping[str, str], Random], str] | None = None
    draws: Mapping[str, Callable[[Mapping[str, str], Random], str]] = field(default_factory=dict)
    place: bool = False


def choice(
    key: str,
    *values: str,
    applies: Callable[[Mapping[str, str]], bool] = always,
    shown: bool = False,
) -> Option:
    """An option that is one of `values`; the first is the default."""

    def read(text: str) -> str:
        if text not in values:
            raise BadSetup("bad-value", key, text, " ".join(values))
        return text

    return Option(key=key, default=values[0], read=read, choices=values, applies=applies, shown=shown)


def number(
    key: str,
    low: int,
    high: int,
    default: int,
    offered: Iterable[int] = (),
    *,
    applies: Callable[[Mapping[str, str]], bool] = always,
    shown: bool = True,
) -> Option:
    """An option that is a whole number from `low` to `high`."""

    def read(text: str) -> str:
        plain = text.isascii() and text.isdigit() and len(text) <= 4
        if not plain or not low <= int(text) <= high:
            raise BadSetup("bad-value", key, text, f"{low}..{high}")
        return str(int(text))

    offers = tuple(str(value) for value in (offered or range(low, high + 1)))
    return Option(key=key, default=str(default), read=read, choices=offers, applies=applies, shown=shown)


def read_options(options: Iterable[Option], pairs: Mapping[str, str]) -> Setup:
    """Check settings and fill in defaults. Raises BadSetup naming the first thing that is wrong."""
    options = tuple(options)
    known = {option.key for option in options}
    for key in pairs:
        if key not in known:
            raise BadSetup("unknown-key", key, pairs[key], " ".join(sorted(known)))
    values: dict[str, str] = {}
    for option in options:
        if not option.applies(values):
            if option.key in pairs:
                raise BadSetup("key-not-used", option.key, pairs[option.key])
            continue
        if option.key in pairs:
            values[option.key] = option.read(pairs[option.key])
        elif option.default is None:
            raise BadSetup("key-required", option.key)
        else:
            values[option.key] = option.default
    return Setup(values.items())


def write_options(options: Iterable[Option], setup: Setup) -> str:
    """The setup as `key=value ...` in the options' order, without the keys left at their default."""
    return " ".join(
        f"{option.key}={setup[option.key]}"
        for option in options
        if option.key in setup and (option.shown or setup[option.key] != option.default)
    )
