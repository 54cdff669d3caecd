"""What a text format changes on its way: keys become texts, and rows become lists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.suspicion.rewriting import by_expression
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_READS_TEXT = re.compile(r"\b(?:json|yaml|toml\w*|ujson|orjson)\.(?:safe_)?loads?\(")

_KEEPS = re.compile(r"save|load|dump|store|export|import|read|write|to_|from_|restore", re.I)


@by_expression
def as_it_was(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """What was read back, with numbers as keys again, or as tuples."""
    function = ast.unparse(suspect.function) if suspect.function else ""
    if not _READS_TEXT.search(function) or not _is_read_back(node):
        return
    text = ast.unparse(node)
    for other, what in (
        (f"{{int(key): value for key, value in ({text}).items()}}", "with numbers as keys"),
        (f"[tuple(row) for row in {text}]", "with rows as tuples"),
        (f"tuple({text})", "as a tuple"),
        (f"set({text})", "as a set"),
    ):
        yield ast.parse(other, mode="eval").body, f"{text} {what}"


@by_expression
def without_first(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """A row without its first or last: what is put in front by itself is not kept twice."""
    function = suspect.function.name if suspect.function else ""
    if not _KEEPS.search(function) or not _is_row(node):
        return
    text = ast.unparse(node)
    for part, what in (("[1:]", "first"), ("[:-1]", "last")):
        yield ast.parse(f"({text}){part}", mode="eval").body, f"{text} without its {what}"


def _is_row(node: ast.expr) -> bool:
    """A list of the object itself, or lines that were read."""
    if isinstance(node, ast.Attribute):
        return isinstance(node.ctx, ast.Load) and ast.unparse(node.value) == "self"
    name = ast.unparse(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""
    return name in ("splitlines", "readlines", "list") or (name == "split" and not _is_path(node))


def _is_path(node: ast.expr) -> bool:
    return "path" in ast.unparse(node)


def _is_read_back(node: ast.expr) -> bool:
    """`facts["rows"]`, `facts.get("rows")`, or the reading itself."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)
    if not isinstance(node, ast.Call):
        return False
    is_taken = isinstance(node.func, ast.Attribute) and node.func.attr in ("get", "pop")
    return is_taken or _READS_TEXT.match(ast.unparse(node)) is not None
