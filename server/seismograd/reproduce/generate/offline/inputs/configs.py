"""Objects that only carry settings, where no class of the project makes them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees

MOST_FIELDS = 60
_METHODS = {"items", "keys", "values", "get", "update", "copy", "pop", "setdefault"}


def attributes_read(trees: SourceTrees, name: str) -> list[str]:
    """Fields that the project reads from anything of that name, in the order of its files."""
    found = dict.fromkeys(
        attribute for file in trees.files() for attribute in _read(trees.tree(file), name, False)
    )
    return [one for one in found if one not in _METHODS][:MOST_FIELDS]


def keys_read(trees: SourceTrees, name: str) -> list[str]:
    """Keys that the project takes from anything of that name: `config["width"]`."""
    found = dict.fromkeys(
        key for file in trees.files() for key in _read(trees.tree(file), name, True)
    )
    return list(found)[:MOST_FIELDS]


def _read(tree: ast.Module | None, name: str, keys: bool) -> Iterator[str]:
    plain = re.compile(rf"(?:self\.)?_?{re.escape(name)}")
    for node in ast.walk(tree) if tree else ():
        if not isinstance(node, ast.Subscript | ast.Attribute):
            continue
        if not plain.fullmatch(_text(node.value)):
            continue
        if isinstance(node, ast.Attribute):
            if not keys and isinstance(node.ctx, ast.Load):
                yield node.attr
        elif keys and isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            yield node.slice.value


def _text(node: ast.expr) -> str:
    return ast.unparse(node) if isinstance(node, ast.Name | ast.Attribute) else ""
