"""Class weights that stand in the source: where they are given, and what they come to."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from seismograd.program.model import Fit, LossUse
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.values import (
    Const,
    Mapping,
    Object,
    Place,
    Tensor,
    Value,
    is_none,
    number,
)
from seismograd.source.evaluate.values import Sequence as Items

BINARY = "pos_weight"
"""How many examples of class 0 there are to one of class 1."""
_KEYWORDS = {"cross_entropy": "weight", "nll": "weight", "bce_with_logits": BINARY}
"""Arguments of losses of PyTorch that take weights."""
_FIRST_OF_MODULE, _THIRD_OF_FUNCTION = 0, 2
"""Where `weight` may stand without its name: a function is given output and labels before it."""
_SAME = frozenset(
    {"tensor", "FloatTensor", "Tensor", "as_tensor", "asarray", "from_numpy", "device", "cast"}
)
"""Operations on weights that leave them as they are."""
COMPARISONS = frozenset({"eq", "ne", "lt", "le", "gt", "ge", "not", "invert"})
_TOTALS = frozenset({"sum", "max", "mean", "len"})
_ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
}


@dataclass(frozen=True, slots=True)
class GivenWeights:
    keyword: str
    call: Place
    """Of the loss, or of `fit`."""
    value: Value
    place: Place
    """The argument."""

    @property
    def is_direct(self) -> bool:
        """Whether the argument stands in the call itself, not in a dict that it is given."""
        return self.place.node in _arguments(self.call.node)

    @property
    def items(self) -> list[Value]:
        """By class number; empty where they are not listed."""
        data = _data(self.value)
        if isinstance(data, Mapping):
            named = {str(key): item for key, item in data.items.items()}
            return [named[str(at)] for at in range(len(named)) if str(at) in named]
        return data.items if isinstance(data, Items) and not data.open else [data]

    @property
    def follows_frequency(self) -> bool:
        """`counts / counts.sum()` weighs a class the more, the more frequent it is."""
        node = self.value.place.node if self.value.place is not None else self.place.node
        return any(_is_share(part) for part in ast.walk(node))

    @property
    def is_inverted(self) -> bool:
        """`positives / (all - positives)`: the rarer they are, the less they count."""
        data = _data(self.value)
        if self.keyword != BINARY or not isinstance(data, Tensor) or data.op != "div":
            return False
        above, below = data.inputs[:2]
        return (
            _adds_up_labels(above)
            and isinstance(below, Tensor)
            and below.op == "sub"
            and any(one is above for one in below.inputs[1:])
        )

    def numbers(self, counts: Sequence[int]) -> list[float]:
        """A weight for each class; empty where they are not known."""
        if isinstance(self.value, Tensor) and self.value.op == "ones":
            return [1.0] * len(counts)
        found = [_number(item, counts) for item in self.items]
        known = [one for one in found if one is not None]
        listed = [1.0, *known] if self.keyword == BINARY else known
        return listed if len(known) == len(found) and len(listed) == len(counts) else []


def weight_keyword(holder: LossUse | Fit) -> str | None:
    """None where it takes no weights of classes."""
    if isinstance(holder, Fit):
        return "class_weight" if holder.framework == "keras" else None
    return _KEYWORDS.get(holder.kind) if holder.framework == "torch" else None


def given_weights(holder: LossUse | Fit) -> GivenWeights | None:
    """None where there are none."""
    keyword = weight_keyword(holder)
    call, argument = _argument(holder, keyword or "")
    if keyword is None or argument is None or is_none(argument.value):
        return None
    return GivenWeights(keyword, call, argument.value, argument.place)


def _argument(holder: LossUse | Fit, keyword: str) -> tuple[Place, Argument | None]:
    if isinstance(holder, Fit):
        return holder.call.place, holder.call.argument(None, keyword)
    made = _made_by(holder)
    is_module = made is not holder.call
    index = _FIRST_OF_MODULE if is_module else _THIRD_OF_FUNCTION
    found = made.argument(index if keyword == "weight" else None, keyword) if made else None
    return holder.built_at, found


def _made_by(loss: LossUse) -> Call | None:
    receiver = loss.call.receiver if loss.call is not None else None
    return receiver.call if isinstance(receiver, Object) else loss.call


def _arguments(node: ast.AST) -> list[ast.expr]:
    return [*node.args, *(one.value for one in node.keywords)] if isinstance(node, ast.Call) else []


def _is_share(node: ast.AST) -> bool:
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Div):
        return False
    return (
        _is_total(node.right)
        and not _is_total(node.left)
        and not isinstance(node.left, ast.Constant)
    )


def _is_total(node: ast.expr) -> bool:
    called = node.func if isinstance(node, ast.Call) else None
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return name in _TOTALS


def _adds_up_labels(value: Value) -> bool:
    """Zeros and ones as they are: the sum of `labels == 0` counts the others."""
    of = value.inputs[0] if isinstance(value, Tensor) and value.op == "sum" else None
    return isinstance(of, Tensor) and of.op not in COMPARISONS


def _data(value: Value) -> Value:
    """What a tensor is made of."""
    while isinstance(value, Tensor) and value.op in _SAME and value.inputs:
        value = value.inputs[0]
    return value


def _number(value: Value, counts: Sequence[int]) -> float | None:
    """Also of one that is computed from how often labels come, such as `y.sum() / (1 - y).sum()`.

    Other numbers cannot be combined with these: the run may have counted a part of the labels.
    """
    value = _data(value)
    if not isinstance(value, Tensor):
        return number(value)
    if value.op == "sum" and value.inputs and len(counts) == 2:
        return float(_ones(value.inputs[0], counts))
    combine = _ARITHMETIC.get(value.op)
    parts = [_number(part, counts) for part in value.inputs if isinstance(part, Tensor)]
    if combine is None or len(parts) != 2 or parts[0] is None or not parts[1]:
        return None
    return combine(parts[0], parts[1])


def _ones(value: Value, counts: Sequence[int]) -> int:
    """How many entries of an array of the labels of two classes are 1."""
    value = _data(value)
    inputs = value.inputs if isinstance(value, Tensor) else ()
    op = value.op if isinstance(value, Tensor) else ""
    wanted = [part.value for part in inputs if isinstance(part, Const)]
    is_other = op in ("invert", "logical_not", "sub") or (op == "eq" and wanted == [0])
    return counts[0] if is_other else counts[1]
