"""Parts of the project that are called by themselves, though it calls them only from within."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from seismograd.reproduce.context.project_view import Symbol
from seismograd.reproduce.validate.fidelity.doubt import Decides, Doubt, Variant
from seismograd.reproduce.validate.fidelity.edits import replaced
from seismograd.reproduce.validate.fidelity.script_calls import ScriptCall, method_of
from seismograd.reproduce.validate.fidelity.subject import Subject

_AS_OBJECT = ("forward", "call", "__call__")
_PAST_CONSTRUCTORS = frozenset(
    {"__dict__", "__getstate__", "__new__", "__reduce__", "__reduce_ex__", "__setstate__"}
)
"""Ways to make or change an object that its users leave to Python."""


def inner_calls(subject: Subject) -> Iterator[Doubt]:
    yield from _past_constructors(subject)
    for call in _first_of_each(subject.script.calls):
        name = call.callee.name.rpartition(".")[2]
        if _is_reported(subject, name) or _is_called_from_outside(subject, call.callee):
            continue
        if _is_private(name):
            what = f"{call.callee.name} called by itself"
            yield Doubt(what, call.node.lineno, (), Decides.BY_ITSELF)
        elif variant := _as_object(subject, call):
            what = f"{call.callee.name} called in the place of the object"
            yield Doubt(what, call.node.lineno, [variant])


def _past_constructors(subject: Subject) -> Iterator[Doubt]:
    for node in ast.walk(subject.script.tree):
        name = node.attr if isinstance(node, ast.Attribute) else ""
        if name in _PAST_CONSTRUCTORS and not _is_reported(subject, name):
            what = f"an object made or changed by {name}"
            yield Doubt(
                what, node.lineno if isinstance(node, ast.expr) else 1, (), Decides.BY_ITSELF
            )


def _first_of_each(calls: Iterable[ScriptCall]) -> Iterable[ScriptCall]:
    found: dict[str, ScriptCall] = {}
    for call in calls:
        found.setdefault(call.callee.qualified, call)
    return found.values()


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def _is_reported(subject: Subject, name: str) -> bool:
    report = subject.case.report
    functions = {f.function for one in report.tracebacks for f in one.frames}
    return name in functions or subject.grounds.has_word(name)


def _is_called_from_outside(subject: Subject, callee: Symbol) -> bool:
    """From another file than its own: a test, an example, another module."""
    return any(site.file != callee.file for site in subject.case.project.calls_of(callee))


def _as_object(subject: Subject, call: ScriptCall) -> Variant | None:
    """`loss(x, y)` for `loss.distance(x, y)`, where calling the object is what it is there for."""
    if not isinstance(call.node.func, ast.Attribute) or call.owner is None:
        return None
    if call.callee.name.rpartition(".")[2] in _AS_OBJECT:
        return None
    found = (method_of(subject.case.project, call.owner, name) for name in _AS_OBJECT)
    whole = next((one for one in found if one is not None), None)
    if whole is None or not _calls(subject, whole, call.callee):
        return None
    receiver = ast.unparse(call.node.func.value)
    return Variant(
        f"{receiver}(...)", replaced(subject.script.source, [(call.node.func, receiver)])
    )


def _calls(subject: Subject, whole: Symbol, part: Symbol) -> bool:
    return any(
        site.file == whole.file and whole.line <= site.line <= whole.last_line
        for site in subject.case.project.calls_of(part)
    )
