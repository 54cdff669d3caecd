"""An input on its way through a method: where it arrives, and where its axes went."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from seismograd.reproduce.generate.offline.inputs.tensors import TensorSpec

_SAME = {
    "float", "long", "to", "clone", "contiguous", "detach", "cuda", "double", "half", "type_as",
    "relu", "gelu", "tanh", "sigmoid", "dropout", "normalize", "flatten", "view", "reshape",
    "requires_grad_", "cpu", "int", "type", "cast", "convert_to_tensor", "as_tensor",
}  # fmt: skip
"""What may be done to an input before the first layer without changing what that layer tells."""
_BY_ELEMENT = (ast.Add, ast.Sub, ast.Mult, ast.Div)
"""Arithmetic with a scale or a shift leaves the form as it is."""
_UNPACKED = {"shape", "size"}


@dataclass(frozen=True, slots=True)
class Arrival:
    """An input as it arrives at some place of the code: where its axes went on the way."""

    order: tuple[int, ...] | None = None
    """Of a permutation; None where it came as it was."""
    added_axis: int | None = None


def as_arrived(node: ast.expr, arrived: dict[str, Arrival]) -> Arrival | None:
    """Whether an expression is an input, perhaps with its axes in another order."""
    if isinstance(node, ast.Name):
        return arrived.get(node.id)
    if isinstance(node, ast.BinOp) and isinstance(node.op, _BY_ELEMENT):
        return as_arrived(node.left, arrived) or as_arrived(node.right, arrived)
    if not isinstance(node, ast.Call):
        return None
    if isinstance(node.func, ast.Attribute):
        name, owner = node.func.attr, node.func.value
        inner = as_arrived(owner, arrived)
        arguments = node.args
        if inner is None and arguments:
            inner, arguments = as_arrived(arguments[0], arrived), arguments[1:]
        return _changed(name, arguments, inner) if inner is not None else None
    return None


def _changed(name: str, arguments: list[ast.expr], seen: Arrival) -> Arrival | None:
    numbers = [n.value for n in arguments if isinstance(n, ast.Constant)]
    whole = [n for n in numbers if isinstance(n, int)]
    if name == "unsqueeze" and len(whole) == 1:
        return replace(seen, added_axis=whole[0])
    if name == "transpose" and sorted(whole) == [1, 2]:
        return replace(seen, order=(0, 2, 1))
    if name == "permute" and sorted(whole) == list(range(len(whole))):
        return replace(seen, order=tuple(whole))
    return seen if name in _SAME else None


def follow(statement: ast.stmt, arrived: dict[str, Arrival]) -> None:
    """Names for the input itself; one that becomes something else is no input any more."""
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        name = statement.targets[0].id
        seen = as_arrived(statement.value, arrived)
        if seen is not None:
            arrived[name] = seen
        else:
            arrived.pop(name, None)


def unpacked_axes(statement: ast.stmt, arrived: dict[str, Arrival]) -> int | None:
    """`b, t, c = x.shape` has three axes."""
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Tuple):
        return None
    value = statement.value.func if isinstance(statement.value, ast.Call) else statement.value
    if not isinstance(value, ast.Attribute) or value.attr not in _UNPACKED:
        return None
    if isinstance(value.value, ast.Name) and value.value.id in arrived:
        elements = statement.targets[0].elts
        starred = any(isinstance(one, ast.Starred) for one in elements)
        return None if starred else len(elements)
    return None


def as_it_came(spec: TensorSpec, seen: Arrival) -> TensorSpec:
    """The sizes before the code moved the axes."""
    sizes = spec.sizes
    if seen.order is not None and len(seen.order) == len(sizes):
        before = dict(zip(seen.order, sizes, strict=True))
        sizes = tuple(before[axis] for axis in range(len(sizes)))
    if seen.added_axis is not None and len(sizes) > 2:
        at = seen.added_axis % len(sizes)
        sizes = sizes[:at] + sizes[at + 1 :]
    return replace(spec, sizes=sizes)
