"""Numbers that an object counts, and where its training begins."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol
from seismograd.reproduce.generate.offline.inputs.making import Maker

_COUNTED = {
    "epoch": "epoch",
    "step": "step|iter",
    "best": "best",
    "patience": "patience|bad_epochs",
}


def spoken_counters(
    case: Case, maker: Maker, symbol: Symbol, loads: re.Pattern[str]
) -> tuple[str, ...]:
    """Attributes that begin as numbers, change with the work, and that the report speaks of."""
    node = maker.trees.class_of(symbol)
    spoken = [
        names for word, names in _COUNTED.items() if re.search(rf"\b{word}", case.report.text, re.I)
    ]
    if node is None or not spoken:
        return ()
    constructor = next((m for m in node.body if getattr(m, "name", "") == "__init__"), None)
    begun = dict(assigned(constructor)) if constructor else {}
    numbers = [name for name, value in begun.items() if _is_number(value)]
    pattern = re.compile("|".join(spoken))
    moved = _moved(node, loads)
    return tuple(name for name in numbers if name in moved and pattern.search(name))


def first_number(
    maker: Maker, symbol: Symbol, training: Symbol, loads: re.Pattern[str]
) -> str | None:
    """Of `range(self.first, epochs)`, where nothing but loading sets `first`."""
    node, function = maker.trees.class_of(symbol), maker.trees.function(training)
    if node is None or function is None:
        return None
    loading = [one for one in node.body if loads.match(getattr(one, "name", ""))]
    loaded = {name for member in loading for name, _ in assigned(member)}
    starts = set(_starts(function)) & (loaded - _moved(node, loads))
    return min(starts, default=None)


def _starts(function: ast.AST) -> Iterator[str]:
    for call in ast.walk(function):
        is_range = isinstance(call, ast.Call) and ast.unparse(call.func) == "range"
        if is_range and isinstance(call, ast.Call) and len(call.args) > 1:
            yield from re.findall(r"\bself\.(\w+)", ast.unparse(call.args[0]))


def _moved(node: ast.ClassDef, loads: re.Pattern[str]) -> set[str]:
    """What more than the constructor and loading sets."""
    named = [(getattr(member, "name", ""), member) for member in node.body]
    working = [one for name, one in named if name != "__init__" and not loads.match(name)]
    return {name for member in working for name, _ in assigned(member)}


def assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Attributes of its own that an object is given, and what they are given."""
    for one in ast.walk(node):
        targets = one.targets if isinstance(one, ast.Assign) else [getattr(one, "target", None)]
        if isinstance(one, ast.Assign | ast.AugAssign | ast.AnnAssign) and one.value is not None:
            for target in targets:
                if isinstance(target, ast.Attribute) and ast.unparse(target.value) == "self":
                    yield target.attr, one.value


def _is_number(node: ast.expr) -> bool:
    text = ast.unparse(node)
    is_plain = isinstance(node, ast.Constant) and isinstance(node.value, int | float)
    return (
        is_plain
        or re.fullmatch(r"-?(?:\d+|float\('-?inf'\)|math\.inf|-?np\.inf)", text) is not None
    )
