"""Exceptions that somebody else threw into a generator, which did nothing wrong itself."""

from __future__ import annotations

import opcode
from types import TracebackType

_WAITING = frozenset({"YIELD_VALUE", "YIELD_FROM", "RESUME", "SEND", "RETURN_GENERATOR"})
"""Where a generator stands that waits to be asked for more."""


def was_thrown_in(trace: TracebackType | None) -> bool:
    """Whether the innermost frame is one that was waiting, as by `generator.throw`."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or not trace.tb_frame.f_code.co_flags & _GENERATOR:
        return False
    code = trace.tb_frame.f_code.co_code
    at = trace.tb_lasti
    return 0 <= at < len(code) and opcode.opname[code[at]] in _WAITING


_GENERATOR = 0x20 | 0x80 | 0x200
"""Of generators, coroutines and generators of coroutines."""
