"""Weights of attention as numbers, and how functions of PyTorch come to them."""

from __future__ import annotations

import math
from typing import Any

from .operations import Attention

FEWEST_KEYS = 4
"""That a query may attend to: of fewer, one may well get all the weight."""
MOST_WEIGHTS = 16_000_000
ONE = 0.9
"""The weight of a key beside which the others hardly count: gradients of the scores are below a
tenth of the weight."""
EVEN = 1e-3
"""The largest difference of weights over the mean weight. It is 1 and more with default initial
weights, and above 0.005 where they begin with a deviation of 0.02: this is no start of a training.
"""
MASKED = -9e3
"""Scores that stand for no weight at all: those that scripts write are -1e4 and below."""
ROUNDING = 0.02


def measured(torch: Any, weights: Any, allowed: Any, padded: Any) -> Attention | None:
    """Weights of shape (..., queries, keys); `padded` by example and position, where known."""
    if not 3 <= weights.dim() <= 4 or weights.shape[-2] < 2 or weights.numel() > MOST_WEIGHTS:
        return None
    keys, weights = allowed.sum(-1), weights.detach().float()
    counted = keys >= FEWEST_KEYS
    if not bool(counted.any()):
        return None
    highest = weights.masked_fill(~allowed, -math.inf).amax(-1)
    lowest = weights.masked_fill(~allowed, math.inf).amin(-1)
    sums = weights.sum(-1)
    return Attention(
        on_one=float((highest > ONE)[counted].float().mean()),
        even=float(((highest - lowest) * keys < EVEN)[counted].float().mean()),
        adds_up=float(((sums - 1).abs() < ROUNDING)[counted].float().mean()) > 1 - ROUNDING,
        on_padding=_on_padding(torch, weights, padded),
    )


def _on_padding(torch: Any, weights: Any, padded: Any) -> float:
    """Of the queries that are no padding, in examples that have some."""
    if padded is None or weights.shape[-1] != padded.shape[1]:
        return 0.0
    count, queries, keys = padded.shape[0], weights.shape[-2], weights.shape[-1]
    if weights.numel() % (count * queries * keys):
        return 0.0
    is_padded = torch.as_tensor(padded, device=weights.device)
    by_example = weights.reshape(count, -1, queries, keys).mean(1)
    given = (by_example * is_padded[:, None, :]).sum(-1)
    usual = is_padded.float().mean(-1)[:, None].expand_as(given)
    asked = usual > 0
    if queries == keys:
        asked = asked & ~is_padded
    return float((given / usual)[asked].mean()) if bool(asked.any()) else 0.0


def scaled_product(torch: Any, query: Any, key: Any, **options: Any) -> tuple[Any, Any]:
    """Weights of `scaled_dot_product_attention`, and which of them are not masked."""
    scale, mask = options.get("scale"), options.get("attn_mask")
    if options.get("enable_gqa"):
        key = key.repeat_interleave(query.shape[-3] // key.shape[-3], -3)
    product = query @ key.transpose(-2, -1)
    scores = product * (1 / math.sqrt(query.shape[-1]) if scale is None else scale)
    allowed = torch.ones_like(scores, dtype=torch.bool)
    if options.get("is_causal"):
        allowed = allowed.tril()
    elif mask is not None and mask.dtype == torch.bool:
        allowed = allowed & mask
    elif mask is not None:
        scores, allowed = scores + mask, allowed & (mask > MASKED)
    return scores.masked_fill(~allowed, -math.inf).softmax(-1).nan_to_num(0.0), allowed


def of_heads(function: Any, arguments: Any, options: Any) -> tuple[Any, Any] | None:
    """Weights of `multi_head_attention_forward`, and which of them are not masked.

    A query of zeros gives some weight to each key that is not masked.
    """
    query, key, heads = arguments[0], arguments[1], arguments[4]
    size = query.shape[0] * key.shape[0] * heads * (query.shape[1] if query.dim() == 3 else 1)
    if size > MOST_WEIGHTS or options.get("need_weights") is None:
        return None
    wanted = {**options, "need_weights": True, "average_attn_weights": False}
    weights = function(*arguments, **wanted)[1]
    allowed = function(query * 0, *arguments[1:], **wanted)[1] > 0
    return weights, allowed


def with_keys_last(name: str, arguments: Any, at: int) -> Any:
    """The operand of a product, with the axis last that the product sums over; None if unknown."""
    if name != "einsum":
        return arguments[at] if at == 0 else arguments[at].transpose(-2, -1)
    operand, other, made = _subscripts(arguments[0])[at - 1], *_others(arguments[0], at)
    summed = [letter for letter in operand if letter in other and letter not in made]
    queries = [letter for letter in operand if letter in made and letter not in other]
    if len(summed) != 1 or len(queries) != 1 or arguments[at].dim() != len(operand):
        return None
    order = [one for one in operand if one not in (*summed, *queries)] + queries + summed
    return arguments[at].permute([operand.index(one) for one in order])


def _subscripts(equation: str) -> list[str]:
    return equation.replace(" ", "").partition("->")[0].split(",")


def _others(equation: str, at: int) -> tuple[str, str]:
    made = equation.replace(" ", "").partition("->")[2]
    return "".join(one for i, one in enumerate(_subscripts(equation), 1) if i != at), made
