"""Bit operations on 64-bit masks for kernels: one machine instruction each.

In kernels every literal that meets a mask must be a uint64 (`ONE`, `ZERO`), or numba widens the mask to a
signed or floating type.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.core import jit  # first: chooses the cache folder before numba is imported

import numba  # isort: skip
from numba.core import types  # isort: skip
from numba.extending import intrinsic  # isort: skip

ZERO = np.uint64(0)
ONE = np.uint64(1)

__all__ = ["ONE", "ZERO", "count", "jit", "lowest"]

if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]

    def count(mask: Any) -> int:
        """The number of set bits."""
        return int(mask).bit_count()

    def lowest(mask: Any) -> int:
        """The index of the lowest set bit (64 for none)."""
        value = int(mask)
        return (value & -value).bit_length() - 1 if value else 64

else:

    @intrinsic
    def count(typingctx: Any, mask: Any) -> Any:
        """The number of set bits (int64)."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.uint64), generate

    @intrinsic
    def lowest(typingctx: Any, mask: Any) -> Any:
        """The index of the lowest set bit (int64; 64 for none)."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            from llvmlite import ir

            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.uint64), generate
