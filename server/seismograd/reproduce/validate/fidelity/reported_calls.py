"""What the report's own code calls, and a script for it never gets into."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.context.project_view import Symbol, SymbolKind
from seismograd.reproduce.report.snippets import parsed as statements_of
from seismograd.reproduce.validate.fidelity.doubt import Decides, Doubt
from seismograd.reproduce.validate.fidelity.script_calls import ScriptCalls
from seismograd.reproduce.validate.fidelity.subject import Subject


def reported_calls(subject: Subject) -> Iterator[Doubt]:
    """Where none of it is entered, what was measured is another thing than what was reported."""
    called = _called_by_report(subject)
    entered = {(one.file, one.function.rpartition(".")[2]) for one in subject.seen.reached}
    frames = subject.seen.exception.frames if subject.seen.exception else ()
    entered |= {(frame.file, (frame.function or "").rpartition(".")[2]) for frame in frames}
    entered |= {
        (call.callee.file, call.callee.name.rpartition(".")[2]) for call in subject.script.calls
    }
    if not called or any(_is_entered(one, entered) for one in called):
        return
    names = ", ".join(sorted({one.name for one in called})[:3])
    yield Doubt(f"{names}, which the report calls, is never called", 1, (), Decides.BY_ITSELF)


def _called_by_report(subject: Subject) -> list[Symbol]:
    found: list[Symbol] = []
    for snippet in subject.case.report.snippets:
        tree = ast.Module(statements_of(snippet.code), [])
        calls = ScriptCalls(tree, subject.case.project)
        found += [one.callee for one in calls if one.callee.kind is not SymbolKind.CLASS]
    return found


def _is_entered(symbol: Symbol, entered: set[tuple[str, str]]) -> bool:
    return (symbol.file, symbol.name.rpartition(".")[2]) in entered
