"""Harmless Python functions, run on constants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from seismograd.source.evaluate.bounded import TooLarge, compute, size_of
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.library import Model
from seismograd.source.evaluate.literals import NotPlain, is_soft, lift, plain
from seismograd.source.evaluate.values import Unknown, Value

CELLS_PER_STEP = 25
"""Characters and items that are worked on in the time of one step."""


def folding(function: Callable[..., Any]) -> Model:
    """A model that runs a function where every argument is known."""

    def model(call: Call) -> Value | None:
        operands = [argument.value for argument in call.positional]
        named = {name: argument.value for name, argument in call.keywords.items()}
        return None if call.open else fold(call, function, operands, named)

    return model


def fold(
    call: Call,
    function: Callable[..., Any],
    operands: list[Value],
    named: dict[str, Value] | None = None,
) -> Value | None:
    """What a function gives for known operands; None where they are not all known."""
    named = named or {}
    try:
        arguments = [plain(operand) for operand in operands]
        keywords = {name: plain(operand) for name, operand in named.items()}
        _spend(call, [arguments, keywords])
    except (NotPlain, TooLarge):
        return None
    soft = any(is_soft(operand) for operand in (*operands, *named.values()))
    try:
        result = compute(function, *arguments, **keywords)
        _spend(call, result)
        return lift(result, call.place, soft)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return Unknown(call.place)
    except (MemoryError, RecursionError, SyntaxError, TooLarge):
        return Unknown(call.place)


def _spend(call: Call, thing: object) -> None:
    call.interpreter.spend(size_of(thing) // CELLS_PER_STEP)
