"""The contract of a game: a card (`Game`) that exports everything the rest of the program may ask.

Positions are immutable states that know their own rules; moves are short texts written as they are
clicked (tokens joined by `-`); engines speak codes (`Fact`), never sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, Protocol, Self, TypeVar

from engines.core.drawing import Drawing, Shape
from engines.core.limit import Limit
from engines.core.setup import Option, Setup, read_options, write_options
from engines.core.story import Story

Seat = int
"""0 or 1; seat 0 moves first unless the setup says otherwise."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something to be said in words: a code, and the values its sentence needs."""

    code: str
    detail: Mapping[str, str | int] = field(default_factory=dict)


class IllegalMove(Exception):  # noqa: N818 - named after what the player did
    """A move that the rules refuse. `reason` is a code of the card; `ply` counts from 1 in a match."""

    def __init__(self, move: str, reason: str, ply: int | None = None, **detail: str | int) -> None:
        super().__init__(f"illegal move {move!r}: {reason}")
        self.move = move
        self.reason = reason
        self.ply = ply
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `winner` is None for a draw; `reason` is a code of the card."""

    winner: Seat | None
    reason: str


class State(Protocol):
    """A position: an immutable, hashable value that knows its own rules."""

    @property
    def turn(self) -> Seat | None:
        """The seat to move, or None once the game is over."""

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the game goes on."""

    @property
    def score(self) -> tuple[int, int] | None:
        """Points of seat 0 and seat 1, or None in a game without points."""

    def legal_moves(self) -> tuple[str, ...]:
        """Every legal move once, in notation, sorted."""

    def play(self, move: str) -> Self:
        """The state after `move`. Raises IllegalMove with the reason; never changes self."""


S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One legal move and what it is worth: `value` in the game's unit, `loss` >= 0 for the mover."""

    move: str
    value: float
    loss: float
    exact: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """What a position is worth, in the unit and from the side that the game's card defines.

    `exact` only when proved; then `bound` is (value, value) and `best` holds every move that keeps the
    value. Otherwise `bound` is what has been proved so far and `best` the moves thought best.
    `candidates` (one for each legal move, best first) is filled when asked for.
    """

    value: float
    exact: bool
    bound: tuple[float, float]
    best: tuple[str, ...]
    candidates: tuple[Candidate, ...] = ()
    nodes: int = 0


class Proved(str):
    """A move that is proved to be a best one."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Level(Generic[S]):
    """A strength of the computer. `compiled` levels need warm kernels; the others play at once.

    A level that `proves` chooses a move as `Proved` wherever it is; of other levels' moves nothing is known.
    """

    slug: str
    choose: Callable[[S, Random, Limit], str]
    compiled: bool = False
    proves: bool = False


@dataclass(frozen=True, slots=True)
class Insight:
    """Help mode: facts about the position, marks (kind -> tokens) and shapes to paint on the board.

    `labels` are a few characters to write on a place, by its token; the same in every language. Of the clicks
    of a move also `previews`: by token that may be clicked next, further shapes for while it is
    pointed at; and once they are settled, `path`: the places that the moved piece visits, in order, and
    `carried`: those of a piece that is moved by it, from where it stood.
    """

    facts: tuple[Fact, ...] = ()
    marks: Mapping[str, frozenset[str]] = field(default_factory=dict)
    shapes: tuple[Shape, ...] = ()
    previews: Mapping[str, tuple[Shape, ...]] = field(default_factory=dict)
    path: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Clue:
    """What a hint tells before the move itself: a thought that leads to it, and where to look for it.

    Both are true of the position. `around` are tokens of the drawing among which the move lies; none if it is
    no place of the board.
    """

    thought: Fact
    where: Fact
    around: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Walk:
    """A move that is walked place by place, for games whose pieces choose their way.

    `path` holds the places so far, the first one included. `onward` are the places one step farther from
    which a landing can still be reached; `landings`, for each place where the present stretch can end, one
    way there from here. Standing on a landing, `draft` is what the walk amounts to as the clicks of a move
    (None elsewhere), and `onward` is not empty where the walk may go on.
    """

    path: tuple[str, ...]
    left: int
    """Steps to the next landing: 0 on a landing."""
    onward: frozenset[str]
    landings: Mapping[str, tuple[str, ...]]
    draft: tuple[str, ...] | None
    shown: Insight = Insight()
    """What the walk so far shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arranging:
    """A move that puts several pieces in place at once, arranged one by one before it is played.

    An arrangement is a text of the game's own; `adding` and `taking` hold those that one more click makes.
    """

    adding: Mapping[str, str]
    """By kind of piece that is left: the arrangement with one more of it, in the first free place."""
    left: Mapping[str, int]
    """How many of each kind are still to be put, none included."""
    taking: Mapping[str, str]
    """By place with a piece: the arrangement without it."""
    move: str | None
    """The whole move, once every piece has its place."""
    ready: tuple[str, ...]
    """Whole moves to be offered as pictures."""
    chance: str
    """A whole move drawn by chance."""
    pictures: Mapping[str, Drawing]
    """A small picture of each kind of piece and of each of the `ready` moves."""
    shown: Insight = Insight()
    """What the arrangement so far shows."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A card on the home page: a slug, and the settings with which it opens the game.

    `picture` is a match line that shows the game in an interesting position.
    """

    slug: str
    preset: Mapping[str, str] = field(default_factory=dict)
    picture: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Codes:
    """Every code a game may emit, so that a test can ask for its words in each language."""

    reasons: tuple[str, ...]
    outcomes: tuple[str, ...]
    events: tuple[str, ...]
    places: tuple[str, ...]
    facts: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    buttons: tuple[str, ...] = ()
    """Tokens that are no place of the board: a page shows a button for each while it may be chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A position that one person plays to its end against the strongest level.

    `par` is what `seat` gets with best play of both, as the card's `gain` counts it, proved twice: by the
    game's solver and by a method that shares nothing with it.
    """

    line: str
    seat: Seat
    par: float


