"""Differences that are as small as rounding makes them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from math import isfinite

from seismograd.reproduce.criteria.checks.measured import flat
from seismograd.reproduce.validate.edits import on_top, replaced
from seismograd.reproduce.validate.fidelity.doubt import Decides, Doubt, Variant
from seismograd.reproduce.validate.fidelity.grounds import Grounds
from seismograd.reproduce.validate.fidelity.subject import Subject, assignments
from seismograd.reproduce.validate.script_names import names_of
from seismograd.reproduce.validate.script_values import number_at

LARGEST = 1e-4
"""Thresholds above are no matter of rounding."""
DEPTH = 1_000
"""Operations one after the other that may all round the same way; a script is small."""
IN_DOUBLE = 1e-9
_STEPS: Mapping[str, float] = {"bfloat16": 2.0**-8, "half": 2.0**-11, "float16": 2.0**-11}
_STEP = 2.0**-24
"""How far the nearest number is off, at most, as a share: of the coarsest kind that is used."""
_EXACT = ("equal", "array_equal")
_DOUBLE: Mapping[str, str] = {
    "torch": "import torch as _torch\n_torch.set_default_dtype(_torch.float64)\n",
    "keras": "import keras as _keras\n_keras.config.set_floatx('float64')\n",
}
_ABOUT_ROUNDING = re.compile(
    r"\b(?:single|double|floating|numerical|loss of|full|lower)[\s-](?:point[\s-])?precision|"
    r"\bround(?:ing|[\s-]?off)|\bfloat(?:32|64)|\bnumerical(?:ly)? (?:in|un)?(?:stab|accura|exact)",
    re.IGNORECASE,
)
"""A report with one of these is about just that."""
_SINGLE_WORDS = ("float32", "float()", "FloatTensor")
_SINGLE = re.compile(r"(?<![\w])float32(?!\w)|\.float\(\)")


def roundings(subject: Subject) -> Iterator[Doubt]:
    """They are gone in double precision; where that cannot be had, with a wider tolerance."""
    script = subject.script
    wider = widest_rounding(subject)
    changes = list(_changes(subject, wider))
    if not changes or _ABOUT_ROUNDING.search(subject.grounds.text):
        return
    variants = [Variant(f"a tolerance of {wider:.2g}", replaced(script.source, changes))]
    if (double := _in_double(subject)) is not None:
        variants.insert(0, Variant("double precision", double))
    first = min((node for node, _ in changes), key=lambda node: node.lineno)
    what = f"a tolerance as small as rounding, {ast.unparse(first)}"
    yield Doubt(what, first.lineno, variants, Decides.AS_THE_FIRST_SAYS)


def widest_rounding(subject: Subject) -> float:
    """What many roundings come to, for numbers as large as those that were measured."""
    text = subject.script.source
    step = max([_STEP, *(step for word, step in _STEPS.items() if word in text)])
    measured = (one for value in subject.seen.measured.values() for one in flat(value))
    scale = max([1.0, *(abs(one) for one in measured if isfinite(one))])
    return max(step * DEPTH * scale, LARGEST) if step == _STEP else step * 10 * scale


def _in_double(subject: Subject) -> str | None:
    """The script with numbers of twice the size; None where the project has its own kind."""
    if any(subject.grounds.in_project(word) for word in _SINGLE_WORDS):
        return None
    source = replaced(subject.script.source, _changes(subject, IN_DOUBLE, at_least=IN_DOUBLE))
    twice = _SINGLE.sub(lambda one: ".double()" if "(" in one[0] else "float64", source)
    imports = [code for name, code in _DOUBLE.items() if _is_imported(subject, name)]
    if not imports and twice == source:
        return None
    return _with_defaults(twice, "".join(imports))


def _is_imported(subject: Subject, package: str) -> bool:
    """By the script, or by what it imports of the project."""
    imported = names_of(subject.script.tree).imported.values()
    if any(dotted.partition(".")[0] == package for dotted in imported):
        return True
    return subject.grounds.in_project(f"import {package}")


def _with_defaults(source: str, code: str) -> str:
    """Behind a backend that the script chooses for Keras before anything is imported."""
    lines = source.splitlines(keepends=True)
    at = next((n for n, line in enumerate(lines, 1) if "KERAS_BACKEND" in line), 0)
    if not at:
        return on_top(source, code)
    return "".join([*lines[:at], code, *lines[at:]])


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
