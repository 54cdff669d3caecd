"""The report's own code, and a measurement of what it prints, returns or leaves behind."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft, Measurement
from seismograd.reproduce.generate.offline.seeds.experiments.oracle import bad_when, wanted
from seismograd.reproduce.generate.offline.seeds.experiments.scene import SEED
from seismograd.reproduce.generate.offline.seeds.snippets import from_snippets

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


def experiments(case: Case) -> Iterator[Draft]:
    asked = wanted(case.fingerprint)
    bad = bad_when(case.fingerprint, case.report)
    if len(asked) != 1 or bad is None:
        return
    name = next(iter(asked))
    for draft in from_snippets(case):
        for value in list(_values(draft))[:MOST_VALUES]:
            for reading in READINGS.get(name, ()):
                yield _measured(case, draft, name, reading.format(value), bad)


def _measured(case: Case, draft: Draft, name: str, reading: str, bad: str) -> Draft:
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
            tree = ast.parse(statement)
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
