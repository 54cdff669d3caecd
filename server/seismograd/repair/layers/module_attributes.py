"""Layers that a class holds as attributes: `self.fc = nn.Linear(4, 8)`, applied by `self.fc(x)`."""

from __future__ import annotations

import ast
from typing import NamedTuple

from seismograd.faults import Edit
from seismograd.repair.edits.imports import free_name
from seismograd.repair.layers.layer_sites import LayerSite
from seismograd.repair.layers.syntax import is_same
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import Place, Tensor
from seismograd.source.rewrite import enclosing_statement, insert_after, source_of

NO_PLACE = "it stands neither in a sequence of layers nor in an attribute of its own"


class NewAttribute(NamedTuple):
    """A further layer beside one that an attribute holds."""

    text: str
    """How the methods of the class call it: `self.fc_norm`."""
    edit: Edit
    """The statement that builds it."""


def attribute_beside(site: LayerSite, suffix: str, built: str) -> NewAttribute:
    """`built`: the code that builds the new layer. Raises `CannotWrite`."""
    target = _target(site)
    owner = source_of(Place(site.place.chunk, target.value))
    text = f"{owner}.{free_name(f'{target.attr}_{suffix}', site.place)}"
    edit = insert_after(site.place, f"{text} = {built}")
    if edit is None:
        raise CannotWrite("other statements stand on its line")
    return NewAttribute(text, edit)


def is_attribute(site: LayerSite) -> bool:
    try:
        _target(site)
    except CannotWrite:
        return False
    return True


def application(site: LayerSite) -> Place:
    """Where the layer is applied, under the name that it is built under: once in each object of
    its class. Raises `CannotWrite`."""
    target = source_of(Place(site.place.chunk, _target(site)))
    uses: list[Tensor] = [tensor for tensor, _ in site.uses]
    spans = {None if one.call is None else one.call.place.span for one in uses}
    is_once = len(uses) == len(site.layers) and len(spans) == 1
    call = uses[0].call if is_once else None
    node = None if call is None else call.place.node
    if call is None or not isinstance(node, ast.Call):
        raise CannotWrite("it is applied several times")
    if source_of(Place(call.place.chunk, node.func)) != target:
        raise CannotWrite("it is applied under another name")
    return call.place


def _target(site: LayerSite) -> ast.Attribute:
    statement = enclosing_statement(site.place)
    if isinstance(statement, ast.Assign) and is_same(statement.value, site.place.node):
        target = statement.targets[0]
        if isinstance(target, ast.Attribute) and len(statement.targets) == 1:
            return target
    raise CannotWrite(NO_PLACE)
