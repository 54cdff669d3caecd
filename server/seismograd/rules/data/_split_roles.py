"""Which part of the data an expression is: as its names say, or the slices of one array."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

TRAIN = frozenset({"train", "training", "tr", "trn"})
TEST = frozenset({"test", "testing", "te", "tst", "val", "valid", "validation", "va", "holdout"})
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_OF_PAIR = "xyXY"
"""Letters before the word for the part: `xtr`, `Yte`."""


def role_of(node: ast.AST) -> str | None:
    """train or test; None where its names say neither, or both."""
    words = {word for name in _names(node) for word in _words(name)}
    is_train, is_test = bool(words & TRAIN), bool(words & TEST)
    if is_train is is_test:
        return None
    return "train" if is_train else "test"


def are_parts(train: ast.AST, test: ast.AST) -> bool:
    """Whether two expressions are the training part and another part of the data."""
    if role_of(train) == "train" and role_of(test) == "test":
        return True
    return _is_cut(train, test)


def _is_cut(first: ast.AST, second: ast.AST) -> bool:
    """`data[:, :n]` and `data[:, n:]`."""
    if not isinstance(first, ast.Subscript) or not isinstance(second, ast.Subscript):
        return False
    if ast.dump(first.value) != ast.dump(second.value):
        return False
    pairs = list(zip(_axes(first), _axes(second), strict=False))
    others = [pair for pair in pairs if ast.dump(pair[0]) != ast.dump(pair[1])]
    return len(others) == 1 and _meet(*others[0])


def _meet(first: ast.AST, second: ast.AST) -> bool:
    match first, second:
        case ast.Slice(lower=None, upper=end), ast.Slice(lower=start, upper=None):
            return end is not None and start is not None and ast.dump(end) == ast.dump(start)
    return False


def _axes(node: ast.Subscript) -> list[ast.expr]:
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]


def _names(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        match each:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
                yield name


def _words(name: str) -> Iterator[str]:
    for word in _WORD.findall(name):
        yield word.lower()
        yield word.lstrip(_OF_PAIR).lower()
