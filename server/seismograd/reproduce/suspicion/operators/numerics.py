"""Where numbers stop being numbers: noughts under fractions, roots and logarithms."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.suspicion.rewriting import by_expression
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_SMALL = 1e-6
_TENDER = {"log", "sqrt", "rsqrt", "reciprocal", "log2", "log10", "acos", "pow"}


@by_expression
def kept_from_nought(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """A little more under a fraction, a root or a logarithm."""
    if (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Div | ast.FloorDiv)
        and not isinstance(node.right, ast.Constant)
    ):
        more = ast.BinOp(node.right, ast.Add(), ast.Constant(_SMALL))
        yield ast.BinOp(node.left, node.op, more), "kept from a nought below"
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in _TENDER
    ):
        yield from _of_call(node, node.func)


def _of_call(node: ast.Call, function: ast.Attribute) -> Iterator[tuple[ast.expr, str]]:
    what = f"{function.attr} kept from nought"
    is_function = ast.unparse(function.value) in ("torch", "np", "numpy", "math", "F", "ops")
    inner = node.args[0] if is_function and node.args else function.value
    for small in (_clamped(inner), ast.BinOp(inner, ast.Add(), ast.Constant(_SMALL))):
        if is_function:
            yield ast.Call(function, [small, *node.args[1:]], node.keywords), what
        else:
            method = ast.Attribute(small, function.attr, ast.Load())
            yield ast.Call(method, node.args, node.keywords), what


def _clamped(node: ast.expr) -> ast.expr:
    clamp = ast.Attribute(node, "clamp", ast.Load())
    return ast.Call(clamp, [], [ast.keyword("min", ast.Constant(_SMALL))])


@by_expression
def finite_number(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """A large number for an infinite one: a row of infinities has no softmax."""
    if ast.unparse(node) in ("float('-inf')", "-float('inf')", "-torch.inf", "-math.inf"):
        yield ast.Constant(-1e9), "with a large number for infinity"


@by_expression
def stable_exponential(
    node: ast.expr, _suspect: SuspectStatement
) -> Iterator[tuple[ast.expr, str]]:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return
    if node.func.attr == "exp":
        is_function = ast.unparse(node.func.value) in ("torch", "np", "math")
        inner = node.args[0] if is_function and node.args else node.func.value
        text = ast.unparse(inner)
        shifted = ast.parse(f"({text}) - ({text}).max()", mode="eval").body
        yield _called(node, shifted, is_function), "without the largest exponent"
        small = ast.parse(f"({text}).clamp(max=20)", mode="eval").body
        yield _called(node, small, is_function), "of what is not too large"


def _called(node: ast.Call, inner: ast.expr, is_function: bool) -> ast.expr:
    assert isinstance(node.func, ast.Attribute)
    if is_function:
        return ast.Call(node.func, [inner, *node.args[1:]], node.keywords)
    return ast.Call(ast.Attribute(inner, node.func.attr, ast.Load()), node.args, node.keywords)


@by_expression
def of_the_population(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """The spread of one value is none; the one of a sample is not that of the population."""
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("std", "var")
    ):
        kept = [k for k in node.keywords if k.arg not in ("unbiased", "correction")]
        biased = [*kept, ast.keyword("unbiased", ast.Constant(False))]
        yield ast.Call(node.func, node.args, biased), "of the population"
        if len(kept) < len(node.keywords):
            yield ast.Call(node.func, node.args, kept), "of the sample"
