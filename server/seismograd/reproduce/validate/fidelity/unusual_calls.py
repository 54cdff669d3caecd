"""Calls that the project never makes: of inner parts by themselves, and in another order."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from seismograd.reproduce.context.project_view import CallSite, Symbol
from seismograd.reproduce.validate.edits import replaced
from seismograd.reproduce.validate.fidelity.doubt import Decides, Doubt, Variant
from seismograd.reproduce.validate.fidelity.script_calls import ScriptCall, method_of
from seismograd.reproduce.validate.fidelity.subject import Subject, blocks

_AS_OBJECT = ("forward", "call", "__call__")
_OF_USERS = frozenset({
    "__call__", "__class__", "__doc__", "__file__", "__getitem__", "__init__", "__iter__",
    "__len__", "__main__", "__module__", "__name__", "__next__", "__qualname__", "__version__",
})  # fmt: skip
"""Others are ways to make, read or change an object that its users leave to Python."""


def inner_calls(subject: Subject) -> Iterator[Doubt]:
    yield from _left_to_python(subject)
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


def _left_to_python(subject: Subject) -> Iterator[Doubt]:
    for node in ast.walk(subject.script.tree):
        name = node.attr if isinstance(node, ast.Attribute) else ""
        is_special = name.startswith("__") and name.endswith("__")
        if is_special and name not in _OF_USERS and not _is_reported(subject, name):
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


Order = tuple[str, str]


def call_orders(subject: Subject) -> Iterator[Doubt]:
    """Statements beside each other in one block, whose other order is the project's only one."""
    orders = _orders(subject)
    called = _by_statement(subject)
    for block in blocks(subject.script.tree):
        known = [(one, called[id(one)]) for one in block if id(one) in called]
        for (first, before), (second, after) in combinations(known, 2):
            is_turned = (after, before) in orders and (before, after) not in orders
            if is_turned and not _names_both(subject, before, after):
                yield _doubt(subject, first, second, before, after)


def _doubt(subject: Subject, first: ast.stmt, second: ast.stmt, before: str, after: str) -> Doubt:
    text = subject.script.source
    parts = [ast.get_source_segment(text, one) or ast.unparse(one) for one in (first, second)]
    other = replaced(text, [(first, parts[1]), (second, parts[0])])
    names = [name.rpartition(".")[2] for name in (before, after)]
    what = f"{names[0]} before {names[1]}"
    return Doubt(what, first.lineno, [Variant(f"{names[1]} before {names[0]}", other)])


def _orders(subject: Subject) -> set[Order]:
    """Pairs of the project's own callables, in the order of their calls in one file."""
    by_file: dict[str, list[CallSite]] = defaultdict(list)
    for site in subject.case.project.calls:
        by_file[site.file].append(site)
    found: set[Order] = set()
    wanted = {call.callee.qualified for call in subject.script.calls}
    for sites in by_file.values():
        ordered = sorted((s for s in sites if s.callee in wanted), key=lambda one: one.line)
        pairs = combinations([site.callee for site in ordered], 2)
        found.update((one, other) for one, other in pairs if one != other)
    return found


def _by_statement(subject: Subject) -> Mapping[int, str]:
    """The one callable of the project that a simple statement calls."""
    found: dict[int, str] = {}
    for node in ast.walk(subject.script.tree):
        if isinstance(node, ast.Expr):
            inside = {id(one) for one in ast.walk(node)}
            calls = [c.callee.qualified for c in subject.script.calls if id(c.node) in inside]
            if len(calls) == 1:
                found[id(node)] = calls[0]
    return found


def _names_both(subject: Subject, *names: str) -> bool:
    """A report that names both may be about just their order."""
    return all(subject.grounds.has_word(name.rpartition(".")[2]) for name in names)
