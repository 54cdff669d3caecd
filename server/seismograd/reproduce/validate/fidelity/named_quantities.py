"""Callables that the report's sentences name as what gives the value, or fails."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.validate.fidelity.subject import Subject

_CALL = (
    r"(?:`(?:[A-Za-z_]\w*\.){0,4}(\w+)(?:\([^`\n]{0,80}\))?`|"
    r"(?<![\w.`])(?:[A-Za-z_]\w*\.){0,4}(\w+)\(\))"
)
_GIVES = (
    r"(?:returns?|gives?|prints?|reports?|yields?|computes?|outputs?|produces?|logs?|shows?|says|"
    r"raises?|fails?|crash\w*)"
)
_BEFORE = re.compile(
    rf"(?:returned|printed|reported|given|computed|logged|shown|raised|produced|value"
    rf"||result|output|loss|score|metric|`)\s(?:by|of|from|that|which)\s(?:the\s)?{_CALL}",
    re.IGNORECASE,
)
_AFTER = re.compile(rf"{_CALL}\s(?:\w+\s){{0,2}}?{_GIVES}\b", re.IGNORECASE)
_CALLED = (SymbolKind.FUNCTION, SymbolKind.METHOD)


def named_callables(subject: Subject) -> Iterator[Symbol]:
    """Of the project; what trains as a whole is done in small by scripts, in their own way."""
    names = dict.fromkeys(_names(subject.grounds.text))
    for symbol in subject.case.project.symbols:
        last = symbol.name.rpartition(".")[2]
        if symbol.kind in _CALLED and last in names and symbol.role is not Role.TRAINING:
            yield symbol


def _names(text: str) -> Iterator[str]:
    for pattern in (_BEFORE, _AFTER):
        for found in pattern.finditer(text):
            yield next(one for one in found.groups() if one)
