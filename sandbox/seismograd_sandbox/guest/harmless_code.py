"""Code that a script gives to another interpreter, where nothing guards it."""

from __future__ import annotations

import ast

from .forbidden_names import is_forbidden

_NAMES = ("open", "exec", "eval", "compile", "__import__", "globals", "getattr")
_READING = ("open", "read_text", "read_bytes", "loadtxt", "genfromtxt", "read_csv", "getlines")


def is_harmless(text: str) -> bool:
    """Whether it opens no files and asks for nothing that scripts may not have."""
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True  # it will not run
    attributes = [node.attr for node in nodes if isinstance(node, ast.Attribute)]
    names = [node.id for node in nodes if isinstance(node, ast.Name)]
    names += [
        alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names
    ]
    return not any(map(_is_bad, attributes)) and not any(name in _NAMES for name in names)


def _is_bad(attribute: str) -> bool:
    return attribute in _READING or is_forbidden(attribute)
