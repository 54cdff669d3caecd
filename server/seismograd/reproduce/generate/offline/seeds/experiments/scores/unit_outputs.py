"""Which outputs of a function are shares of one, or vectors of length one, by its code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.context.project_view import Symbol
from seismograd.reproduce.generate.offline.inputs.source_trees import AnyFunction

_OF_ATTENTION = (r"q|qs|quer(?:y|ies)", r"k|ks|keys?", r"v|vs|vals?|values?")
_PROBABILITIES = re.compile(r"prob|predict|classif", re.I)
_SAYS_UNIT = re.compile(
    r"\bunit[- ](?:length|norm|vectors?|sphere|hypersphere)|\bl2[- ]normali[sz]ed|"
    r"\bnormali[sz]ed (?:embedding|vector|feature|representation|descriptor|projection)s?|"
    r"\b(?:of )?(?:length|norm) (?:1|one)\b",
    re.I,
)
_PRODUCTS = ("matmul", "bmm")
_DROPS = re.compile(r"self\.\w*drop\w*\(|dropout\(.*training=self\.training")
"""Only what drops nothing in evaluation."""
_OF_VECTORS = re.compile(r"encod|embed|project|represent|feature|normali|descri|vector", re.I)


@dataclass(frozen=True, slots=True)
class Part:
    place: str
    """Behind the output: "" for all of it, "[1]" for its second part."""
    axis: int | None
    """Along which it must sum to one; None for any but that of the examples."""


def shares(function: AnyFunction) -> Iterator[Part]:
    """What comes from a softmax and is given back, by how it is used or what it is called."""
    made = _made_by(function, "softmax")
    for place, node in _returned(function):
        name = node.id if isinstance(node, ast.Name) else None
        if name not in made and not _is_call(node, "softmax"):
            continue
        axis = _summed_axis(function, name) if name else None
        if axis is not None:
            yield Part(place, axis)
        elif _PROBABILITIES.search(f"{function.name} {name or ''}") or (
            function.name in ("forward", "__call__") and not place
        ):
            yield Part(place, None)


def is_of_unit_length(function: AnyFunction) -> bool:
    """Because it says so, or because normalising is the last that it does."""
    said = _SAYS_UNIT.search(ast.get_docstring(function) or "")
    if said and _OF_VECTORS.search(function.name):
        return True
    made = _made_by(function, "normalize")
    return any(
        not place and (_is_call(node, "normalize") or ast.unparse(node) in made)
        for place, node in _returned(function)
    )


def attention_inputs(symbol: Symbol, function: AnyFunction | None) -> tuple[str, str, str] | None:
    """Query, key and value of a function that has no weights of its own and drops nothing."""
    names = [p.name for p in symbol.parameters]
    found = [next((n for n in names if re.fullmatch(one, n)), "") for one in _OF_ATTENTION]
    text = ast.unparse(function) if function else ""
    if not all(found) or "softmax(" not in text or "dropout(" in text:
        return None
    query, key, value = found
    return query, key, value


def _made_by(function: AnyFunction, name: str) -> set[str]:
    """Variables that hold nothing but what such a call gave, perhaps with some dropped."""
    stored: dict[str, list[ast.expr]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            stored.setdefault(node.targets[0].id, []).append(node.value)
    return {one for one, values in stored.items() if _is_last(one, values, name)}


def _is_last(variable: str, values: list[ast.expr], name: str) -> bool:
    kept = [v for v in values if not (_is_drop(v) and variable in ast.unparse(v))]
    return bool(kept) and _is_call(kept[-1], name)


def _is_drop(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and _DROPS.search(ast.unparse(node)) is not None


def _is_call(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Call) and _called(node) == name


def _called(node: ast.Call) -> str:
    return ast.unparse(node.func).rpartition(".")[2]


def _returned(function: AnyFunction) -> Iterator[tuple[str, ast.expr]]:
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
            yield from ((f"[{i}]", one) for i, one in enumerate(node.value.elts))
        elif isinstance(node, ast.Return) and node.value is not None:
            yield "", node.value


def _summed_axis(function: AnyFunction, name: str) -> int | None:
    """The axis over which something is weighed with a variable: `w @ v`, `(w * v).sum(1)`."""
    for node in ast.walk(function):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            if ast.unparse(node.left) == name:
                return -1
        elif isinstance(node, ast.Call) and _called(node) in _PRODUCTS:
            if _first_factor(node) == name:
                return -1
        elif isinstance(node, ast.Call) and _called(node) == "sum":
            axis = _axis_of_sum(node, name)
            if axis is not None:
                return axis
    return None


def _first_factor(call: ast.Call) -> str:
    """Of `torch.matmul(w, v)` and `w.matmul(v)`."""
    is_method = isinstance(call.func, ast.Attribute) and len(call.args) == 1
    node = call.func.value if is_method and isinstance(call.func, ast.Attribute) else call.args[0]
    return ast.unparse(node)


def _axis_of_sum(call: ast.Call, name: str) -> int | None:
    summed = call.func.value if isinstance(call.func, ast.Attribute) else None
    if not (isinstance(summed, ast.BinOp) and isinstance(summed.op, ast.Mult)):
        return None
    given = [*call.args, *(k.value for k in call.keywords if k.arg == "dim")]
    if name not in (ast.unparse(summed.left), ast.unparse(summed.right)) or len(given) != 1:
        return None
    with_sign = ast.unparse(given[0])
    return int(with_sign) if re.fullmatch(r"-?\d", with_sign) else None
