"""The settings of a board of one's own: which of them mean something together, and which values go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from engines.core.game import AnyGame
from engines.core.setup import BadSetup, Option


@dataclass(frozen=True, slots=True)
class Size:
    """A setting of a board of one's own.

    `within`: it means something only with these values of the first setting; empty: with all. `narrow`: the
    same for those of its values that go with fewer of them.
    """

    option: Option
    within: tuple[str, ...]
    narrow: Mapping[str, tuple[str, ...]]

    def applies(self, kind: str) -> bool:
        """Whether it means something with this value of the first setting."""
        return not self.within or kind in self.within


@cache
def sizes_of(game: AnyGame, preset: frozenset[tuple[str, str]]) -> tuple[Size, ...]:
    """The settings in which the pictured boards of an entry with this preset differ, the first one leading.

    Tried out once: what the game refuses to start with is not offered.
    """
    pictured = {key for settings in game.offered for key in settings} - {key for key, _ in preset}
    options = [option for option in game.options if option.key in pictured]
    if not options:
        return ()
    kind = options[0]
    usual = {**{option.key: option.default or "" for option in game.options}, **game.offered[0]}
    found = []
    for option in options:
        within = tuple(value for value in kind.choices if option.applies({**usual, kind.key: value}))
        if not within:
            continue
        narrow = {} if option is kind else _narrow(game, dict(preset), kind.key, within, option)
        found.append(Size(option, () if within == kind.choices else within, narrow))
    return tuple(found)


def _narrow(
    game: AnyGame, preset: Mapping[str, str], kind: str, within: tuple[str, ...], option: Option
) -> dict[str, tuple[str, ...]]:
    """The choices that do not go with every value of `kind` in `within`, each with those that they go with.

    What lies between two choices that go, goes too.
    """

    def goes(value: str, choice: str) -> bool:
        return _starts(game, {**preset, kind: value, option.key: choice})

    ends = (option.choices[0], option.choices[-1])
    partly = [value for value in within if not all(goes(value, choice) for choice in ends)]
    going = {
        choice: tuple(value for value in within if value not in partly or goes(value, choice))
        for choice in (option.choices if partly else ())
    }
    return {choice: values for choice, values in going.items() if values != within}


def _starts(game: AnyGame, pairs: Mapping[str, str]) -> bool:
    try:
        game.start(game.complete(pairs, Random(1)))
    except BadSetup:
        return False
    return True
