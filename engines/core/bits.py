"""What kernels need and Numba lacks: bit operations on 64-bit masks, one machine instruction each, and two
things about arrays.

In kernels every literal that meets a mask must be a uint64 (`ONE`, `ZERO`), or numba widens the mask to a
signed or floating type.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.core import jit  # first: chooses the cache folder before numba is imported

import numba  # isort: skip
from numba.core import cgutils, types  # isort: skip
from numba.extending import intrinsic  # isort: skip

ZERO = np.uint64(0)
ONE = np.uint64(1)

__all__ = ["ONE", "ZERO", "count", "jit", "lowest", "prefetch", "unowned"]

if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]

    def count(mask: Any) -> int:
        """The number of set bits."""
        return int(mask).bit_count()

    def lowest(mask: Any) -> int:
        """The index of the lowest set bit (64 for none)."""
        value = int(mask)
        return (value & -value).bit_length() - 1 if value else 64

    def prefetch(table: Any, line: Any) -> None:
        """Ask for the beginning of a row of a table that will soon be read."""

    def unowned(array: Any) -> Any:
        """The same array, whose references are not counted."""
        return array

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

    @intrinsic
    def prefetch(typingctx: Any, table: Any, line: Any) -> Any:
        """Ask for the beginning of a row of a table that will soon be read, without waiting for it."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            from llvmlite import ir

            array = context.make_array(signature.args[0])(context, builder, args[0])
            stride = cgutils.unpack_tuple(builder, array.strides)[0]
            byte = ir.IntType(8).as_pointer()
            row = builder.gep(builder.bitcast(array.data, byte), [builder.mul(args[1], stride)])
            number = ir.IntType(32)
            sort = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
            ask = cgutils.get_or_insert_function(builder.module, sort, "llvm.prefetch.p0")
            # To read, to be kept in all caches, data.
            builder.call(ask, [row, number(0), number(3), number(1)])
            return context.get_dummy_value()

        return types.void(table, line), generate

    @intrinsic
    def unowned(typingctx: Any, array: Any) -> Any:
        """The same array, whose references are not counted.

        Numba counts the references of every array that a kernel takes or slices, with atomic operations: that
        may take as long as all the rest. The caller of the kernel must hold the array until it returns.
        """

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            found = context.make_array(signature.args[0])(context, builder, args[0])
            found.meminfo = cgutils.get_null_value(found.meminfo.type)
            found.parent = cgutils.get_null_value(found.parent.type)
            return found._getvalue()

        return array(array), generate
