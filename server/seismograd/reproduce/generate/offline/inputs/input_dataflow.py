"""An input on its way through a method: where it arrives, and where its axes went."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping

_SAME = {
    "float", "long", "to", "clone", "contiguous", "detach", "cuda", "double", "half", "type_as",
    "relu", "gelu", "tanh", "sigmoid", "dropout", "normalize", "flatten", "view", "reshape",
    "requires_grad_", "cpu", "int", "type", "cast", "convert_to_tensor", "as_tensor",
}  # fmt: skip
"""What may be done to an input before the first layer without changing what that layer tells."""
_BY_ELEMENT = (ast.Add, ast.Sub, ast.Mult, ast.Div)
"""Arithmetic with a scale or a shift leaves the form as it is."""


Sizes = tuple[str, ...]
Undo = Callable[[Sizes], Sizes]
"""From the sizes with which an input arrives somewhere back to those that it had."""


def unchanged(sizes: Sizes) -> Sizes:
    return sizes


def as_arrived(node: ast.expr, arrived: Mapping[str, Undo]) -> Undo | None:
    """Whether an expression is an input, perhaps with its axes in another order."""
    if isinstance(node, ast.Name):
        return arrived.get(node.id)
    if isinstance(node, ast.BinOp) and isinstance(node.op, _BY_ELEMENT):
        return as_arrived(node.left, arrived) or as_arrived(node.right, arrived)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return None
    before, arguments = as_arrived(node.func.value, arrived), node.args
    if before is None and arguments:
        before, arguments = as_arrived(arguments[0], arrived), arguments[1:]
    numbers = [n.value for n in arguments if isinstance(n, ast.Constant)]
    step = _undone(node.func.attr, [n for n in numbers if isinstance(n, int)])
    if before is None or step is None:
        return None
    return lambda sizes: before(step(sizes))


def _undone(name: str, numbers: list[int]) -> Undo | None:
    if name == "unsqueeze" and len(numbers) == 1:
        return lambda sizes: _without(sizes, numbers[0])
    if name == "transpose" and sorted(numbers) == [1, 2]:
        return lambda sizes: _in_order(sizes, [0, 2, 1])
    if name == "permute" and sorted(numbers) == list(range(len(numbers))):
        return lambda sizes: _in_order(sizes, numbers)
    return unchanged if name in _SAME else None


def _without(sizes: Sizes, axis: int) -> Sizes:
    at = axis % len(sizes) if len(sizes) > 2 else len(sizes)
    return sizes[:at] + sizes[at + 1 :]


def _in_order(sizes: Sizes, order: list[int]) -> Sizes:
    if len(order) != len(sizes):
        return sizes
    before = dict(zip(order, sizes, strict=True))
    return tuple(before[axis] for axis in range(len(sizes)))


def follow(statement: ast.stmt, arrived: dict[str, Undo]) -> None:
    """Names for the input itself; one that becomes something else is no input any more."""
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        name = statement.targets[0].id
        seen = as_arrived(statement.value, arrived)
        if seen is not None:
            arrived[name] = seen
        else:
            arrived.pop(name, None)


def unpacked_axes(statement: ast.stmt, names: Collection[str]) -> int | None:
    """`b, t, c = x.shape` has three axes."""
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Tuple):
        return None
    value = statement.value.func if isinstance(statement.value, ast.Call) else statement.value
    if not isinstance(value, ast.Attribute) or value.attr not in ("shape", "size"):
        return None
    elements = statement.targets[0].elts
    is_starred = any(isinstance(one, ast.Starred) for one in elements)
    is_input = isinstance(value.value, ast.Name) and value.value.id in names
    return len(elements) if is_input and not is_starred else None
