"""Ranges, slices and counts that are off by one, and what is left over at the end."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.suspicion.rewriting import by_expression
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement


@by_expression
def one_more_or_less(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """Of what a range ends with, a length, or a difference of two counts."""
    is_range = isinstance(node, ast.Call) and ast.unparse(node.func) in ("range", "torch.arange")
    if is_range and isinstance(node, ast.Call) and node.args:
        last = min(len(node.args), 2) - 1
        for sign in (ast.Add(), ast.Sub()):
            more = ast.BinOp(node.args[last], sign, ast.Constant(1))
            given = [*node.args[:last], more, *node.args[last + 1 :]]
            yield ast.Call(node.func, given, node.keywords), "one more or less in the range"
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub | ast.FloorDiv):
        for sign in (ast.Add(), ast.Sub()):
            yield ast.BinOp(node, sign, ast.Constant(1)), "one more or less"
    elif isinstance(node, ast.Call) and ast.unparse(node.func) == "len":
        yield ast.BinOp(node, ast.Add(), ast.Constant(1)), "one more"
        yield ast.BinOp(node, ast.Sub(), ast.Constant(1)), "one less"


@by_expression
def whole(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """Without a slice, or with one end of it open."""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        yield node.value, "the whole of it"
        if node.slice.lower is not None:
            opened = ast.Slice(None, node.slice.upper, node.slice.step)
            yield ast.Subscript(node.value, opened, node.ctx), "from the beginning"
        if node.slice.upper is not None:
            opened = ast.Slice(node.slice.lower, None, node.slice.step)
            yield ast.Subscript(node.value, opened, node.ctx), "to the end"


@by_expression
def rounded_up(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """What is left over makes one more."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv):
        left, right = ast.unparse(node.left), ast.unparse(node.right)
        yield ast.parse(f"-(-({left}) // ({right}))", mode="eval").body, "rounded up"


@by_expression
def other_reduction(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """A mean for a sum and the other way round, also by name."""
    swapped = {"mean": "sum", "sum": "mean", "max": "min", "min": "max"}
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in swapped:
        yield ast.Constant(swapped[node.value]), f"with {swapped[node.value]} for {node.value}"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        other = swapped.get(node.func.attr)
        if other:
            function = ast.Attribute(node.func.value, other, ast.Load())
            yield ast.Call(function, node.args, node.keywords), f"{other} for {node.func.attr}"


@by_expression
def counted_otherwise(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """Examples where batches are counted, and the other way round."""
    if not (isinstance(node, ast.Call) and ast.unparse(node.func) == "len" and node.args):
        return
    inner = ast.unparse(node.args[0])
    yield ast.parse(f"len({inner}.dataset)", mode="eval").body, "the number of examples"
    for name in suspect.parameters:
        if name != inner:
            yield ast.parse(f"len({name})", mode="eval").body, f"the length of {name}"


@by_expression
def weighed_by_size(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """What is summed over batches counts as often as the batch has examples."""
    statement = suspect.statement
    if not isinstance(statement, ast.AugAssign) or node is not statement.value:
        return
    if isinstance(statement.op, ast.Add) and suspect.function is not None:
        names = {n.id for n in ast.walk(suspect.function) if isinstance(n, ast.Name)}
        for name in sorted(names & {"x", "y", "inputs", "targets", "labels", "batch", "target",
                                    "data", "xb", "yb", "images", "features"}):  # fmt: skip
            text = f"({ast.unparse(node)}) * len({name})"
            yield ast.parse(text, mode="eval").body, f"weighed by the size of {name}"
