"""Whether a file takes layers out of their container by number: others would be taken then."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from seismograd.source.document import Document

KERAS_ITEMS = "layers"
"""`model.layers[0]`: the attribute stands for the model."""


def is_numbered(document: Document, around: Iterable[ast.AST]) -> bool:
    """`around`: the nodes around an item, out to the statement that names the container."""
    names = {name for node in around for name in _names(node)}
    return bool(names) and any(
        isinstance(node, ast.Subscript) and _base(node.value) in names
        for chunk in document.chunks
        for statement in chunk.statements
        for node in ast.walk(statement)
    )


def _names(node: ast.AST) -> Iterator[str]:
    """What a statement calls the container: `net = ...`, `self.body = ...`, `net.add(...)`."""
    if isinstance(node, ast.Assign):
        targets: list[ast.expr] = node.targets
    elif isinstance(node, ast.AnnAssign | ast.AugAssign):
        targets = [node.target]
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        function = node.value.func
        targets = [function.value] if isinstance(function, ast.Attribute) else []
    else:
        targets = []
    yield from (name for name in map(_base, targets) if name is not None)


def _base(node: ast.expr) -> str | None:
    """The last name of an expression such as `self.net` or `model.layers`."""
    if isinstance(node, ast.Attribute):
        return _base(node.value) if node.attr == KERAS_ITEMS else node.attr
    return node.id if isinstance(node, ast.Name) else None
