"""A lesson as its address says: the step, the moves so far, and what the last click amounts to.

Nothing is stored. An address names a step (`paso`), a side (`lado`), the moves made in it by both sides
(`jugadas`), and perhaps a move that is tried (`jugada`), the first click of one (`borrador`), or that a way
out is to be shown (`pista`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from urllib.parse import urlencode

from app.language import gettext as _
from app.learn.course import Attempt, Course, Step, Verdict, course_of
from app.words import GameWords, words_of
from app.words.lessons import LessonWords, StepWords, lesson_words
from app.words.refusals import say_reason
from engines.core.drawing import Drawing, Shape
from engines.core.game import AnyGame, Entry, IllegalMove, Insight, Seat
from engines.core.match import Match
from engines.core.notation import next_tokens, tokens

BETWEEN: Final = "."
"""Stands between the moves in an address."""
LONGEST: Final = 600
"""Characters of the longest part of an address that is read."""


class NoSuchStepError(LookupError):
    """There is no such step."""


class NotOfThisStepError(ValueError):
    """The moves of an address cannot have been made in its step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where somebody is in a lesson: everything that an address says."""

    entry: str
    number: int
    """From 1; one more than there are steps: the game at the end."""
    side: Seat = 0
    moves: tuple[str, ...] = ()

    def address(self, **more: str) -> str:
        """The address of this place, with a tried move, a draft or a wish added."""
        query = {"paso": str(self.number)}
        if self.side:
            query["lado"] = str(self.side)
        if self.moves:
            query["jugadas"] = BETWEEN.join(self.moves)
        return f"/juegos/{self.entry}/aprender?{urlencode({**query, **more})}"

    def step(self, number: int, side: Seat | None = None) -> str:
        """The address of the beginning of a step."""
        side = self.side if side is None else side
        return Place(entry=self.entry, number=number, side=side).address()


@dataclass(frozen=True, slots=True)
class Reached:
    """A step with the moves of an address made: who learns, the last verdict, whether the step is done."""

    match: Match
    learner: Seat
    right: int
    verdict: Verdict | None
    since: int
    """The ply before the learner's last move."""
    done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonView:
    """A step as its page shows it."""

    place: Place
    entry: Entry
    game: AnyGame
    words: GameWords
    lesson: LessonWords
    step: StepWords
    match: Match
    learner: Seat
    drawing: Drawing
    choices: frozenset[str]
    """What is lit and may be chosen."""
    values: Mapping[str, str]
    """What pointing at a place sends, lit or not: it is explained why something cannot be chosen."""
    draft: tuple[str, ...]
    last: frozenset[str]
    wrong: frozenset[str]
    hint: frozenset[str]
    marks: Mapping[str, frozenset[str]]
    over: tuple[Shape, ...]
    previews: Mapping[str, tuple[Shape, ...]]
    """By token that may be chosen: what is shown while it is pointed at."""
    facts: tuple[str, ...]
    """What help mode says."""
    mood: str
    """How the sentences are meant: `right`, `wrong`, `note` or, before anything happened, nothing."""
    said: tuple[str, ...]
    done: bool


def read_moves(text: str) -> tuple[str, ...]:
    """The moves of an address."""
    return tuple(text[:LONGEST].split(BETWEEN)) if text else ()


@lru_cache(maxsize=256)
def reach(place: Place) -> Reached:
    """The step of a place with its moves made. Raises NoSuchStepError or NotOfThisStepError."""
    course = course_of(place.entry)
    if not 1 <= place.number <= len(course.steps):
        raise NoSuchStepError(place.number)
    step, match = course.steps[place.number - 1], course.start(place.number, place.side)
    learner = match.turn
    assert learner is not None
    since, right, verdict = match.ply, 0, None
    for move in place.moves:
        if match.turn == learner:
            if step.done(match, right):
                raise NotOfThisStepError(move)
            since = match.ply
            verdict = _judge(step, match, move)
            right += 1
        try:
            match = match.play(move)
        except IllegalMove as refusal:
            raise NotOfThisStepError(move) from refusal
    return Reached(match, learner, right, verdict, since, step.done(match, right))


def _judge(step: Step, match: Match, move: str) -> Verdict:
    try:
        verdict = step.judge(Attempt(match, move)) if move in match.legal_moves() else None
    except IllegalMove:
        verdict = None
    if verdict is None or not verdict.right:
        raise NotOfThisStepError(move)
    return verdict


def answered(place: Place, move: str) -> Place:
    """The place after a right move and whatever the other side answers."""
    step = course_of(place.entry).steps[place.number - 1]
    reached = reach(place)
    match = reached.match.play(move)
    while step.reply is not None and match.turn not in (None, reached.learner):
        match = match.play(step.reply(match))
    made = match.moves[course_of(place.entry).start(place.number, place.side).ply :]
    return Place(entry=place.entry, number=place.number, side=place.side, moves=made)


