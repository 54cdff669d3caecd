"""Offer a parameter only where its values can be written and leave a program that fits."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.repair.context import RepairContext
from seismograd.repair.layers.reread import still_fits
from seismograd.repair.parameter import CannotWrite, Parameter, Value

UNCERTAIN = "it is not certain that the shapes would still fit"


def offered(context: RepairContext, parameter: Parameter, *probes: Value) -> Iterator[Parameter]:
    """The parameter, or none and why; `probes`: values whose program is read again."""
    try:
        written = [parameter.write(value) for value in parameter.candidates]
        trials = [parameter.write(value) for value in probes]
    except CannotWrite as error:
        context.refuse(parameter.name, str(error))
        return
    if not all(written) or not all(still_fits(context, edits) for edits in trials):
        context.refuse(parameter.name, UNCERTAIN)
        return
    yield parameter
