"""Put another loss in the place of one: modules, functions, classes and names of losses."""

from __future__ import annotations

import ast
from collections.abc import Collection

from seismograd.faults import Edit
from seismograd.program.keras.training import LOSS_NAMES as KERAS_FUNCTIONS
from seismograd.program.model import LossUse
from seismograd.program.settings import Setting
from seismograd.program.torch.training import LOSS_FUNCTIONS as TORCH_FUNCTIONS
from seismograd.program.torch.training import loss_spec
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.call_edits import change_arguments
from seismograd.repair.edits.imports import sibling, sibling_of_call
from seismograd.repair.edits.setting_edits import setting_edits
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import Const, Object, Place, Symbol

KNOWN: dict[str, frozenset[str]] = {
    "CrossEntropyLoss": frozenset({"weight", "ignore_index", "label_smoothing"}),
    "NLLLoss": frozenset({"weight", "ignore_index"}),
    "CategoricalCrossentropy": frozenset({"from_logits", "label_smoothing", "axis"}),
    "BinaryCrossentropy": frozenset({"from_logits", "label_smoothing", "axis"}),
    "SparseCategoricalCrossentropy": frozenset({"from_logits", "ignore_class", "axis"}),
}
"""Keyword arguments of a loss beside those that all of them take."""
WANTED: dict[str, dict[str, str]] = {"PoissonNLLLoss": {"log_input": "False"}}
"""Keyword arguments without which a loss would take an output for something else."""
EVERYWHERE = frozenset({"reduction", "name", "dtype"})
DATA = frozenset({"input", "target", "y_true", "y_pred"})


def loss_edits(loss: LossUse, name: str, context: RepairContext) -> tuple[Edit, ...]:
    """`name`: the class of the new loss. Raises `CannotWrite`."""
    if loss.call is None or (loss.framework == "torch" and loss_spec(loss.call.path) is None):
        raise CannotWrite("it is computed by hand")
    if loss.framework == "torch":
        is_module = isinstance(loss.call.receiver, Object)
        path = loss.call.receiver.path if isinstance(loss.call.receiver, Object) else loss.call.path
        called = name if is_module else _function_of(name)
        return _call_edits(loss.built_at, path, called, name)
    given = loss.call.argument(1, "loss")
    if given is not None and isinstance(given.value, Const):
        setting = Setting("loss", given.value, given.place)
        return setting_edits(setting, "loss", f'"{keras_name(name)}"', context)
    node = loss.built_at.node
    if isinstance(node, ast.Call):
        path = given.value.path if given is not None and isinstance(given.value, Object) else ""
        return _call_edits(loss.built_at, path, name, name)
    is_class = ast.unparse(node).rpartition(".")[2][:1].isupper()
    path = given.value.path if given is not None and isinstance(given.value, Symbol) else ""
    named = sibling(loss.built_at, path, name if is_class else keras_name(name))
    return (Edit(loss.built_at.span, named.text), *named.edits)


def keras_name(name: str) -> str:
    """The function or string of a Keras loss class."""
    return next(one for one, cls in KERAS_FUNCTIONS.items() if cls == name and one != "bce")


def _function_of(name: str) -> str:
    return next(function for function, cls in TORCH_FUNCTIONS.items() if cls == name)


def _call_edits(place: Place, path: str, called: str, name: str) -> tuple[Edit, ...]:
    call = place.node
    if not isinstance(call, ast.Call):
        raise CannotWrite("it is chosen when the program runs")
    if any(keyword.arg is None for keyword in call.keywords):
        raise CannotWrite("its arguments are put together when the program runs")
    function = sibling_of_call(place, path, called)
    renamed = Edit(place.chunk.span(call.func), function.text)
    removed = _unknown(call, name, is_computed=called != name)
    given = WANTED.get(name, {})
    edits = change_arguments(place, removed, given) if removed or given else ()
    return (renamed, *function.edits, *edits)


def _unknown(call: ast.Call, name: str, is_computed: bool) -> Collection[ast.AST]:
    """Arguments that the new loss does not take; functions are given output and labels first."""
    known = EVERYWHERE | KNOWN.get(name, frozenset()) | DATA
    keywords: list[ast.AST] = [one for one in call.keywords if one.arg not in known]
    return [*keywords, *call.args[2 if is_computed else 0 :]]