def followed(place: Place, clicks: str) -> str | None:
    """Where a click leads: to the next position, or to a begun move; None if it stays and is explained."""
    course, reached = course_of(place.entry), reach(place)
    if reached.done or not clicks:
        return None
    legal, parts = reached.match.legal_moves(), tokens(clicks)
    if clicks in legal:
        right = course.steps[place.number - 1].judge(Attempt(reached.match, clicks)).right
        return answered(place, clicks).address() if right else None
    if next_tokens(legal, parts)[0]:
        return place.address(borrador=clicks)
    if len(parts) > 1 and next_tokens(legal, parts[-1:])[0]:
        return place.address(borrador=parts[-1])  # another piece is taken up instead
    if (
        len(parts) == 1
        and course.early
        and _refusal(course, reached.match, clicks).reason not in course.early
    ):
        return place.address(borrador=clicks)  # what is wrong with it depends on where it is to go
    return None


def view(entry: Entry, game: AnyGame, place: Place, tried: str, draft: str, hint: bool) -> LessonView:
    """What the page of a place shows. Raises NoSuchStepError or NotOfThisStepError."""
    course, reached = course_of(place.entry), reach(place)
    step, match = course.steps[place.number - 1], reached.match
    words, lesson = words_of(game.slug), lesson_words(place.entry)
    spoken = lesson.steps[place.number - 1]
    drawing = game.draw(match.state)
    everything = frozenset(each.token for each in drawing.places)
    mood, said = _spoken(reached, words, spoken)
    wrong: frozenset[str] = frozenset()
    begun = tokens(draft) if draft in everything or draft.count("-") == 1 else ()
    legal = match.legal_moves()
    if reached.done:
        legal, begun = (), ()
    elif tried:
        mood, said = "wrong", (_why_not(course, step, match, words, spoken, tried),)
        whole = tried in legal
        wrong = frozenset(tokens(tried)[0 if whole else -1 :])
        begun = () if whole else tokens(tried)[:-1]
    following, _whole = next_tokens(legal, begun)
    if not following and len(begun) > 1:
        begun, (following, _whole) = (), next_tokens(legal, ())
    chosen = game.selection(match.state, begun) if game.selection and begun else Insight()
    if begun and not tried:
        mood, said = "note", tuple(words.facts[fact.code](fact.detail) for fact in chosen.facts)
    helped = game.insight(match.state) if step.helped and game.insight else Insight()
    shown = chosen if step.lit else Insight()
    choices = following if step.lit else frozenset[str]()
    return LessonView(
        place=place,
        entry=entry,
        game=game,
        words=words,
        lesson=lesson,
        step=spoken,
        match=match,
        learner=reached.learner,
        drawing=drawing,
        choices=choices,
        values={} if reached.done else {token: "-".join((*begun, token)) for token in everything},
        draft=begun,
        last=frozenset(each for move in match.moves[reached.since :] for each in tokens(move)),
        wrong=wrong,
        hint=_way_out(step, match, begun) if hint and not reached.done else frozenset(),
        marks={**helped.marks, **shown.marks},
        over=(*helped.shapes, *shown.shapes),
        previews=shown.previews,
        facts=tuple(words.facts[fact.code](fact.detail) for fact in helped.facts),
        mood=mood,
        said=said,
        done=reached.done,
    )


def ways_out(step: Step, match: Match) -> Iterator[str]:
    """The right moves of a position of a step."""
    return (move for move in match.legal_moves() if step.judge(Attempt(match, move)).right)


def _way_out(step: Step, match: Match, begun: tuple[str, ...]) -> frozenset[str]:
    """The clicks of a right move, if there is one that goes on from what is begun."""
    moves = list(ways_out(step, match))
    onward = [move for move in moves if tokens(move)[: len(begun)] == begun]
    return frozenset(tokens((onward or moves)[0]))


def _spoken(reached: Reached, words: GameWords, spoken: StepWords) -> tuple[str, tuple[str, ...]]:
    """What is said of the last right move, of what the other side answered, and of a step that is done."""
    if reached.verdict is None:
        return "", ()
    said = [spoken.said[reached.verdict.code](reached.verdict.detail)]
    match = reached.match
    replies = [
        fact
        for ply in range(reached.since + 1, match.ply)
        for fact in match.game.events(match.states[ply], match.moves[ply], match.states[ply + 1])
    ]
    if replies:
        what = " ".join(words.events[fact.code](fact.detail) for fact in replies)
        said.append(_("%(who)s: %(what)s") % {"who": _("Rival"), "what": what[:1].lower() + what[1:]})
    if reached.done and spoken.done is not None:
        said.append(spoken.done())
    return "right", tuple(said)


def _why_not(
    course: Course, step: Step, match: Match, words: GameWords, spoken: StepWords, tried: str
) -> str:
    """Why a move is not allowed, or not what the step is about."""
    if tried in match.legal_moves():
        verdict = step.judge(Attempt(match, tried))
        return spoken.said[verdict.code](verdict.detail)
    refusal = _refusal(course, match, tried)
    return say_reason(words, refusal.reason, refusal.detail)


def _refusal(course: Course, match: Match, clicks: str) -> IllegalMove:
    """What is wrong with clicks that are no move; a single one of several is judged as a beginning."""
    whole = f"{clicks}-{clicks}" if course.early and len(tokens(clicks)) == 1 else clicks
    try:
        match.play(whole)
    except IllegalMove as refusal:
        return refusal
    raise ValueError(f"{whole} is legal")
