"""Harmless Python functions, run on constants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.library import Model
from seismograd.source.evaluate.literals import NotPlain, is_soft, lift, plain
from seismograd.source.evaluate.values import Unknown, Value

MAX_OPERAND = 4_000


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
        arguments = [_bounded(plain(operand)) for operand in operands]
        keywords = {name: _bounded(plain(operand)) for name, operand in named.items()}
    except NotPlain:
        return None
    soft = any(is_soft(operand) for operand in (*operands, *named.values()))
    try:
        return lift(function(*arguments, **keywords), call.place, soft)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return Unknown(call.place)


def _bounded(thing: object) -> object:
    if isinstance(thing, str | bytes | list | tuple | dict) and len(thing) > MAX_OPERAND:
        raise NotPlain
    return thing
