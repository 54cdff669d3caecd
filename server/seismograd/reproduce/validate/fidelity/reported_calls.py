"""What the report's own code calls, and a script for it never gets into."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.context.project_view import Symbol, SymbolKind
from seismograd.reproduce.report.snippets import parsed as statements_of
from seismograd.reproduce.validate.fidelity.doubt import Decides, Doubt
from seismograd.reproduce.validate.fidelity.named_quantities import named_callables
from seismograd.reproduce.validate.fidelity.script_calls import ScriptCalls
from seismograd.reproduce.validate.fidelity.subject import Subject


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
