"""A script without the one helper that may stand in the place of other code."""

from __future__ import annotations

import ast

from seismograd_sandbox.guest.loss_recorder import LOSSES

_HELPER = ast.parse(LOSSES).body
_TEXTS = [ast.dump(statement) for statement in _HELPER]
_OWN_NAMES = ("backward", "note_loss")


def without_recorder(tree: ast.Module) -> ast.Module:
    """The tree itself where the helper is not in it, to the letter and bound nowhere else."""
    texts = [ast.dump(statement) for statement in tree.body]
    for at in range(len(texts) - len(_TEXTS) + 1):
        end = at + len(_TEXTS)
        if texts[at:end] == _TEXTS:
            rest = ast.Module([*tree.body[:at], *tree.body[end:]], tree.type_ignores)
            return tree if _binds_own_names(rest) else rest
    return tree


def _binds_own_names(tree: ast.Module) -> bool:
    """Whoever binds them anew decides what the helper calls."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.alias(asname=str(name)):
                found = [name]
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.alias(name=name):
                found = [name]
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                found = names
            case _:
                continue
        if any(name in _OWN_NAMES for name in found):
            return True
    return False
