"""The sentences of the lessons: each step's title, idea and task, and what is said of each move."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from app.words import Say


@dataclass(frozen=True, slots=True, kw_only=True)
class StepWords:
    """One step of a lesson: one idea."""

    title: Say
    idea: Say
    """What there is to know, in a few short sentences."""
    task: Say
    """What to do on the board, in one."""
    said: Mapping[str, Callable[[Mapping[str, str | int]], str]]
    """Why a move is right or is not, by the code of its verdict."""
    done: Say | None = None
    """What to keep in mind, once the step is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonWords:
    """The words of the lesson of a card of the home page."""

    steps: tuple[StepWords, ...]
    challenge: Say
    """What the game at the end is, and what to try in it."""
    sides: tuple[Say, Say]
    """From which side one learns, for the first and the other one: 'Juegas con las negras.'"""


@cache
def lesson_words(entry: str) -> LessonWords:
    """The words of a lesson. ModuleNotFoundError if there is none."""
    lesson: LessonWords = importlib.import_module(f"app.words.lessons.{entry}").LESSON
    return lesson
