"""Calls that the report makes or names for a quantity."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.report.snippets import parsed as statements_of
from seismograd.reproduce.validate.fidelity.doubt import Decides, Doubt
from seismograd.reproduce.validate.fidelity.script_calls import ScriptCalls
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


def reported_calls(subject: Subject) -> Iterator[Doubt]:
    """Where none of it is entered, what was measured is another thing than what was reported."""
    entered = {(one.file, one.function.rpartition(".")[2]) for one in subject.seen.reached}
    frames = subject.seen.exception.frames if subject.seen.exception else ()
    entered |= {(frame.file, (frame.function or "").rpartition(".")[2]) for frame in frames}
    entered |= {
        (call.callee.file, call.callee.name.rpartition(".")[2]) for call in subject.script.calls
    }
    for called, does in (
        (_called_by_report(subject), "calls"),
        (list(named_callables(subject)), "names for what it complains about"),
    ):
        if called and not any(_is_entered(one, entered) for one in called):
            names = ", ".join(sorted({one.name for one in called})[:3])
            what = f"{names}, which the report {does}, is never called"
            yield Doubt(what, 1, (), Decides.BY_ITSELF)
            return


def _called_by_report(subject: Subject) -> list[Symbol]:
    found: list[Symbol] = []
    for snippet in subject.case.report.snippets:
        tree = ast.Module(statements_of(snippet.code), [])
        calls = ScriptCalls(tree, subject.case.project)
        found += [one.callee for one in calls if one.callee.kind is not SymbolKind.CLASS]
    return found


def _is_entered(symbol: Symbol, entered: set[tuple[str, str]]) -> bool:
    return (symbol.file, symbol.name.rpartition(".")[2]) in entered
