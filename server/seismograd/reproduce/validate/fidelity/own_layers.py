"""Layers of the script's own making that draw random numbers, or mix the examples of a batch."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.context.modules import dotted_name
from seismograd.reproduce.validate.fidelity.doubt import Doubt, Variant
from seismograd.reproduce.validate.fidelity.edits import replaced
from seismograd.reproduce.validate.fidelity.subject import Subject

_MIXING = ("BatchNorm", "SyncBatchNorm", "Dropout", "AlphaDropout", "GaussianNoise", "RReLU")


def own_layers(subject: Subject) -> Iterator[Doubt]:
    """With them two ways of doing the same differ by themselves."""
    if not subject.seen.measured:
        return
    found = [(node, name) for node, name in _layers(subject.script.tree) if _is_free(subject, name)]
    if not found:
        return
    changes = [(node, f"{_module(node)}Identity()") for node, _ in found]
    names = ", ".join(dict.fromkeys(name for _, name in found))
    variant = Variant("a layer that does nothing", replaced(subject.script.source, changes))
    yield Doubt(f"{names} in a network of the script's own", found[0][0].lineno, [variant])


def _layers(tree: ast.Module) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = dotted_name(node.func).rpartition(".")[2]
            if name.startswith(_MIXING):
                yield node, name


def _is_free(subject: Subject, name: str) -> bool:
    """Whether neither the report nor the project has such a layer."""
    plain = name.rstrip("123d")
    return not any(
        subject.grounds.has_word(one) or subject.grounds.in_project(one) for one in (name, plain)
    )


def _module(call: ast.Call) -> str:
    head, dot, _ = dotted_name(call.func).rpartition(".")
    return head + dot if dot else "__import__('torch').nn."
