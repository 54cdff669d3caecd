"""Differences that must be none where nothing differs: examples in batches, in but one batch.

A script that compares with a value of its own making shows them there as well.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.criteria.checks.measured import is_number
from seismograd.reproduce.validate.fidelity.doubt import Decides, Doubt, Variant
from seismograd.reproduce.validate.fidelity.edits import replaced
from seismograd.reproduce.validate.fidelity.plain_numbers import whole_at
from seismograd.reproduce.validate.fidelity.script import assignments
from seismograd.reproduce.validate.fidelity.subject import Subject

_IN_ONE_BATCH = ("difference_in_batches", "difference_from_big_batch")
_ALONE = "difference_alone_and_in_batch"
_BATCH_SIZES = frozenset({"batch", "batch_size", "batchsize", "bs", "n_batch"})


def null_cases(subject: Subject) -> Iterator[Doubt]:
    measured = {name for name, value in subject.seen.measured.items() if is_number(value)}
    if measured.intersection(_IN_ONE_BATCH):
        yield from _in_one_batch(subject)
    if _ALONE in measured:
        yield from _alone(subject)


def _in_one_batch(subject: Subject) -> Iterator[Doubt]:
    """`range(0, 10, 4)` becomes `range(0, 10, 10)`, and every other 4 a 10."""
    for node in ast.walk(subject.script.tree):
        match node:
            case ast.Call(func=ast.Name(id="range"), args=[_, end, step]):
                every = _same(subject.script.tree, step)
                text = ast.unparse(end)
                source = replaced(subject.script.source, [(one, text) for one in every])
                yield _doubt(f"in one batch of {text}", node.lineno, source)


def _alone(subject: Subject) -> Iterator[Doubt]:
    """A batch of one is the example alone."""
    for name, value in assignments(subject.script.tree):
        if name.lower() in _BATCH_SIZES and whole_at(value) not in (None, 1):
            source = replaced(subject.script.source, [(value, "1")])
            yield _doubt("in a batch of one", value.lineno, source)


def _doubt(instead: str, line: int, source: str) -> Doubt:
    what = f"a difference that is there {instead} as well: it is compared with another thing"
    return Doubt(what, line, [Variant(instead, source)], Decides.WHERE_ONE_KEEPS)


def _same(tree: ast.Module, step: ast.expr) -> list[ast.expr]:
    """All places of a step: the value of its name, or the same number wherever it stands."""
    if isinstance(step, ast.Name):
        return [value for name, value in assignments(tree) if name == step.id]
    wanted = whole_at(step)
    if wanted is None:
        return [step]
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return [node for node in nodes if whole_at(node) == wanted]
