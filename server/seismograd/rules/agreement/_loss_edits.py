"""Edits that put another loss in the place of one."""

from __future__ import annotations

import ast

from seismograd.faults import Fix
from seismograd.program.model import LossUse
from seismograd.rules.offers import unsafe_fix
from seismograd.source.evaluate.values import Const, Place
from seismograd.source.rewrite import rename_function, replace, set_argument

_TAKES_LOGITS = {
    "BCELoss": "BCEWithLogitsLoss",
    "binary_cross_entropy": "binary_cross_entropy_with_logits",
    "NLLLoss": "CrossEntropyLoss",
    "nll_loss": "cross_entropy",
}


def logits_fixes(loss: LossUse) -> list[Fix]:
    """The fix that makes a loss take raw scores."""
    name = _called_name(loss.built_at)
    if loss.framework == "keras":
        if not isinstance(loss.built_at.node, ast.Call):
            return []
        edit = set_argument(loss.built_at, "from_logits", "True")
        title = "Tell the loss that it gets raw scores"
    elif name in _TAKES_LOGITS:
        edit = rename_function(loss.built_at, name, _TAKES_LOGITS[name])
        title = f"Use {_TAKES_LOGITS[name]}, which takes raw scores"
    else:
        return []
    return unsafe_fix(title, edit)


def loss_name_fixes(loss: LossUse, names: dict[str, str]) -> list[Fix]:
    """The fix that names another loss where a loss is chosen by a string."""
    literal = literal_of(loss)
    chosen = literal.node.value if literal and isinstance(literal.node, ast.Constant) else None
    if literal is None or not isinstance(chosen, str) or chosen not in names:
        return []
    edit = replace(literal, f'"{names[chosen]}"')
    return unsafe_fix(f"Use {names[chosen]}", edit)


def literal_of(loss: LossUse) -> Place | None:
    """The string that names a loss, wherever it stands."""
    value = None if loss.call is None else loss.call.value(None, "loss")
    place = value.place if isinstance(value, Const) else loss.built_at
    if place is None or not isinstance(place.node, ast.Constant):
        return None
    return place if isinstance(place.node.value, str) else None


def _called_name(place: Place) -> str:
    node = place.node
    function = node.func if isinstance(node, ast.Call) else None
    return function.attr if isinstance(function, ast.Attribute) else ""
