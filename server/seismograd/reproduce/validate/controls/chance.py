"""Whether a control holds only while the same random numbers come in the same order.

Two runs of something that draws random numbers differ without any bug. A patch that brings their
numbers into step makes such a difference go away, and mends nothing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.validate.controls.control import Trial
from seismograd.reproduce.validate.edits import on_top

DRAW = "_draw_some_numbers"
_ABOUT_CHANCE = re.compile(
    r"\bseed|random|shuffl|reproducib|determinis|\brng\b|\bsampl|\border\b", re.IGNORECASE
)
"""A report with one of these may be about just that."""
_SEEDING = re.compile(r"seed\w*\(")
_DRAWING = f"""\
def {DRAW}():
    import random
    import sys

    {DRAW}.count = count = getattr({DRAW}, "count", 0) + 1
    for _ in range(count):
        random.random()
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.rand(count)
    if "torch" in sys.modules:
        sys.modules["torch"].rand(count)


"""


def hangs_on_chance(case: Case, trial: Trial, without: Observation) -> str | None:
    """Why a control that holds says nothing; None where it does."""
    if not without.measured or _ABOUT_CHANCE.search(f"{case.report.title}\n{case.report.text}"):
        return None
    if len(_SEEDING.findall(trial.source)) > 1:
        return None  # what is compared has the same random numbers, whatever was drawn before
    disturbed = trial.runner.try_quickly(with_draws(trial.source))
    if not disturbed.fired or not disturbed.measured:
        return None
    return "it fires there as soon as other random numbers are drawn: the difference is chance"


def with_draws(source: str) -> str:
    """Some random numbers more before whatever calls something."""
    lines = source.splitlines(keepends=True)
    for line, column in sorted(_places(ast.parse(source)), reverse=True):
        if not lines[line - 1].encode()[:column].strip():
            lines.insert(line - 1, f"{' ' * column}{DRAW}()\n")
    return on_top("".join(lines), _DRAWING)


def _places(tree: ast.Module) -> Iterator[tuple[int, int]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign | ast.AugAssign | ast.Expr | ast.Return):
            continue
        if any(isinstance(one, ast.Call) for one in ast.walk(node)):
            yield node.lineno, node.col_offset
