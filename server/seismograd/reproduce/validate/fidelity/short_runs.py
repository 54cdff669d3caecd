"""Loops that end too early for what is complained about: ten times as long must show it too."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.validate.fidelity.doubt import Doubt, Variant
from seismograd.reproduce.validate.fidelity.edits import replaced
from seismograd.reproduce.validate.fidelity.plain_numbers import whole_at
from seismograd.reproduce.validate.fidelity.script import assignments
from seismograd.reproduce.validate.fidelity.subject import Subject

FACTOR = 10
MOST = 2_000
"""Rounds; more would take too long to be tried."""


def short_runs(subject: Subject) -> Iterator[Doubt]:
    """All loops together, as they stand one within another and share constants."""
    script, grounds = subject.script, subject.grounds
    counts = {
        node: value * FACTOR
        for node, value in _counts(script.tree)
        if value > 0 and value * FACTOR <= MOST and not grounds.has(value)
    }
    if not counts:
        return
    first = min(counts, key=lambda one: one.lineno)
    changes = [(node, str(value)) for node, value in counts.items()]
    variant = Variant(f"{FACTOR} times as many rounds", replaced(script.source, changes))
    yield Doubt(f"{counts[first] // FACTOR} rounds", first.lineno, [variant])


def _counts(tree: ast.Module) -> Iterator[tuple[ast.expr, int]]:
    """How often loops go round, where nothing else in the script has the same number."""
    ends = [end for node in ast.walk(tree) if isinstance(node, ast.For) for end in _ends(node)]
    names = {one.id for one in ends if isinstance(one, ast.Name)} - _used_otherwise(tree, ends)
    ends += [value for name, value in assignments(tree) if name in names]
    whole = [
        value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        for value in [whole_at(node)]
    ]
    of_loops = [whole_at(one) for one in ends]
    for node in ends:
        value = whole_at(node)
        if value is not None and whole.count(value) == of_loops.count(value):
            yield node, value


def _used_otherwise(tree: ast.Module, ends: list[ast.expr]) -> set[str]:
    own = {id(one) for one in ends}
    names = (node for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in own)
    return {node.id for node in names if isinstance(node.ctx, ast.Load)}


def _ends(loop: ast.For) -> Iterator[ast.expr]:
    match loop.iter:
        case ast.Call(func=ast.Name(id="range"), args=[end] | [_, end]):
            yield end
