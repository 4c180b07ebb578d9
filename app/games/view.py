"""Everything a game page shows, as plain values: what a viewer may see and do, computed in one place.

Templates receive a `GameView` and decide nothing; the JSON API is made from the same value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal, NamedTuple

from app.games.pointing import Pointing
from app.games.points import Award
from engines.core.drawing import Drawing, Shape, labels
from engines.core.game import AnyGame, Arranging, Fact, Insight, Seat, Walk

SeatKind = Literal["person", "open", "computer"]
Mode = Literal["computer", "screen", "link", "machines"]
"""Against the computer, two on one screen, two by link, or computer against computer."""
Action = Literal[
    "move",
    "join",
    "undo",  # take back at once (against the computer, one screen)
    "ask-undo",
    "answer-undo",
    "withdraw-undo",
    "resign",
    "offer-draw",
    "answer-draw",
    "withdraw-draw",
    "rematch",
    "private-link",
    "hint",  # ask what a master would play
]
Role = Literal["me", "rival", "computer", "first", "second"]
Ending = Literal["rules", "resigned", "agreed", "stopped"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """One side of the game as this viewer sees it."""

    seat: Seat
    kind: SeatKind
    level: str | None
    mine: bool
    connected: bool | None
    """True or False for a person on another page, None when unknown or meaningless."""
    proved: bool | None = None
    """For the computer: whether its last move is proved to be a best one, None when unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The final result. `winner` None: a draw. `reason` is a code of the card when `how` is `rules`."""

    winner: Seat | None
    how: Ending
    reason: str


class MoveRow(NamedTuple):
    """A line of the move list; `turn_number` counts runs of moves by one seat."""

    ply: int
    seat: Seat
    move: str
    turn_number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A question that waits for an answer: take-back or draw."""

    kind: Literal["undo", "draw"]
    by: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class HintView:
    """What a master would play here, as far as it has been told: a thought, where to look, the move.

    What has not been told is not here either. `number` counts the hints of this seat from 1.
    """

    step: int
    number: int
    thought: Fact | None = None
    """None in games that tell their hints all at once."""
    where: Fact | None = None
    around: tuple[Shape, ...] = ()
    """The part of the board to look at, to be painted over it."""
    move: str | None = None
    tokens: frozenset[str] = frozenset()
    reasons: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A short explanation for this viewer about what was just asked: a code, and an illegal move's reason."""

    code: Literal[
        "stale",
        "not-your-turn",
        "illegal",
        "not-your-seat",
        "over",
        "declined",
        "no-free-seat",
        "not-possible",
        "no-hints",
        "no-hints-left",
        "warming-up",
        "wrong-key",
        "unavailable",
    ]
    reason: str | None = None
    detail: dict[str, str | int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """One of several equal positions of a game: its ply, its board, and the clicks that led to it."""

    ply: int
    drawing: Drawing
    last: frozenset[str]


class Press(NamedTuple):
    """What pressing a place sends: `move`, a move to be played, or `elegir`, a draft to be shown."""

    field: Literal["move", "elegir"]
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafting:
    """A move that is being made (`app.games.drafts`): what is clicked, and what may be clicked next."""

    text: str = ""
    """The draft as addresses and forms carry it."""
    clicks: tuple[str, ...] = ()
    choices: frozenset[str] = frozenset()
    """Tokens that lead on from here."""
    presses: Mapping[str, Press] = field(default_factory=dict)
    """What each place does that can be pressed: those that lead on, and those that begin anew."""
    refused: Mapping[str, Press] = field(default_factory=dict)
    """What the other places ask for, to be told why it cannot be."""
    move: str | None = None
    """The whole move that the draft is, to be confirmed."""
    repeats: int | None = None
    """The ply whose position that move would bring back, which would end the game in a draw."""
    walk: Walk | None = None
    arranging: Arranging | None = None
    shown: Insight | None = None
    """What the clicks so far show."""
    stay: Press | None = None
    """What ends a walk here, where it is to be decided whether it goes on or stays."""
    back: str = ""
    """The draft one step of the walk earlier."""

    @property
    def links(self) -> dict[str, str]:
        """By place that can be pressed: the draft to which an address leads instead."""
        return {token: press.value for token, press in self.presses.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """What of a game somebody wants to see, and how."""

    ply: int | None = None
    """The position after so many moves; None, or more than there are, means now."""
    draft: str = ""
    """A move that is being made, as addresses carry it; one that leads to no legal move is dropped."""
    notice: Notice | None = None
    helping: bool = False
    stepping: bool = False
    """Whether pieces are walked place by place."""


NOW: Final = Showing()
"""A game as it stands, with nothing asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """One game for one viewer at one ply."""

    id: str
    entry: str
    """Slug of the home-page card it was opened from (`timbiriche`, `sueco`)."""
    game: AnyGame
    match_line: str
    mode: Mode
    version: int
    """Number of changes of the position so far (moves, undos, endings): what a move must name."""
    revision: int
    """Number of all changes, requests and seats included: what pages compare."""
    ply: int
    last_ply: int
    turn: Seat | None
    """Who is to move at the shown ply, None when over."""
    seats: tuple[SeatView, SeatView]
    my_seats: tuple[Seat, ...]
    """The seats this viewer holds."""
    actions: frozenset[Action]
    score: tuple[int, int] | None
    ended: Ended | None
    drawing: Drawing
    choices: frozenset[str]
    """Tokens that may be chosen now: empty unless this viewer may move here."""
    draft: tuple[str, ...]
    draft_move: str | None
    """The whole move that the draft is, to be confirmed (confirm mode, scripts off)."""
    last_tokens: frozenset[str]
    last_seat: Seat | None
    events: tuple[Fact, ...]
    """What the last shown move did."""
    moves: tuple[MoveRow, ...]
    request: Request | None
    notice: Notice | None
    key: str | None
    """The seat's secret carried by this page's address; None for cookie holders and watchers."""
    thinking: bool
    next_id: str | None
    previous_id: str | None
    watchers: int
    present: str
    """Who else has the game open, as the stream tells it: a page that shows another text asks again."""
    undone: bool
    started_at: datetime
    status: tuple[Fact, ...]
    """What stands beside the score all the time."""
    roles: tuple[str, str] | None
    """What each seat is in this round, in games whose sides have different aims."""
    helping: bool
    """Whether this viewer wants help mode."""
    insight: Insight | None
    """What help mode shows; None if it is off or the game has none."""
    steps: tuple[tuple[int, tuple[str, ...]], ...]
    """The last moves, each with its ply and what it changed on the board, to be painted one by one."""
    hint: HintView | None
    """What this viewer was told to play in the shown position."""
    hints_left: int | None
    """How many hints this viewer's seat has left; None where there are none to be had."""
    repeated: tuple[Occurrence, ...]
    """The equal positions of a game that ended by repetition."""
    pointing: Pointing | None
    """What each place shows when it is pointed at; None in games in which places show nothing."""
    tied: bool
    """Whether the next game breaks a tie."""
    task: str | None
    """The address of the page that set this game as a task."""
    may_help: bool
    """Whether there is a help mode to be turned on."""
    award: Award | None
    """What the game earned this viewer, once it is over; None for watchers and for tasks."""
    drafting: Drafting = field(default_factory=Drafting)
    """The move that this viewer is making."""
    stepping: bool = False
    """Whether this viewer wants pieces to be walked place by place."""
    ways: tuple[tuple[int, tuple[tuple[str, ...], ...]], ...] = ()
    """Of the moves in `steps`, where pieces went their way place by place."""
    first: bool = False
    """Whether the side to move has not moved yet, or not since it changed its role."""
    trail: tuple[Shape, ...] = ()
    """The way of the last move, to be painted over the board."""

    @property
    def labels(self) -> tuple[Shape, ...]:
        """What the clicks so far write on places."""
        return labels(self.drawing, self.drafting.shown.labels) if self.drafting.shown else ()

    @property
    def live(self) -> bool:
        """Whether the newest position is shown."""
        return self.ply == self.last_ply

    def role(self, seat: Seat) -> Role:
        """How this viewer tells the sides apart: by whom they are, or by their place."""
        side = self.seats[seat]
        if side.kind == "computer" and self.mode != "machines":
            return "computer"
        if len(self.my_seats) == 1:
            return "me" if side.mine else "rival"
        return "second" if seat else "first"

    @property
    def carried(self) -> tuple[tuple[str, str], ...]:
        """The pairs that a private link carries along, in addresses and in forms that ask for a page."""
        if not self.key:
            return ()
        switches = (("ayuda", self.helping), ("pasos", self.stepping))
        return (("llave", self.key), *((name, "si") for name, on in switches if on))

    def address(self, rest: str = "") -> str:
        """An address of this game, with what a private link carries along; `rest`: its path and its query."""
        carried = "&".join(f"{name}={value}" for name, value in self.carried)
        sign = "&" if "?" in rest else "?"
        return f"/p/{self.id}{rest}{sign}{carried}" if carried else f"/p/{self.id}{rest}"
