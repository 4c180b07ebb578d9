"""Masks of more than 64 points for kernels: tuples of 64-bit words, two up to 11 x 11, four up to 15 x 15.

Each operation is a few machine instructions for each word, made for the width of its arguments, so that one
kernel serves both widths. `WIDE` are the two types.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.core.bits import jit  # first: chooses the cache folder before numba is imported

import numba  # isort: skip
from numba.core import cgutils, types  # isort: skip
from numba.extending import intrinsic  # isort: skip

__all__ = [
    "WIDE",
    "count",
    "differ",
    "ends",
    "flip",
    "jit",
    "join",
    "less",
    "lowest",
    "meet",
    "overlap",
    "pack",
    "point",
    "some",
    "spread",
    "unpack",
]

WIDE: tuple[Any, ...] = tuple(types.UniTuple(types.uint64, count) for count in (2, 4))  # type: ignore[no-untyped-call]
MOST = 4
"""Words of the widest mask; arrays keep as many for every mask."""

if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]

    def _whole(mask: Any) -> int:
        return sum(int(word) << 64 * place for place, word in enumerate(mask))

    def _wide(whole: int, like: Any) -> Any:
        return tuple(np.uint64(whole >> 64 * place & (1 << 64) - 1) for place in range(len(like)))

    def join(a: Any, b: Any) -> Any:
        """The points of either."""
        return _wide(_whole(a) | _whole(b), a)

    def meet(a: Any, b: Any) -> Any:
        """The points of both."""
        return _wide(_whole(a) & _whole(b), a)

    def flip(a: Any, b: Any) -> Any:
        """The points of exactly one."""
        return _wide(_whole(a) ^ _whole(b), a)

    def less(a: Any, b: Any) -> Any:
        """The points of the first without those of the second."""
        return _wide(_whole(a) & ~_whole(b), a)

    def some(a: Any) -> bool:
        """Whether there is any point."""
        return _whole(a) != 0

    def overlap(a: Any, b: Any) -> bool:
        """Whether two masks share a point."""
        return _whole(a) & _whole(b) != 0

    def differ(a: Any, b: Any) -> bool:
        """Whether two masks are not equal."""
        return _whole(a) != _whole(b)

    def spread(a: Any, size: Any, first: Any, last: Any) -> Any:
        """The points next to those of a mask; `first` and `last`: the first and the last column.

        Points beyond the last row are in it too: whoever uses it meets it with points of the board.
        """
        mask, west, east = _whole(a), _whole(first), _whole(last)
        return _wide((mask & ~east) << 1 | (mask & ~west) >> 1 | mask << int(size) | mask >> int(size), a)

    def ends(a: Any, size: Any, first: Any, last: Any) -> Any:
        """The points of a mask that have exactly one other point of it next to them."""
        mask, west, east, up = _whole(a), _whole(first), _whole(last), int(size)
        beside = ((mask & ~east) << 1, (mask & ~west) >> 1, mask << up, mask >> up)
        found = sum(1 << k for k in range(mask.bit_length()) if sum(part >> k & 1 for part in beside) == 1)
        return _wide(found & mask, a)

    def count(a: Any) -> int:
        """The number of points."""
        return _whole(a).bit_count()

    def lowest(a: Any) -> int:
        """The number of the lowest point (64 times the words for none)."""
        whole = _whole(a)
        return (whole & -whole).bit_length() - 1 if whole else 64 * len(a)

    def point(number: Any, like: Any) -> Any:
        """The mask of one point, as wide as `like`."""
        return _wide(1 << int(number), like)

    def pack(a: Any, b: Any, c: Any, d: Any, like: Any) -> Any:
        """A mask from its words, as wide as `like`."""
        return (a, b, c, d)[: len(like)]

    def unpack(a: Any) -> Any:
        """The words of a mask, filled up to four."""
        return (*a, *(np.uint64(0),) * (MOST - len(a)))

else:
    Emit = Callable[..., Any]

    def _words(builder: Any, mask: Any, kind: Any) -> list[Any]:
        return [builder.extract_value(mask, place) for place in range(kind.count)]

    def _tuple(context: Any, builder: Any, kind: Any, words: list[Any]) -> Any:
        return cgutils.pack_array(builder, words)  # type: ignore[no-untyped-call]

    def _wordwise(emit: Emit) -> Any:
        """An operation that makes a mask of two masks, word by word."""

        @intrinsic
        def operation(typingctx: Any, a: Any, b: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                pairs = zip(_words(builder, args[0], a), _words(builder, args[1], b), strict=True)
                return _tuple(context, builder, a, [emit(builder, x, y) for x, y in pairs])

            return a(a, b), generate

        return operation

    def _any_word(emit: Emit) -> Any:
        """A question about two masks: whether any word of what `emit` makes of them has a bit."""

        @intrinsic
        def question(typingctx: Any, a: Any, b: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                pairs = zip(_words(builder, args[0], a), _words(builder, args[1], b), strict=True)
                return _nonzero(builder, [emit(builder, x, y) for x, y in pairs])

            return types.boolean(a, b), generate

        return question

    def _nonzero(builder: Any, words: list[Any]) -> Any:
        whole = words[0]
        for word in words[1:]:
            whole = builder.or_(whole, word)
        return builder.icmp_unsigned("!=", whole, whole.type(0))

    join = _wordwise(lambda builder, x, y: builder.or_(x, y))
    meet = _wordwise(lambda builder, x, y: builder.and_(x, y))
    flip = _wordwise(lambda builder, x, y: builder.xor(x, y))
    less = _wordwise(lambda builder, x, y: builder.and_(x, builder.not_(y)))
    overlap = _any_word(lambda builder, x, y: builder.and_(x, y))
    differ = _any_word(lambda builder, x, y: builder.xor(x, y))

    @intrinsic
    def some(typingctx: Any, a: Any) -> Any:
        """Whether there is any point."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return _nonzero(builder, _words(builder, args[0], a))

        return types.boolean(a), generate

    def _shifted(builder: Any, words: list[Any], steps: Any, rest: Any, up: bool) -> list[Any]:
        """All words moved by `steps` bits (fewer than 64), `rest` = 64 - `steps`."""
        moved = []
        for place, word in enumerate(words):
            here = builder.shl(word, steps) if up else builder.lshr(word, steps)
            other = place - 1 if up else place + 1
            if 0 <= other < len(words):
                over = builder.lshr(words[other], rest) if up else builder.shl(words[other], rest)
                here = builder.or_(here, over)
            moved.append(here)
        return moved

    def _beside(builder: Any, args: Any, kind: Any) -> Any:
        """For each word, what a mask covers when it is moved by one point: east, west, up, down."""
        words, west, east = (_words(builder, args[place], kind) for place in (0, 2, 3))
        one, most = args[1].type(1), args[1].type(63)
        rest = builder.sub(args[1].type(64), args[1])

        def without(column: list[Any]) -> list[Any]:
            return [builder.and_(x, builder.not_(y)) for x, y in zip(words, column, strict=True)]

        return zip(
            _shifted(builder, without(east), one, most, True),
            _shifted(builder, without(west), one, most, False),
            _shifted(builder, words, args[1], rest, True),
            _shifted(builder, words, args[1], rest, False),
            strict=True,
        )

    @intrinsic
    def spread(typingctx: Any, a: Any, size: Any, first: Any, last: Any) -> Any:
        """The points next to those of a mask; `first` and `last`: the first and the last column.

        Points beyond the last row are in it too: whoever uses it meets it with points of the board.
        """

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            joined = [
                builder.or_(builder.or_(one, two), builder.or_(three, four))
                for one, two, three, four in _beside(builder, args, a)
            ]
            return _tuple(context, builder, a, joined)

        return a(a, types.uint64, a, a), generate

    @intrinsic
    def ends(typingctx: Any, a: Any, size: Any, first: Any, last: Any) -> Any:
        """The points of a mask that have exactly one other point of it next to them."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            found = []
            rows = _beside(builder, args, a)
            for word, (one, two, three, four) in zip(_words(builder, args[0], a), rows, strict=True):
                odd = builder.xor(builder.xor(one, two), builder.xor(three, four))
                pairs = builder.or_(builder.and_(one, two), builder.and_(three, four))
                found.append(builder.and_(word, builder.and_(odd, builder.not_(pairs))))
            return _tuple(context, builder, a, found)

        return a(a, types.uint64, a, a), generate

    @intrinsic
    def count(typingctx: Any, a: Any) -> Any:
        """The number of points (int64)."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            counts = [builder.ctpop(word) for word in _words(builder, args[0], a)]
            whole = counts[0]
            for each in counts[1:]:
                whole = builder.add(whole, each)
            return whole

        return types.int64(a), generate

    @intrinsic
    def lowest(typingctx: Any, a: Any) -> Any:
        """The number of the lowest point (int64; 64 times the words for none)."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            from llvmlite import ir

            words = _words(builder, args[0], a)
            found = words[0].type(64 * len(words))
            for place in reversed(range(len(words))):
                zeros = builder.cttz(words[place], ir.Constant(ir.IntType(1), 0))
                here = builder.add(zeros, zeros.type(64 * place))
                empty = builder.icmp_unsigned("==", words[place], words[place].type(0))
                found = builder.select(empty, found, here)
            return found

        return types.int64(a), generate

    @intrinsic
    def point(typingctx: Any, number: Any, like: Any) -> Any:
        """The mask of one point, as wide as `like`."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            number = args[0]
            word = builder.lshr(number, number.type(6))
            bit = builder.shl(number.type(1), builder.and_(number, number.type(63)))
            words = [
                builder.select(builder.icmp_unsigned("==", word, word.type(place)), bit, bit.type(0))
                for place in range(like.count)
            ]
            return _tuple(context, builder, like, words)

        return like(types.int64, like), generate

    @intrinsic
    def pack(typingctx: Any, a: Any, b: Any, c: Any, d: Any, like: Any) -> Any:
        """A mask from its words, as wide as `like`."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return _tuple(context, builder, like, list(args[: like.count]))

        word = types.uint64
        return like(word, word, word, word, like), generate

    @intrinsic
    def unpack(typingctx: Any, a: Any) -> Any:
        """The words of a mask, filled up to four."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            words = _words(builder, args[0], a)
            words += [words[0].type(0)] * (MOST - len(words))
            return _tuple(context, builder, WIDE[1], words)

        return WIDE[1](a), generate
