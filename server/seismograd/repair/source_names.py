"""What the source calls a number."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from seismograd.traces.metric_names import HIGHER_IS_BETTER, LOWER_IS_BETTER, split_of, words_of

SAME = frozenset(
    {"item", "mean", "sum", "cpu", "detach", "numpy", "tolist", "float", "round", "abs"}
)
"""Functions and methods whose result has the name of what they are given."""
MOST_STEPS = 4
"""From a variable to what it was computed from."""
OF_EQUAL = "accuracy"
"""The mean of `answers == labels`."""


@dataclass(frozen=True)
class SourceNames:
    assigned: Mapping[str, ast.expr]
    """By the name of a variable: what it is set to."""

    def of(self, node: ast.expr, steps: int = MOST_STEPS) -> str:
        """Empty where the source only computes it."""
        match node:
            case ast.Name(id=name):
                return self._of_variable(name, steps)
            case ast.Attribute(attr=name):
                return name
            case ast.Subscript(slice=ast.Constant(value=str(key))):
                return key
            case ast.Subscript(value=value):
                return self.of(value, steps)
            case ast.Call(func=ast.Attribute(value=value, attr=method)) if method in SAME:
                return self.of(value, steps)
            case ast.Call(func=ast.Name(id=function), args=[first, *_]) if function in SAME:
                return self.of(first, steps)
            case ast.Call(func=function_):
                return with_split(SourceNames({}).of(function_), node)
            case ast.BinOp(left=left, right=right):
                return self.of(left, steps) or self.of(right, steps)
            case ast.Compare(ops=[ast.Eq()]):
                return OF_EQUAL
        return ""

    def _of_variable(self, name: str, steps: int) -> str:
        """Its own name, unless that says nothing and what it is set to does."""
        value = self.assigned.get(name)
        if is_metric(name) or value is None or not steps:
            return name
        found = self.of(value, steps - 1)
        return found if is_metric(found) else name


def is_metric(name: str) -> bool:
    return not words_of(name).isdisjoint(HIGHER_IS_BETTER | LOWER_IS_BETTER)


def with_split(name: str, call: ast.Call) -> str:
    """`accuracy(model, test_loader)` is that of the test data."""
    names = [one.id for one in ast.walk(call) if isinstance(one, ast.Name) and one.id != name]
    split = next(filter(None, map(split_of, names)), None)
    return f"{split} {name}" if name and split and not split_of(name) else name
