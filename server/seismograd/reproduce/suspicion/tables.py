"""Tables that a module has for words of an option: `ACTIVATIONS = {"relu": nn.ReLU}`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from seismograd.source.shallow_parse import parse_module
from seismograd_sandbox.untrusted_files import read_regular_file

MOST_BYTES = 300_000


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    entries: frozenset[str]
    """What stands behind its words, as source."""


def tables_in(root: Path, file: str) -> list[Table]:
    try:
        tree = parse_module(read_regular_file(root / file, MOST_BYTES, within=root))
    except (OSError, ValueError, SyntaxError, RecursionError):
        return []
    return list(_tables(tree))


def _tables(tree: ast.Module) -> Iterator[Table]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
            keys = node.value.keys
            target = node.targets[0]
            words = [k for k in keys if isinstance(k, ast.Constant) and isinstance(k.value, str)]
            if isinstance(target, ast.Name) and len(words) == len(keys) > 1:
                yield Table(target.id, frozenset(map(ast.unparse, node.value.values)))
