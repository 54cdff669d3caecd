"""Parameters that can be written; all others are refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from seismograd.faults import Edit
from seismograd.repair.context import RepairContext
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value


def writable(parameter: Parameter, context: RepairContext) -> Parameter | None:
    """With the choices that can be written; None, with a word to the user, where there are none.

    Numbers stand at one place: the first candidate speaks for all.
    """
    if isinstance(parameter.space, Choices):
        return _with_writable_choices(parameter, parameter.space.options, context)
    reason = _reason(parameter, parameter.candidates[0]) if parameter.candidates else ""
    if reason:
        context.refuse(parameter.name, reason)
    return None if reason else parameter


def _with_writable_choices(
    parameter: Parameter, options: tuple[str, ...], context: RepairContext
) -> Parameter | None:
    """Their edits are made at once: a program may be let go of before they are asked for."""
    edits: dict[str, tuple[Edit, ...]] = {}
    reasons: list[str] = []
    for option in options:
        try:
            edits[option] = parameter.write(option)
        except CannotWrite as error:
            reasons.append(str(error))
    if not edits:
        for reason in reasons[:1]:
            context.refuse(parameter.name, reason)
        return None
    candidates = tuple(one for one in parameter.candidates if one in edits)
    write = partial(_prepared, edits)
    return replace(parameter, space=Choices(tuple(edits)), candidates=candidates, write=write)


def _prepared(edits: Mapping[str, tuple[Edit, ...]], value: Value) -> tuple[Edit, ...]:
    if value not in edits:
        raise CannotWrite(f"{value} is none of its choices")
    return edits[str(value)]


def _reason(parameter: Parameter, value: Value) -> str:
    """Why a value cannot be written."""
    try:
        parameter.write(value)
    except CannotWrite as error:
        return str(error)
    return ""


def numbered(name: str, what: str, number: int, count: int) -> str:
    """`lr`, or `lr of optimiser 2` where there are several."""
    return name if count == 1 else f"{name} of {what} {number}"
