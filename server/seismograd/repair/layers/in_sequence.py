"""Put a layer and one behind it in a sequence, where the source holds the layer in a list.

`hidden.append(nn.Linear(8, 8))` becomes `hidden.append(nn.Sequential(nn.Linear(8, 8), ...))`: who
applies the items of the list applies both.
"""

from __future__ import annotations

import ast

from seismograd.faults import Edit
from seismograd.repair.edits.imports import KERAS, Named, library_name, sibling_of_call
from seismograd.repair.layers.layer_sites import LayerSite
from seismograd.repair.layers.syntax import with_parents
from seismograd.repair.layers.weight_reads import are_weights_read
from seismograd.repair.layers.wrap_call import Wrapper, wrap_call
from seismograd.repair.parameter import CannotWrite

HOLDERS = frozenset({
    "ModuleDict", "ModuleList", "Sequential", "add", "add_module", "append", "insert",
    "register_module", "setattr",
})  # fmt: skip
"""Calls that keep a layer as it is given."""
HOLDING = (ast.Assign, ast.AnnAssign, ast.Dict, ast.DictComp, ast.GeneratorExp, ast.IfExp,
           ast.Lambda, ast.List, ast.ListComp, ast.Return, ast.Tuple)  # fmt: skip


def in_sequence(site: LayerSite, behind: str) -> tuple[Edit, ...]:
    """`behind`: the code that builds the second layer. Raises `CannotWrite`."""
    if not _is_held(site):
        raise CannotWrite("it does not stand in a list of layers")
    if len(site.uses) != len(site.layers):
        raise CannotWrite("it is applied several times")
    if are_weights_read(site):
        raise CannotWrite("the file reads attributes of its layers")
    name, imports = _sequential(site)
    before, after = ("([", "])") if _is_keras(site) else ("(", ")")
    return wrap_call(site.place, Wrapper(f"{name}{before}", f", {behind}{after}", imports))


def _is_held(site: LayerSite) -> bool:
    _, outer, *_ = [*with_parents(site.place), None, None]
    if not isinstance(outer, ast.Call):
        return isinstance(outer, HOLDING)
    function = outer.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in HOLDERS


def _sequential(site: LayerSite) -> Named:
    if _is_keras(site):
        return library_name(site.place.chunk.document, KERAS, "Sequential")
    return sibling_of_call(site.place, site.first.path, "Sequential")


def _is_keras(site: LayerSite) -> bool:
    return site.first.path.startswith("keras.")
