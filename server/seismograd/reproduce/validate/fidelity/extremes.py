"""Numbers that are out of the ordinary: no numbers at all, and factors and rates far too large."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from seismograd.reproduce.validate.fidelity.doubt import Doubt, Variant
from seismograd.reproduce.validate.fidelity.edits import replaced
from seismograd.reproduce.validate.fidelity.grounds import Grounds
from seismograd.reproduce.validate.fidelity.plain_numbers import number_at
from seismograd.reproduce.validate.fidelity.subject import Subject
from seismograd.reproduce.validate.script_values import ScriptValues

LARGE = 1e3
SMALL = 1e-3
_RATES = ("lr", "learning_rate", "base_lr", "max_lr")
_USUAL_RATES = ("0.01", "0.001")
LARGEST_RATE = 0.1
_NOT_FINITE: Mapping[str, str] = {"nan": r"nan", "inf": r"inf|infinit"}
_OF_SIZE = re.compile(
    r"\b(?:large|huge|big|extreme|tiny|small|overflow\w*|underflow\w*|magnitude|nan|inf)\b",
    re.IGNORECASE,
)
"""A report with one of these speaks of how large its numbers are."""


def extremes(subject: Subject) -> Iterator[Doubt]:
    tree, grounds, source = subject.script.tree, subject.grounds, subject.script.source
    for node, name in _not_finite(tree):
        if not re.search(_NOT_FINITE[name], grounds.text, re.IGNORECASE):
            yield _doubt(source, node, name, ("0.5",))
    values = ScriptValues(tree)
    for node in _rates(tree):
        large = [one for one in values.of(node) or () if _is_large_rate(one, grounds)]
        if large:
            yield _doubt(source, node, f"a learning rate of {large[0]}", _USUAL_RATES)
    for node in () if _OF_SIZE.search(grounds.text) else _factors(tree):
        value = number_at(node)
        if value is not None and _is_extreme(value) and not grounds.has(value):
            yield _doubt(source, node, f"the factor {value}", ("1.0",))


def _doubt(source: str, node: ast.expr, what: str, instead: tuple[str, ...]) -> Doubt:
    variants = [Variant(text, replaced(source, [(node, text)])) for text in instead]
    return Doubt(what, node.lineno, variants)


def _not_finite(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str(text))]):
                name = text.strip("+-").lower()[:3]
                if name in _NOT_FINITE and not _is_compared(tree, node):
                    yield node, name
            case ast.Attribute(value=ast.Name(), attr="nan" | "inf" as name):
                if not _is_compared(tree, node):
                    yield node, name


def _is_compared(tree: ast.Module, node: ast.expr) -> bool:
    return any(node in ast.walk(one) for one in ast.walk(tree) if isinstance(one, ast.Compare))


def _rates(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg in _RATES:
            yield node.value


def _is_large_rate(value: object, grounds: Grounds) -> bool:
    if not isinstance(value, int | float) or value <= LARGEST_RATE or grounds.has(value):
        return False
    return not any(value in grounds.of_project(name) for name in _RATES)


def _factors(tree: ast.Module) -> Iterator[ast.expr]:
    """What data is multiplied by, or filled with."""
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(op=ast.Mult(), left=left, right=right):
                yield from (left, right)
            case ast.Call(func=ast.Attribute(attr="full" | "full_like" | "fill_"), args=[*_, last]):
                yield last


def _is_extreme(value: float) -> bool:
    return abs(value) >= LARGE or 0 < abs(value) <= SMALL
