"""The report's own code, and how far apart what it shows before and after loading is."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.derive.side_by_side import SideBySide, before_and_after
from seismograd.reproduce.generate.offline.draft import Draft, Measurement
from seismograd.reproduce.generate.offline.seeds.experiments.reported.shown_code import code_before
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import bad_when, wanted
from seismograd.reproduce.generate.offline.seeds.snippets import draft_of

NAME = "difference_after_reload"
ANSWERS = "answers"
"""What it says before: a control in which all of it is the same shows nothing."""
DIFFERENCE = '''\
def difference(one, other):
    """The largest difference of two results; 1 where they are no numbers and not equal."""
    if hasattr(one, "tolist") and hasattr(other, "tolist"):
        one, other = one.tolist(), other.tolist()
    if isinstance(one, dict) and isinstance(other, dict):
        one, other = sorted(one.items(), key=str), sorted(other.items(), key=str)
    rows = isinstance(one, (list, tuple)) and isinstance(other, (list, tuple))
    if rows and len(one) == len(other):
        return max((difference(a, b) for a, b in zip(one, other)), default=0.0)
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return float(abs(one - other))
    return float(one != other)
'''


def experiments(case: Case) -> Iterator[Draft]:
    bad = bad_when(case.fingerprint)
    if bad is None or wanted(case.fingerprint) != {NAME}:
        return
    pairs: dict[str, list[SideBySide]] = {}
    for pair in before_and_after(case.report):
        pairs.setdefault(pair.code, []).append(pair)
    for code, found in pairs.items():
        body = _with_comparisons(ast.parse(code).body, found)
        yield _draft(case, body, bad)
        if before := list(code_before(case, code)):
            yield _draft(case, [*before, *body], bad)


def _draft(case: Case, body: list[ast.stmt], bad: str) -> Draft:
    draft = draft_of(ast.Module(body, []), "the report's code before and after loading")
    values = Measurement(
        (f"{NAME} = max(differences)",),
        ((NAME, NAME), (ANSWERS, ANSWERS)),
        bad,
        case.fingerprint.criteria[0].fact,
    )
    setup = (DIFFERENCE, *draft.setup)
    return draft.changed(
        setup=setup,
        exercise=(f"differences, {ANSWERS} = [], []", *draft.exercise),
        measurement=values,
    )


def _with_comparisons(body: list[ast.stmt], pairs: list[SideBySide]) -> list[ast.stmt]:
    """In the place of the statements that show the second of each pair."""
    changed: list[ast.stmt] = []
    for statement in body:
        here = [pair for pair in pairs if pair.line == statement.lineno]
        if here:
            changed += [node for pair in here for node in _compared(pair)]
            continue
        if isinstance(statement, ast.If | ast.For | ast.While | ast.With | ast.Try):
            statement.body = _with_comparisons(statement.body, pairs)
        changed.append(statement)
    return changed


def _compared(pair: SideBySide) -> list[ast.stmt]:
    lines = (
        f"before_loading = {pair.first}",
        f"assert difference(before_loading, {pair.first}) == 0, 'it hangs on chance'",
        f"differences.append(difference(before_loading, {pair.second}))",
        f"{ANSWERS}.append(str(before_loading))",
    )
    return ast.parse("\n".join(lines)).body
