"""What a player can get wrong, named after the mistake. Raised where known, answered in `errors.py`.

Every fault has a `code`, the same in pages (as `Notice.code`) and in the JSON API. An illegal move and an
unreadable setup have faults of their own in the engines: `IllegalMove` and `BadSetup`.
"""

from __future__ import annotations

from typing import ClassVar


class Fault(Exception):  # noqa: N818 - named after what the player did
    """Something that was asked cannot be done now; nothing has changed."""

    code: ClassVar[str]


class UnknownGame(Fault):
    """No game has this id."""

    code = "unknown-game"


class UnknownChallenge(Fault):
    """There is no such challenge, or its day has not come."""

    code = "unknown-challenge"


class UnknownClass(Fault):
    """No class has this code or this secret, or it has no such pupil or task."""

    code = "unknown-class"


class WrongName(Fault):
    """A name that a pupil wants will not do; `why` is `short`, `long`, `characters` or `words`."""

    code = "wrong-name"

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class WrongPhrase(Fault):
    """No pupil of the class has this name and this phrase, or it was tried too often."""

    code = "wrong-phrase"


class Full(Fault):
    """The class has as many pupils as a class may have."""

    code = "class-full"


class NotOpen(Fault):
    """A task is not open yet, or not any more."""

    code = "not-open"


class NoTriesLeft(Fault):
    """The pupil has had all the tries that the task gives."""

    code = "no-tries-left"


class NotYourSeat(Fault):
    """Whoever asks holds no seat of this game, or not the one that was named."""

    code = "not-your-seat"


class NotYourTurn(Fault):
    """The other side is to move."""

    code = "not-your-turn"


class StaleMove(Fault):
    """The position has changed since the page that asks was made; `version` is the present one."""

    code = "stale"

    def __init__(self, version: int) -> None:
        super().__init__(f"the game is at version {version}")
        self.version = version


class GameOver(Fault):
    """The game has ended."""

    code = "over"


class NoFreeSeat(Fault):
    """Every seat, or the seat asked for, is taken."""

    code = "no-free-seat"


class NoHints(Fault):
    """Between two people, each on a screen of their own, nobody is told what a master would play."""

    code = "no-hints"


class NoHintsLeft(Fault):
    """The seat has been told as often as a game allows."""

    code = "no-hints-left"


class NotReady(Fault):
    """The compiled engines are still being prepared."""

    code = "warming-up"


class Busy(Fault):
    """More is being thought about for the one who asks than the engines do for anybody at once."""

    code = "unavailable"


class NotPossible(Fault):
    """The game is not in a state in which this can be asked; `why` is a code for developers."""

    code = "not-possible"

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why
