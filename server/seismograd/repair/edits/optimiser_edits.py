"""Settings of an optimiser; a Keras one that is only named becomes one that is built."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from seismograd.faults import Edit
from seismograd.program.keras.training import OPTIMISERS
from seismograd.program.model import Optimiser
from seismograd.program.settings import Setting
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.call_edits import NO_CALL
from seismograd.repair.edits.imports import KERAS, library_name
from seismograd.repair.edits.setting_edits import setting_edits
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import Const, Place


def optimiser_edits(
    optimiser: Optimiser, setting: Setting, keyword: str, text: str, context: RepairContext
) -> tuple[Edit, ...]:
    """Raises `CannotWrite`."""
    if is_named(optimiser):
        return built_optimiser(optimiser, optimiser.kind, {keyword: text})
    return setting_edits(setting, keyword, text, context)


def is_named(optimiser: Optimiser) -> bool:
    """Whether it is chosen by its name: `compile(optimizer="adam")`."""
    return optimiser.framework == "keras" and optimiser.value is None


def built_optimiser(
    optimiser: Optimiser, kind: str, arguments: Mapping[str, str]
) -> tuple[Edit, ...]:
    """In the place of the name, where that stands in the call of `compile` itself."""
    literal = name_literal(optimiser)
    given = optimiser.call.argument(0, "optimizer") if optimiser.call is not None else None
    if given is None or literal.span != given.place.span:
        raise CannotWrite(NO_CALL)
    name = next(one for one in OPTIMISERS if one.lower() == kind)
    function = library_name(literal.chunk.document, KERAS, f"optimizers.{name}")
    listed = ", ".join(f"{keyword}={text}" for keyword, text in arguments.items())
    return (Edit(literal.span, f"{function.text}({listed})"), *function.edits)


def name_literal(optimiser: Optimiser) -> Place:
    """Where the name of a Keras optimiser stands. Raises `CannotWrite`."""
    value = optimiser.call.value(0, "optimizer") if optimiser.call is not None else None
    place = value.place if isinstance(value, Const) else None
    if place is None or not isinstance(place.node, ast.Constant):
        raise CannotWrite("its name is not a literal in the source")
    return place
