"""Differences that are as small as rounding makes them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.validate.added_code import on_top
from seismograd.reproduce.validate.fidelity.doubt import Decides, Doubt, Variant
from seismograd.reproduce.validate.fidelity.edits import replaced
from seismograd.reproduce.validate.fidelity.grounds import Grounds
from seismograd.reproduce.validate.fidelity.plain_numbers import number_at
from seismograd.reproduce.validate.fidelity.script import assignments
from seismograd.reproduce.validate.fidelity.subject import Subject

LARGEST = 1e-4
"""Thresholds above are no matter of rounding."""
WIDER = 1e-3
IN_DOUBLE = 1e-9
_EXACT = ("equal", "array_equal")
_DOUBLE = "import torch as _torch\n_torch.set_default_dtype(_torch.float64)\n"


def roundings(subject: Subject) -> Iterator[Doubt]:
    """They are gone with a wider tolerance, and with the same one in double precision."""
    script = subject.script
    changes = list(_changes(subject, WIDER))
    if not changes:
        return
    variants = [Variant(f"a tolerance of {WIDER}", replaced(script.source, changes))]
    if "torch" in script.source:
        source = replaced(script.source, _changes(subject, IN_DOUBLE, at_least=IN_DOUBLE))
        variants.append(Variant("double precision", on_top(source, _DOUBLE)))
    first = min((node for node, _ in changes), key=lambda node: node.lineno)
    what = f"a tolerance as small as rounding, {ast.unparse(first)}"
    yield Doubt(what, first.lineno, variants, Decides.WHERE_NONE_KEEPS)


def _changes(
    subject: Subject, tolerance: float, at_least: float = LARGEST
) -> Iterator[tuple[ast.expr, str]]:
    """Thresholds up to `at_least` and exact comparisons, each with another tolerance."""
    tree, grounds = subject.script.tree, subject.grounds
    for node in _compared(tree):
        value = number_at(node)
        is_small = isinstance(value, float) and 0 < abs(value) <= at_least
        if value is not None and is_small and not _is_reported(value, grounds):
            yield node, repr(tolerance)
    yield from _exact(tree, tolerance)
    if any(_is_tiny(value, grounds) for value in subject.seen.measured.values()):
        yield from ((node, repr(tolerance)) for node in _zeros(tree))


def _compared(tree: ast.Module) -> Iterator[ast.expr]:
    """What something is compared with, also by a name of it."""
    compared = list(_in_comparisons(tree))
    yield from compared
    names = {one.id for one in compared if isinstance(one, ast.Name)}
    yield from (value for name, value in assignments(tree) if name in names)


def _in_comparisons(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, comparators=others):
                yield from (left, *others)
            case ast.keyword(arg="atol" | "rtol" | "tol", value=value):
                yield value


def _is_tiny(value: object, grounds: Grounds) -> bool:
    parts = value if isinstance(value, list) else [value]
    floats = [one for one in parts if isinstance(one, float)]
    return any(0 < abs(one) <= LARGEST and not _is_reported(one, grounds) for one in floats)


def _zeros(tree: ast.Module) -> Iterator[ast.expr]:
    """`difference > 0`."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(ops=[ast.Gt()], comparators=[ast.Constant(value=0) as zero]):
                yield zero


def _is_reported(value: float, grounds: Grounds) -> bool:
    """Where the report tells of differences as small as this, they are what it is about."""
    least = min((one for one in grounds.numbers if one > 0), default=1.0)
    return grounds.has(value) or least <= 100 * abs(value)


def _exact(tree: ast.Module, tolerance: float) -> Iterator[tuple[ast.expr, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=module), attr=name), args=[one, other]
            ) if name in _EXACT and module in ("torch", "np", "numpy"):
                within = f"rtol={tolerance}, atol={tolerance}"
                yield node, f"{module}.allclose({ast.unparse(one)}, {ast.unparse(other)}, {within})"
