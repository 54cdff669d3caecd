"""Literal arguments of calls that declare options."""

from __future__ import annotations

import ast

from seismograd.reproduce.context.modules import dotted_name, string_of
from seismograd.reproduce.context.project_view import Option, Parameter
from seismograd.reproduce.context.sources import SourceFile

MAX_TEXT = 200
_NO_VALUE = frozenset({"bool"})


def keywords_of(call: ast.Call) -> dict[str, ast.expr]:
    return {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}


def source_of(source: SourceFile, node: ast.expr | None) -> str | None:
    return source.segment(node, MAX_TEXT) if node is not None else None


def choices_of(node: ast.expr | None) -> tuple[str, ...]:
    """The texts of a literal collection."""
    if isinstance(node, ast.Call) and node.args:
        node = node.args[0]
    if not isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return ()
    return tuple(str(item.value) for item in node.elts if isinstance(item, ast.Constant))


def texts_of(nodes: list[ast.expr]) -> list[str]:
    return [text for node in nodes if (text := string_of(node)) is not None]


def is_true(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def last_name(node: ast.AST) -> str:
    return dotted_name(node).rpartition(".")[2]


def option_of(parameter: Parameter, separator: str = "-") -> Option:
    """The option that a parameter becomes where a command line is made of a signature."""
    kind = parameter.annotation
    return Option(
        flag="--" + parameter.name.replace("_", separator),
        default=parameter.default,
        type=kind,
        required=parameter.default is None,
        takes_value=kind not in _NO_VALUE,
    )
