"""Give what follows a layer the width of what goes into it: the layer is to be taken out."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import Edit
from seismograd.program.model import Layer
from seismograd.program.settings import Setting
from seismograd.repair.layers.layer_sites import LayerSite
from seismograd.repair.layers.syntax import is_same, with_parents
from seismograd.repair.layers.widths import demands_behind
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import replace, source_of

INPUTS = ("input_shape", "input_dim")
"""Settings of the first layer of Keras, without which a network does not know its input."""


def bypass_widths(site: LayerSite) -> tuple[Edit, ...]:
    """None where the widths are equal, or where layers find their input themselves.

    Raises `CannotWrite`.
    """
    layer = site.first
    if layer.path.startswith("keras."):
        if any(_is_given(layer, name) for name in INPUTS):
            raise CannotWrite("it states the shape of the input")
        return ()
    before = layer.setting("in_units")
    if before is None or before.integer is None or layer.units is None:
        raise CannotWrite("its widths are not known")
    if before.integer == layer.units:
        return ()
    return tuple(dict.fromkeys(_passed_on(site, before, layer.units)))


def _is_given(layer: Layer, name: str) -> bool:
    setting = layer.setting(name)
    return setting is not None and not setting.is_default


def _passed_on(site: LayerSite, before: Setting, width: int) -> Iterator[Edit]:
    for demand in demands_behind(site.members, width):
        place = demand.setting.place
        if demand.times != 1:
            raise CannotWrite("what follows it takes several of its outputs at once")
        yield replace(place, _text_for(before, place))


def _text_for(before: Setting, place: Place) -> str:
    """The width as it can stand there: names have a meaning within their function only."""
    here, there = (_function_around(one) for one in (before.place, place))
    is_one = before.place.chunk is place.chunk and (
        here is there or (here is not None and there is not None and is_same(here, there))
    )
    return source_of(before.place) if is_one else str(before.integer)


def _function_around(place: Place) -> ast.AST | None:
    functions = (one for one in with_parents(place) if isinstance(one, ast.FunctionDef))
    return next(functions, None)
