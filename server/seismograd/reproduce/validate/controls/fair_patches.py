"""Lines that take a complaint away and mend nothing are no control."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.context.sources import read_text, split_lines
from seismograd.reproduce.validate.controls.patched_line import patched_files
from seismograd.source.shallow_parse import parse_module

MOST_LINES = 40
"""Of all patches together; what is at fault is seldom so much."""
LEAST_REDESIGNED = 5
"""Statements of a function; where there are fewer, the fault may well be in most of them."""
MOST_CHANGED = 0.6
_COMPLAINTS = (ast.Raise, ast.Assert)


def why_unfair(patches: Sequence[Patch], root: Path) -> str | None:
    """None where they may be a control."""
    lines = sum(len(patch.text.splitlines()) for patch in patches)
    if lines > MOST_LINES:
        return f"its patches have {lines} lines; mend what is at fault, in at most {MOST_LINES}"
    if (name := _written_anew(patches, root)) is not None:
        return f"its patches write {name} anew; change what is at fault, and leave the rest"
    for patch in patches:
        if _only_silences(patch, root):
            return (
                f"lines {patch.first} to {patch.last} of {patch.file} only take a check away; say "
                "how the lines that lead there should read"
            )
    return None


def _written_anew(patches: Sequence[Patch], root: Path) -> str | None:
    """A function of which most statements are gone, and as many are new."""
    files = patched_files(root, tuple(patches)) or {}
    for file, text in files.items():
        before, after = _functions(read_text(root, file) or ""), _functions(text)
        for name, old in before.items():
            new = after.get(name, Counter())
            gone, added = (old - new).total(), (new - old).total()
            if (
                old.total() >= LEAST_REDESIGNED
                and gone > MOST_CHANGED * old.total()
                and added >= gone
            ):
                return name
    return None


def _functions(text: str) -> dict[str, Counter[str]]:
    """Their statements by their names; of what holds others only what it says itself."""
    try:
        tree = parse_module(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    return {
        one.name: Counter(_head(inner) for inner in ast.walk(one) if _counts(inner, one))
        for one in ast.walk(tree)
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def _counts(node: ast.AST, owner: ast.AST) -> bool:
    is_words = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return isinstance(node, ast.stmt) and node is not owner and not is_words


def _head(statement: ast.AST) -> str:
    return ast.unparse(statement).partition("\n")[0]


def _only_silences(patch: Patch, root: Path) -> bool:
    """Whether what is missing of the old statements are complaints, and nothing is new."""
    old = split_lines(read_text(root, patch.file) or "")[patch.first - 1 : patch.last]
    before, after = _statements("\n".join(old)), _statements(patch.text)
    if before is None or after is None or after - before:
        return False
    gone = before - after
    return bool(gone) and any(_complains(text) for text in gone)


def _statements(text: str) -> Counter[str] | None:
    try:
        tree = parse_module(dedent(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return Counter(ast.unparse(one) for one in tree.body if not isinstance(one, ast.Pass))


def _complains(statement: str) -> bool:
    return any(isinstance(node, _COMPLAINTS) for node in ast.walk(ast.parse(statement)))
