"""Offer a parameter only where its values can be written and leave a program that fits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from seismograd.faults import Edit
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.reread import still_fits
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value

UNCERTAIN = "it is not certain that the shapes would still fit"


def offered(context: RepairContext, parameter: Parameter, *probes: Value) -> Iterator[Parameter]:
    """The parameter with the choices that can be written, or none and why.

    `probes`: values whose program is read again, to see whether its shapes still fit.
    """
    try:
        found = _writable(parameter)
        known = [value for value in probes if value in found.space]
        if not all(still_fits(context, found.write(value)) for value in known):
            raise CannotWrite(UNCERTAIN)
    except CannotWrite as error:
        context.refuse(parameter.name, str(error))
    else:
        yield found


def numbered(name: str, what: str, number: int, count: int) -> str:
    """`lr`, or `lr of optimiser 2` where there are several."""
    return name if count == 1 else f"{name} of {what} {number}"


def _writable(parameter: Parameter) -> Parameter:
    """Numbers stand at one place: the first candidate speaks for all. Raises `CannotWrite`."""
    if isinstance(parameter.space, Choices):
        return _with_writable_choices(parameter, parameter.space)
    for value in parameter.candidates[:1]:
        parameter.write(value)
    return parameter


def _with_writable_choices(parameter: Parameter, space: Choices) -> Parameter:
    """Their edits are made at once: a program may be let go of before they are asked for."""
    edits: dict[str, tuple[Edit, ...]] = {}
    reasons: list[str] = []
    for option in space.options:
        try:
            edits[option] = parameter.write(option)
        except CannotWrite as error:
            reasons.append(str(error))
    written = {option: own for option, own in edits.items() if own}
    if not written:
        raise CannotWrite(reasons[0] if reasons else UNCERTAIN)
    candidates = tuple(one for one in parameter.candidates if one in written)
    write = partial(_prepared, written)
    return replace(parameter, space=Choices(tuple(written)), candidates=candidates, write=write)


def _prepared(edits: Mapping[str, tuple[Edit, ...]], value: Value) -> tuple[Edit, ...]:
    if value not in edits:
        raise CannotWrite(f"{value} is none of its choices")
    return edits[str(value)]
