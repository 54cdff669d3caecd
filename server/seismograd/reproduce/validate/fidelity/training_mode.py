"""Answers of a network that was left in training mode, where chance has a part in them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.context.project_view import Role
from seismograd.reproduce.validate.fidelity.doubt import Doubt, Variant
from seismograd.reproduce.validate.fidelity.edits import replaced
from seismograd.reproduce.validate.fidelity.script import Script
from seismograd.reproduce.validate.fidelity.subject import Subject

_ABOUT_MODES = re.compile(
    r"\b(?:train(?:ing)?|eval(?:uation)?)[ _-]mode|\.(?:eval|train)\(", re.IGNORECASE
)
"""A report with one of these may be about just that."""
_WITHOUT_GRADIENTS = ("no_grad", "inference_mode")
_BUILT = (Role.NETWORK, Role.LAYER)


def training_modes(subject: Subject) -> Iterator[Doubt]:
    """Calls without gradients ask for answers: each network is put into evaluation mode before."""
    if _ABOUT_MODES.search(subject.grounds.text):
        return
    changes = [(node.func, f"{name}.eval()") for node, name in _answers(subject.script)]
    if changes:
        variant = Variant("evaluation mode", replaced(subject.script.source, changes))
        line = min(node.lineno for node, _ in changes)
        yield Doubt("answers of a network in training mode", line, [variant])


def _answers(script: Script) -> Iterator[tuple[ast.Call, str]]:
    """Calls of networks that are held by name, within `torch.no_grad()`."""
    networks = {
        call.node.func.id
        for call in script.calls
        if isinstance(call.node.func, ast.Name)
        and call.owner is not None
        and call.owner.role in _BUILT
    }
    for block in ast.walk(script.tree):
        if isinstance(block, ast.With) and _is_without_gradients(block):
            for node in ast.walk(block):
                match node:
                    case ast.Call(func=ast.Name(id=name)) if name in networks:
                        yield node, name


def _is_without_gradients(block: ast.With) -> bool:
    words = " ".join(ast.unparse(item.context_expr) for item in block.items)
    return any(word in words for word in _WITHOUT_GRADIENTS)
