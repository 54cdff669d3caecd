"""Literals as source: what is one, which value it has, and which an annotation asks for."""

from __future__ import annotations

import ast

from seismograd.source.shallow_parse import parse_expression

_TENSORS = {"Tensor", "FloatTensor", "LongTensor", "ndarray", "NDArray", "ArrayLike", "BoolTensor"}
_LISTS = {"list", "List", "Sequence", "Iterable", "Collection"}
_TUPLES = {"tuple", "Tuple"}
_DICTS = {"dict", "Dict", "Mapping", "MutableMapping"}
_FIRST_OF = {"Optional", "Union", "Annotated", "Final"}
_LITERALS = {"int": "4", "float": "0.5", "bool": "False", "None": "None", "str": "'name'",
             "Path": "'name'", "PathLike": "'name'"}  # fmt: skip


def literal_value(text: str) -> object:
    """Raises `ValueError` where the text is no literal."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        raise ValueError(text) from None


def is_literal(text: str | None) -> bool:
    if text is None:
        return False
    try:
        literal_value(text)
    except ValueError:
        return False
    return True


def literal_for(annotation: str | None) -> str | None:
    """A literal of the annotated type."""
    node = parsed(annotation)
    return _literal(node) if node is not None else None


def is_tensor(annotation: str | None) -> bool:
    node = parsed(annotation)
    return node is not None and bool(_names(node) & _TENSORS) and not _is_container(node)


def parsed(annotation: str | None) -> ast.expr | None:
    if not annotation:
        return None
    try:
        return parse_expression(annotation.strip("'\"")).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _literal(node: ast.expr) -> str | None:
    if isinstance(node, ast.BinOp):
        return _literal(node.left)
    if isinstance(node, ast.Subscript):
        return _subscripted(node)
    return _LITERALS.get(_last_name(node))


def _subscripted(node: ast.Subscript) -> str | None:
    outer = _last_name(node.value)
    inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if outer == "Literal":
        return ast.unparse(inner[0])
    if outer in _FIRST_OF:
        return _literal(inner[0])
    if outer in _LISTS:
        one = _literal(inner[0])
        return f"[{one}, {one}]" if one else None
    if outer in _TUPLES:
        is_open = len(inner) == 2 and _is_ellipsis(inner[1])
        parts = [_literal(part) for part in (inner[:1] * 2 if is_open else inner)]
        return f"({', '.join(part for part in parts if part)},)" if all(parts) else None
    return "{}" if outer in _DICTS else None


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    return (
        ast.unparse(node).rpartition(".")[2] if isinstance(node, ast.Name | ast.Attribute) else ""
    )


def _names(node: ast.expr) -> set[str]:
    found = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    return found | {one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)}


def _is_container(node: ast.expr) -> bool:
    outer = _last_name(node.value) if isinstance(node, ast.Subscript) else ""
    return outer in _LISTS | _TUPLES | _DICTS
