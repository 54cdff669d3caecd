"""Small slips of any program: a value, an operator, an order, a name."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.suspicion.rewriting import by_expression
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

Others = Iterator[tuple[ast.expr, str]]
_WRAPPERS = {
    "detach", "squeeze", "flatten", "sigmoid", "softmax", "log_softmax", "relu", "tanh", "item",
    "long", "int", "half", "float", "double", "cpu", "numpy", "reversed", "sorted", "clone", "abs",
}  # fmt: skip
_COMPARED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_COMPUTED = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
}  # fmt: skip


@by_expression
def without_wrapper(node: ast.expr, _suspect: SuspectStatement) -> Others:
    """`x.detach()` and `softmax(x)` are `x`; `x.data` as well."""
    if isinstance(node, ast.Attribute) and node.attr in ("data", "T"):
        yield node.value, f"without .{node.attr}"
    if not isinstance(node, ast.Call):
        return
    if isinstance(node.func, ast.Attribute) and node.func.attr in _WRAPPERS:
        is_function = _is_module_name(node.func.value)
        inner = (node.args[0] if node.args else None) if is_function else node.func.value
        if inner is not None:
            yield inner, f"without {node.func.attr}()"
    elif isinstance(node.func, ast.Name) and node.func.id in _WRAPPERS and node.args:
        yield node.args[0], f"without {node.func.id}()"


@by_expression
def other_number(node: ast.expr, _suspect: SuspectStatement) -> Others:
    if not isinstance(node, ast.Constant) or isinstance(node.value, bool):
        return
    if isinstance(node.value, int):
        for value in dict.fromkeys((node.value + 1, node.value - 1, -1, 0, 1)):
            if value != node.value:
                yield ast.Constant(value), f"with {value} for {node.value}"


@by_expression
def other_truth(node: ast.expr, suspect: SuspectStatement) -> Others:
    """What somebody freezes is frozen by intent: thawed, it learns whatever else is wrong."""
    if ".requires_grad_(" in ast.unparse(suspect.statement):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value), f"with {not node.value} for {node.value}"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand, "without not"


@by_expression
def other_operator(node: ast.expr, _suspect: SuspectStatement) -> Others:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARED:
        other = _COMPARED[type(node.ops[0])]()
        yield ast.Compare(node.left, [other, *node.ops[1:]], node.comparators), "compared otherwise"
    elif isinstance(node, ast.BinOp):
        yield node.left, f"without {_short(node.right)}"
        if type(node.op) in _COMPUTED:
            other_op = _COMPUTED[type(node.op)]()
            yield ast.BinOp(node.left, other_op, node.right), "computed otherwise"
        yield node.right, f"without {_short(node.left)}"


@by_expression
def other_order(node: ast.expr, _suspect: SuspectStatement) -> Others:
    """The first two arguments, or two axes, the other way round."""
    if isinstance(node, ast.Call) and len(node.args) >= 2:
        first, second, *rest = node.args
        swapped = ast.Call(node.func, [second, first, *rest], node.keywords)
        yield swapped, f"{_short(first)} and {_short(second)} the other way round"


@by_expression
def meant_parameter(node: ast.expr, suspect: SuspectStatement) -> Others:
    """A fixed value where the function has a parameter for it, or a parameter for another."""
    names = suspect.parameters
    if isinstance(node, ast.Constant) and isinstance(node.value, bool | int | float):
        for name in names:
            yield ast.Name(name, ast.Load()), f"with {name} for {node.value}"
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names:
        for name in names:
            if name != node.id:
                yield ast.Name(name, ast.Load()), f"with {name} for {node.id}"


def _is_module_name(node: ast.expr) -> bool:
    text = ast.unparse(node)
    return text in ("F", "torch", "np", "numpy", "nn.functional", "keras.ops", "ops", "tf")


def _short(node: ast.expr) -> str:
    text = ast.unparse(node)
    return text if len(text) <= 30 else f"{text[:27]}..."
