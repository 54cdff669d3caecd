"""Methods that a script calls in an order in which the project never calls them."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations

from seismograd.reproduce.context.project_view import CallSite
from seismograd.reproduce.validate.fidelity.doubt import Doubt, Variant
from seismograd.reproduce.validate.fidelity.edits import replaced
from seismograd.reproduce.validate.fidelity.script import blocks
from seismograd.reproduce.validate.fidelity.subject import Subject

Order = tuple[str, str]


def call_orders(subject: Subject) -> Iterator[Doubt]:
    """Statements beside each other in one block, whose other order is the project's only one."""
    orders = _orders(subject)
    called = _by_statement(subject)
    for block in blocks(subject.script.tree):
        known = [(one, called[id(one)]) for one in block if id(one) in called]
        for (first, before), (second, after) in combinations(known, 2):
            is_turned = (after, before) in orders and (before, after) not in orders
            if is_turned and not _is_reported(subject, before, after):
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


def _is_reported(subject: Subject, *names: str) -> bool:
    """A report that names both may be about just their order."""
    return all(subject.grounds.has_word(name.rpartition(".")[2]) for name in names)
