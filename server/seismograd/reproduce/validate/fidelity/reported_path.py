"""The path of the report itself: where that is healthy, the script has found another one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.drafts.commands import from_whole_runs
from seismograd.reproduce.drafts.rendering import render
from seismograd.reproduce.observation import NOT_REPRODUCED
from seismograd.reproduce.report.snippets import on_cpu
from seismograd.reproduce.report.snippets import parsed as statements_of
from seismograd.reproduce.validate.edits import replaced
from seismograd.reproduce.validate.fidelity.doubt import Decides, Doubt, Variant
from seismograd.reproduce.validate.fidelity.script_calls import ScriptCall, ScriptCalls
from seismograd.reproduce.validate.fidelity.subject import Subject
from seismograd.reproduce.validate.script_names import names_of, undefined_names
from seismograd.reproduce.validate.script_values import ScriptValues

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
    entered = subject.entered
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


_BY_ENDING = ("raises", "raised_in", "warns", "ends_with_signal")
"""Checks that need nothing but the run of the report's own code."""


def reported_paths(subject: Subject) -> Iterator[Doubt]:
    yield from _arguments_of_report(subject)
    if (place := raising_place(subject)) is not None and is_shown_by_ending(subject):
        for code in _complete_snippets(subject):
            source = f"{code}\nprint({NOT_REPRODUCED!r})\n"
            variant = Variant("the report's own code", source, place)
            yield Doubt("what it does beside the report's own code", 1, [variant])


def _arguments_of_report(subject: Subject) -> Iterator[Doubt]:
    """Where both call the same: each plain value of the script with the one of the report."""
    reported = _reported(subject)
    values = ScriptValues(subject.script.tree)
    for call in subject.script.calls:
        for name, expression in call.given():
            theirs = reported.get((call.callee.qualified, name), [])
            known = values.of(expression)
            if theirs and known is not None and not any(_is_among(one, theirs) for one in known):
                yield _doubt(subject, call, name, expression, theirs)


def _doubt(
    subject: Subject, call: ScriptCall, name: str, expression: ast.expr, theirs: list[object]
) -> Doubt:
    source = subject.script.source
    what = f"{name}={ast.unparse(expression)} for {call.callee.name}, where the report has another"
    variants = [
        Variant(f"{name}={one!r}", replaced(source, [(expression, repr(one))])) for one in theirs
    ]
    return Doubt(what, expression.lineno, variants)


def _reported(subject: Subject) -> dict[tuple[str, str], list[object]]:
    """Plain values by callable and parameter; sizes are smaller in a small script."""
    found: dict[tuple[str, str], list[object]] = {}
    for snippet in subject.case.report.snippets:
        tree = ast.Module(statements_of(snippet.code), [])
        values = ScriptValues(tree)
        for call in ScriptCalls(tree, subject.case.project):
            for name, expression in call.given():
                plain = [one for one in values.of(expression) or () if _is_setting(one)]
                found.setdefault((call.callee.qualified, name), []).extend(plain)
    return found


def _is_setting(value: object) -> bool:
    """No data, and no size."""
    return isinstance(value, bool | float | str | None)


def _is_among(value: object, others: list[object]) -> bool:
    is_same = any(type(one) is type(value) and one == value for one in others)
    return is_same or not _is_setting(value)


def is_shown_by_ending(subject: Subject) -> bool:
    checks = [one.check.partition("(")[0].strip() for one in subject.case.fingerprint.criteria]
    return all(check in _BY_ENDING for check in checks)


def raising_place(subject: Subject) -> tuple[str, str] | None:
    """The function of the project that raised: the report's code must get into it as well."""
    raised, script = subject.seen.exception, subject.seen.script
    frames = raised.frames if raised is not None else ()
    ours = [one for one in frames if one.in_project and one.file != script and one.function]
    return (ours[-1].file, (ours[-1].function or "").rpartition(".")[2]) if ours else None


def _complete_snippets(subject: Subject) -> Iterator[str]:
    """Code that can be run as it is, and calls the project; on a CPU, as the script is."""
    is_on_gpu = "cuda" in subject.script.source
    for snippet in subject.case.report.snippets:
        code = snippet.code if is_on_gpu else on_cpu(snippet.code)
        try:
            tree = ast.parse(code)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        calls = list(ScriptCalls(tree, subject.case.project))
        if calls and not _is_abridged(tree) and not undefined_names(code, names_of(tree)):
            yield code


def _is_abridged(tree: ast.Module) -> bool:
    return any(isinstance(node, ast.Constant) and node.value is ... for node in ast.walk(tree))


MOST_RUNS = 2


def reported_runs(subject: Subject) -> Iterator[Doubt]:
    """With the options of the report and nothing made smaller: what takes too long says nothing."""
    place, case = raising_place(subject), subject.case
    if place is None or not is_shown_by_ending(subject):
        return
    for number, draft in enumerate(from_whole_runs(case)):
        if number < MOST_RUNS and draft.constants:
            source = render(draft, case.fingerprint, case.project.search_path)
            variant = Variant("the script that the report runs", source, place)
            yield Doubt("what it does beside the script that the report runs", 1, [variant])
