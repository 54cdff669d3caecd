"""Masks that are forgotten, turned round, or filled with the wrong value."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.suspicion.rewriting import by_expression
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_MASK = re.compile(r"mask|valid|pad|keep", re.I)
_TAKES_MASK = ("mask", "attn_mask", "key_padding_mask", "src_key_padding_mask", "attention_mask",
               "src_mask", "is_causal", "padding_mask")  # fmt: skip


@by_expression
def turned_round(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
        yield node.operand, "the mask as it is"
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        other = {ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}.get(type(node.ops[0]))
        if other and _MASK.search(ast.unparse(node)):
            yield ast.Compare(node.left, [other()], node.comparators), "the mask turned round"
    elif (
        isinstance(node, ast.Name | ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and _MASK.search(ast.unparse(node).rpartition(".")[2])
    ):
        text = ast.unparse(node)
        yield ast.parse(f"(~{text}.bool())", mode="eval").body, "the mask turned round"
        yield ast.parse(f"(1 - {text}.float())", mode="eval").body, "the mask turned round"


@by_expression
def filled_otherwise(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """Nought before a softmax is no mask, and neither is a small number."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return
    if node.func.attr in ("masked_fill", "masked_fill_") and len(node.args) == 2:
        for value in ("float('-inf')", "0.0"):
            filled = ast.parse(value, mode="eval").body
            yield ast.Call(node.func, [node.args[0], filled], node.keywords), f"filled with {value}"
        turned = ast.UnaryOp(ast.Invert(), node.args[0])
        yield ast.Call(node.func, [turned, node.args[1]], node.keywords), "the mask turned round"


@by_expression
def other_diagonal(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    if not isinstance(node, ast.Call) or not node.args:
        return
    name = ast.unparse(node.func).rpartition(".")[2]
    if name not in ("tril", "triu"):
        return
    for shift in (0, 1, -1):
        given = [ast.keyword("diagonal", ast.Constant(shift))]
        yield ast.Call(node.func, node.args[:1], given), f"from diagonal {shift}"
    other = "triu" if name == "tril" else "tril"
    function = ast.parse(f"__import__('torch').{other}", mode="eval").body
    yield ast.Call(function, node.args, node.keywords), other


@by_expression
def passed_mask(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """A mask that the function has and does not pass on, or does not multiply with."""
    masks = list(_masks(suspect))
    if not masks or not isinstance(node, ast.Call):
        return
    taken = {keyword.arg for keyword in node.keywords}
    text = ast.unparse(node)
    for mask in masks:
        if mask not in text and text.startswith("self."):
            last = [*node.args, ast.Name(mask, ast.Load())]
            yield ast.Call(node.func, last, node.keywords), f"with {mask}"
        for keyword in node.keywords:
            if keyword.arg in _TAKES_MASK and ast.unparse(keyword.value) == "None":
                given = [
                    k if k is not keyword else _given(keyword.arg, mask) for k in node.keywords
                ]
                yield ast.Call(node.func, node.args, given), f"with {mask}"
        for name in (mask, "key_padding_mask", "mask", "attn_mask", "src_key_padding_mask"):
            if name not in taken and mask not in text and "self." in text:
                more = [*node.keywords, _given(name, mask)]
                yield ast.Call(node.func, node.args, more), f"with {name}={mask}"


def _masks(suspect: SuspectStatement) -> Iterator[str]:
    """Names of masks that a function is given or has made before the statement."""
    yield from (name for name in suspect.parameters if _MASK.search(name))
    body = ast.walk(suspect.function) if suspect.function is not None else ()
    for node in body:
        if isinstance(node, ast.Assign) and node.lineno < suspect.statement.lineno:
            for target in node.targets:
                if isinstance(target, ast.Name) and _MASK.search(target.id):
                    yield target.id


def _given(name: str, value: str) -> ast.keyword:
    return ast.keyword(name, ast.Name(value, ast.Load()))


@by_expression
def weighed_by_mask(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """A mean over all positions where a mask tells which ones count."""
    masks = list(dict.fromkeys(_masks(suspect)))
    if not (masks and isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return
    if node.func.attr not in ("mean", "sum") or ast.unparse(node.func.value) in masks:
        return
    inner, given = _reduced(node)
    if inner is None:
        return
    for mask in masks:
        if re.search(rf"\b{mask}\b", inner):
            yield from _by_count(inner, mask, given)
            continue
        for which in (f"({mask} != 0)", f"({mask} == 0)"):
            for text in _weighed(inner, which, given):
                yield ast.parse(text, mode="eval").body, f"weighed by {mask}"


def _by_count(inner: str, mask: str, axes: str) -> Iterator[tuple[ast.expr, str]]:
    """What is masked already, divided by what is left of it."""
    text = f"({inner}).sum({axes}) / ({mask}.sum({axes}) + 1e-9)"
    yield ast.parse(text, mode="eval").body, f"divided by the sum of {mask}"


def _reduced(node: ast.Call) -> tuple[str | None, str]:
    """What a mean is taken of, and over which axes: `x.mean(dim=1)`, `ops.mean(x, axis=1)`."""
    assert isinstance(node.func, ast.Attribute)
    owner = ast.unparse(node.func.value)
    arguments = node.args
    if owner in ("torch", "ops", "keras.ops", "F", "np", "tf"):
        if not arguments:
            return None, ""
        owner, arguments = ast.unparse(arguments[0]), arguments[1:]
    axes = [*arguments, *(k.value for k in node.keywords if k.arg in ("dim", "axis"))]
    return owner, ast.unparse(axes[0]) if axes else ""


def _weighed(inner: str, which: str, axes: str) -> Iterator[str]:
    """In arithmetic alone, which every backend knows."""
    if not axes:
        yield f"({inner} * {which}).sum() / {which}.sum()"
        yield f"({inner} * {which}[..., None]).sum() / {which}.sum()"
        return
    wide = f"{which}[..., None]"
    yield f"({inner} * {wide}).sum({axes}) / ({wide}.sum({axes}) + 1e-9)"
    yield f"({inner} * {which}).sum({axes}) / ({which}.sum({axes}) + 1e-9)"


_CAUSAL = "__import__('torch').nn.Transformer.generate_square_subsequent_mask({0}.shape[1])"


@by_expression
def kept_from_the_future(
    node: ast.expr, _suspect: SuspectStatement
) -> Iterator[tuple[ast.expr, str]]:
    """Attention with a causal mask, by the names that it has in the frameworks."""
    if not isinstance(node, ast.Call) or not node.args:
        return
    called = ast.unparse(node.func)
    taken = {keyword.arg for keyword in node.keywords}
    if called.endswith("scaled_dot_product_attention"):
        ways = [("is_causal", "True")]
    elif called.startswith("self.") and not taken & set(_TAKES_MASK):
        last = ast.unparse(node.args[min(1, len(node.args) - 1)])
        mask = _CAUSAL.format(last)
        ways = [("use_causal_mask", "True"), ("attn_mask", mask), ("tgt_mask", mask),
                ("mask", mask)]  # fmt: skip
    else:
        return
    for name, value in ways:
        given = [k for k in node.keywords if k.arg != name]
        given.append(ast.keyword(name, ast.parse(value, mode="eval").body))
        yield ast.Call(node.func, node.args, given), f"with {name}"