class DisagreementError(RuntimeError):
    """Two proofs of the same worth differ: one of them is wrong, and nothing may be published."""


@dataclass(frozen=True, slots=True)
class Daily:
    """Tasks of the day: the theme of each weekday (0 is Monday) that has one, and what makes a task of it.

    `make` takes all its chance from the random numbers and counts nodes, never time: equal seeds give equal
    tasks everywhere. It raises DisagreementError.
    """

    themes: Mapping[int, str]
    make: Callable[[Random, str], Task]


@dataclass(frozen=True, slots=True)
class Script(Generic[S]):
    """What a browser needs to play a game by itself, with two people at it: `static/js/rules/<slug>.js`."""

    card: Callable[[S], dict[str, Any]]
    """What the script has to know of a starting position, as a JSON document."""
    settings: tuple[Mapping[str, str], ...] = ()
    """The boards and rules that are offered for it, as settings; empty: the first of those of the card."""
    facts: tuple[str, ...] = ()
    """Those of the card that the script may state."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game(Generic[S]):
    """One game's card: everything the rest of the program may ask of it."""

    slug: str
    rules_version: int
    unit: str
    """What `Evaluation.value` counts: a code such as `cells`, `points`, `moves`."""
    options: tuple[Option, ...]
    entries: tuple[Entry, ...]
    codes: Codes
    start: Callable[[Setup], S]
    draw: Callable[[S], Drawing]
    text: Callable[[S], str]
    """The position as lines of text, for terminals and playthroughs."""
    board: Callable[[S], dict[str, Any]]
    """The position as a JSON document, as `ingenio board` prints it."""
    events: Callable[[S, str, S], tuple[Fact, ...]]
    """What a move did, from the state before, the move and the state after."""
    evaluate: Callable[[S, Limit, bool], Evaluation]
    """The worth of a position; the last argument asks for every move's worth too."""
    levels: tuple[Level[S], ...]
    """Weakest first."""
    offered: tuple[Mapping[str, str], ...] = ()
    """Settings to offer first when a game is set up, as pictures of their boards (`rows=3 cols=3`)."""
    beginners: Mapping[str, str] = field(default_factory=dict)
    """Which of them is chosen at first against the weakest level; empty: the usual one."""
    insight: Callable[[S], Insight] | None = None
    selection: Callable[[S, tuple[str, ...]], Insight] | None = None
    """What the clicks made so far show on the board, whether or not a move begins with them: facts about
    them, marks and shapes. With one click it also serves whoever only points at a place."""
    pointed: bool = False
    """Whether `selection` of a single place is to be shown while that place is only pointed at."""
    explain: Callable[[S, str, Evaluation], tuple[Fact, ...]] | None = None
    """What speaks for a good move, from the position, the move and what the position is worth: only facts
    that are true, the most telling first. Without it a hint shows the move alone."""
    clue: Callable[[S, str, tuple[Fact, ...]], Clue] | None = None
    """What leads to a good move, from the position, the move and what `explain` says of it. Without it a hint
    is told all at once."""
    walk: Callable[[S, tuple[str, ...]], Walk] | None = None
    """A step-by-step walk from a position and the places visited. IllegalMove for a place not onward."""
    refusal: Callable[[S, tuple[str, ...]], IllegalMove] | None = None
    """Why clicks begin no legal move, whole or not: the reason with what its sentence needs."""
    arrange: Callable[[S, str, Random], Arranging | None] | None = None
    """An arrangement of the pieces that the next move puts, from its text (empty: none is put yet). None
    where moves are no arrangements. IllegalMove for a text that is none."""
    status: Callable[[S], tuple[Fact, ...]] | None = None
    """What stands beside the score all the time; a fact about one side has its `seat`."""
    roles: Callable[[S], tuple[str, str]] | None = None
    """What seat 0 and seat 1 are in this round, as codes, in games whose sides have different aims."""
    leading: Callable[[S], Seat] | None = None
    """The seat that begins, as people understand it, where that is not the one to move first."""
    tiebreak: Callable[[Setup], Setup] | None = None
    """The settings of the game that is offered after a draw."""
    gain: Callable[[S, Seat], float] | None = None
    """What a seat has got, in the game's unit, in a position that is over: the more the better for it. None
    in games that are only won or lost."""
    favours: Callable[[S, Seat], int] | None = None
    """1 where a high `Evaluation.value` is good for a seat, else -1: at the end `gain` is this times the
    value. A card has both or neither."""
    as_task: Callable[[S], str] | None = None
    """A position as the match line of a task that ends with what is being played now, where a match goes on
    after that; without it a position's own line is its task."""
    daily: Daily | None = None
    """The tasks of the day that this game offers."""
    story: Story[S] = field(default_factory=Story)
    """How a finished match is told."""
    script: Script[S] | None = None
    """How a browser plays the game by itself. Without it the game needs its server."""
    repetition: int = 0
    """The occurrence of a position with the same side to move that makes a draw; 0: never."""
    position: Callable[[S], S] | None = None
    """A state as a bare position, without what depends on how it arose (a swap on offer): what repetition
    compares and perft counts from. Without it a state is a position."""
    perft: Callable[[S, int], int] | None = None
    """How many move sequences of a length begin with a position, counted by compiled code."""
    kernels: tuple[str, ...] = ()
    """Modules with compiled functions, to be warmed before the stronger levels play."""
    benchmarks: tuple[str, ...] = ()
    """Match lines whose evaluation `ingenio bench` times."""
    benchmark_nodes: int | None = None
    """Most nodes of one of these, in games where a search goes on for as long as it may."""

    def bare(self, state: S) -> S:
        """The position that a state stands for, as repetition compares it."""
        return state if self.position is None else self.position(state)

    def level(self, slug: str) -> Level[S]:
        """The level called `slug`; `perfecto` and `maestro` mean the strongest. KeyError if unknown."""
        for level in self.levels:
            if level.slug == slug:
                return level
        if slug in ("perfecto", "maestro"):
            return self.levels[-1]
        raise KeyError(slug)

    def read_setup(self, pairs: Mapping[str, str]) -> Setup:
        """Check settings and fill in defaults. Raises BadSetup naming the first thing that is wrong."""
        return read_options(self.options, pairs)

    def complete(self, pairs: Mapping[str, str], random: Random) -> Setup:
        """As `read_setup`, with what is left open or to chance drawn."""
        filled = dict(pairs)
        for option in self.options:
            draw = option.draws.get(filled.get(option.key, ""))
            if draw is None and option.suggest is not None and not filled.get(option.key):
                draw = option.suggest
            if draw is not None:
                filled.pop(option.key, None)
                known = {each.key: each.read(filled[each.key]) for each in self.options if each.key in filled}
                filled[option.key] = draw(known, random)
        return self.read_setup(filled)

    def write_setup(self, setup: Setup) -> str:
        """The setup as `key=value ...` in the card's order, without the keys left at their default."""
        return write_options(self.options, setup)


AnyGame = Game[Any]
