"""Imports of names that the project has, but elsewhere than the report's code says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Attempt, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import SymbolKind
from seismograd.reproduce.generate.offline.draft import Draft

_COMPLAINT = re.compile(
    r"has no |No module named|cannot import|not installed|there is no|is no |uses nothing of"
)


def import_from_where_it_is(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    if attempt.rung >= Rung.CRITERIA or not _COMPLAINT.search(attempt.feedback):
        return
    imports = tuple(one for old in draft.imports for one in _moved(case, old))
    if imports != draft.imports:
        yield draft.changed(imports=imports, idea=f"{draft.idea} With imports as they are now.")


def _moved(case: Case, statement: str) -> Iterator[str]:
    node = ast.parse(statement).body[0]
    if not isinstance(node, ast.ImportFrom) or node.module is None:
        yield statement
        return
    modules = {symbol.module for symbol in case.project.symbols}
    for alias in node.names:
        there = _module_of(case, alias.name)
        known = any(s.module == node.module and s.name == alias.name for s in case.project.symbols)
        named = alias.name if alias.asname is None else f"{alias.name} as {alias.asname}"
        if there is None or known or f"{node.module}.{alias.name}" in modules:
            yield f"from {'.' * node.level}{node.module} import {named}"
        else:
            yield f"from {there} import {named}"


def _module_of(case: Case, name: str) -> str | None:
    """Where the project defines it, if it does in one place alone."""
    kinds = (SymbolKind.CLASS, SymbolKind.FUNCTION, SymbolKind.CONSTANT)
    found = {s.module for s in case.project.symbols if s.name == name and s.kind in kinds}
    found.discard("")
    return found.pop() if len(found) == 1 else None
