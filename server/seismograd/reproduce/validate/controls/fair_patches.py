"""Lines that take a complaint away and mend nothing are no control."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.context.sources import read_text, split_lines
from seismograd.source.shallow_parse import parse_module

MOST_LINES = 40
"""Of all patches together; what is at fault is seldom so much."""
_COMPLAINTS = (ast.Raise, ast.Assert)


def why_unfair(patches: Sequence[Patch], root: Path) -> str | None:
    """None where they may be a control."""
    lines = sum(len(patch.text.splitlines()) for patch in patches)
    if lines > MOST_LINES:
        return f"its patches have {lines} lines; mend what is at fault, in at most {MOST_LINES}"
    for patch in patches:
        if _only_silences(patch, root):
            return (
                f"lines {patch.first} to {patch.last} of {patch.file} only take a check away; say "
                "how the lines that lead there should read"
            )
    return None


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
