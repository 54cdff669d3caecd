"""The report's own code, and a measurement of what it prints, returns or leaves behind."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.derive.shown_checks import complaints, measurement_of
from seismograd.reproduce.generate.offline.draft import Draft, Measurement
from seismograd.reproduce.generate.offline.seeds.experiments.reported.shown_code import (
    code_with_readings,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import bad_when, wanted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import SEED
from seismograd.reproduce.generate.offline.seeds.snippets import from_snippets
from seismograd.reproduce.report.values.shown import Shown
from seismograd.reproduce.report.values.shown_literals import Kind
from seismograd.source.shallow_parse import parse_module

MOST_VALUES = 4
READINGS = {
    "metric": ("float({0})",),
    "value": ("float({0})",),
    "length": ("int({0})", "len({0})"),
    "shape": ("list({0}.shape)", "list({0})"),
    "dtype": ("str({0}.dtype).rpartition('.')[2]", "str({0}).rpartition('.')[2]"),
    "nan_count": (
        "int((~torch.isfinite(torch.as_tensor({0}))).sum())",
        "sum(int((~torch.isfinite(g)).sum()) for g in {0})",
    ),
    "learning_rates": ("[float(one) for one in {0}]",),
    "training": ("bool({0})", "{0}.training"),
    "duplicates": ("int({0})", "len({0}) - len(set(map(str, {0})))"),
    "overlap": ("int({0})", "len({0})"),
}
"""How a value of the report's code is read as each measurement."""
_OF_KIND = {
    Kind.NUMBER: ("float({0})",),
    Kind.NUMBERS: ("{0}.tolist()", "[float(one) for one in {0}]"),
    Kind.SHAPE: ("list({0})", "list({0}.shape)"),
    Kind.DTYPE: ("str({0}).rpartition('.')[2]",),
    Kind.TRUTH: ("bool({0})",),
    Kind.TEXT: ("str({0})",),
    Kind.MAPPING: ("[float({0}[key]) for key in {1}]",),
}
"""How a value is read that the report shows."""


def experiments(case: Case) -> Iterator[Draft]:
    asked = wanted(case.fingerprint)
    bad = bad_when(case.fingerprint, case.report)
    if not asked or bad is None:
        return
    group = complaints(case.report)
    names = [measurement_of(one, number) for number, one in enumerate(group)]
    if asked == set(names):
        yield from _shown(case, group, names, bad)
    elif len(asked) == 1:
        yield from _guessed(case, next(iter(asked)), bad)


def _shown(case: Case, group: Sequence[Shown], names: list[str], bad: str) -> Iterator[Draft]:
    """The code up to what it shows; what it shows is measured in its place."""
    forms = max(len(_readings(one)) for one in group)
    for number in range(forms):
        readings = [_readings(one)[min(number, len(_readings(one)) - 1)] for one in group]
        for draft in code_with_readings(case, group, names, readings):
            yield _measured(case, draft, names, bad)


def _readings(one: Shown) -> list[str]:
    printed = one.seen or one.expected
    assert printed is not None
    if printed.kind is Kind.NUMBER and one.expression.startswith(("float(", "len(", "round(")):
        return [one.expression]
    inner = one.expression if _is_plain(one.expression) else f"({one.expression})"
    outer = one.expression
    forms = _OF_KIND[printed.kind]
    return [
        form.format(outer if form.endswith("({0})") else inner, list(printed.keys))
        for form in forms
    ]


def _is_plain(expression: str) -> bool:
    node = ast.parse(expression, mode="eval").body
    return isinstance(node, ast.Name | ast.Call | ast.Attribute | ast.Subscript)


def _measured(case: Case, draft: Draft, names: Sequence[str], bad: str) -> Draft:
    facts = "; ".join(one.fact for one in case.fingerprint.criteria)
    return draft.changed(
        measurement=Measurement((), tuple((name, name) for name in names), bad, facts)
    )


def _guessed(case: Case, name: str, bad: str) -> Iterator[Draft]:
    """Which value of the code is meant is not said: what comes last most often is."""
    for draft in from_snippets(case):
        for value in list(_values(draft))[:MOST_VALUES]:
            for reading in READINGS.get(name, ()):
                yield _measured_last(case, draft, name, reading.format(value), bad)


def _measured_last(case: Case, draft: Draft, name: str, reading: str, bad: str) -> Draft:
    fact = case.fingerprint.criteria[0].fact
    imports = [*draft.imports, *(["import torch"] if "torch." in reading else [])]
    return draft.changed(
        idea=f"{draft.idea} Take {reading} for the {name.replace('_', ' ')}.",
        imports=tuple(dict.fromkeys(imports)),
        measurement=Measurement((f"{name} = {reading}",), ((name, name),), bad, fact),
        seed="snippet" if draft.seed == "snippet" else SEED,
    )


def _values(draft: Draft) -> Iterator[str]:
    """What is printed last goes first, then what is computed last."""
    found: list[str] = []
    for statement in draft.exercise:
        try:
            tree = parse_module(statement)
        except SyntaxError:
            continue
        for node in tree.body:
            found += _of_statement(node)
    yield from dict.fromkeys(reversed(found))


def _of_statement(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.Assign):
        return [ast.unparse(t) for t in node.targets if isinstance(t, ast.Name)]
    if isinstance(node, ast.Assert) and isinstance(node.test, ast.Compare):
        return [ast.unparse(node.test.left)]
    if not isinstance(node, ast.Expr):
        return []
    if isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "print":
        shown = [a for a in node.value.args if not isinstance(a, ast.Constant | ast.JoinedStr)]
        return [ast.unparse(argument) for argument in shown]
    return [ast.unparse(node.value)]
