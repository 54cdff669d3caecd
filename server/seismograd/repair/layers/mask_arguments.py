"""Masks that layers are given by name, and whether their text says what they are true for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.program.model import Program
from seismograd.program.operations import through
from seismograd.repair.layers.operands import operands
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Place, Tensor, Value, number
from seismograd.source.rewrite import source_of

TORCH_LAYERS = ("torch.nn.MultiheadAttention.", "torch.nn.Transformer")
TORCH_NAMES = frozenset(
    {"key_padding_mask", "src_key_padding_mask", "tgt_key_padding_mask", "memory_key_padding_mask",
     "attn_mask", "mask", "src_mask", "tgt_mask", "memory_mask"}
)  # fmt: skip
"""Their masks are true where nothing is looked at; those of all others where something is."""
OTHERS = (
    "keras.layers.",
    "keras.ops.dot_product_attention",
    "torch.nn.functional.scaled_dot_product_attention",
)
OTHER_NAMES = frozenset({"attn_mask", "attention_mask", "mask", "padding_mask"})
OPPOSITE = frozenset({"invert", "logical_not", "not"})
CONDITIONS = frozenset({"eq", "ne", "lt", "le", "gt", "ge", *OPPOSITE})
PADDING = "pad"
EMBEDDING = "Embedding.__call__"


@dataclass(frozen=True, slots=True)
class MaskArgument:
    name: str
    place: Place
    mask: Tensor
    is_true_for_padding: bool
    """As the layer reads it."""


def mask_arguments(program: Program) -> Iterator[MaskArgument]:
    """Of conditions only: masks of numbers that are added to scores have no opposite."""
    for call in (*program.calls, *program.trial_calls):
        is_torch_layer = call.path.startswith(TORCH_LAYERS)
        names = TORCH_NAMES if is_torch_layer else OTHER_NAMES
        if not is_torch_layer and not call.path.startswith(OTHERS):
            continue
        for name, given in call.keywords.items():
            if name in names and isinstance(given.value, Tensor) and _is_condition(given.value):
                yield MaskArgument(name, given.place, given.value, is_torch_layer)


def is_reversed(argument: MaskArgument, program: Program) -> bool:
    """Whether the text of the mask says that it is true for what its layer takes as the opposite:
    `key_padding_mask=tokens != pad`."""
    is_true_for_tokens = _is_true_for_tokens(argument.mask, program)
    return is_true_for_tokens is not None and is_true_for_tokens is argument.is_true_for_padding


def _is_condition(mask: Tensor) -> bool:
    made = through(mask)
    return mask.dtype == "bool" or (isinstance(made, Tensor) and made.op in CONDITIONS)


def _is_true_for_tokens(mask: Value | None, program: Program) -> bool | None:
    made = through(mask)
    if not isinstance(made, Tensor):
        return None
    if made.op in OPPOSITE:
        inner = _is_true_for_tokens(made.inputs[0], program) if made.inputs else None
        return None if inner is None else not inner
    if made.op in ("eq", "ne") and made.call is not None and _asks_for_padding(made, program):
        return made.op == "ne"
    return None


def _asks_for_padding(made: Tensor, program: Program) -> bool:
    """`tokens == PAD`, or 0 where the tokens are looked up in an embedding."""
    sides = operands(made.call) if made.call is not None else None
    if sides is not None and PADDING in source_of(sides[1]).lower():
        return True
    tokens, *others = made.inputs
    is_zero = len(others) == 1 and number(others[0]) == 0
    return is_zero and any(_looks_up(call, tokens) for call in program.calls)


def _looks_up(call: Call, tokens: Value) -> bool:
    given = call.positional[:1] if call.path.endswith(EMBEDDING) else []
    return any(one.value is tokens for one in given)
