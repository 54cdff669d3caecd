"""How the labels of a loss are written: class numbers, one-hot or multi-hot rows."""

from __future__ import annotations

import ast
from typing import NamedTuple

from seismograd.program.made_up import MADE_UP
from seismograd.program.model import LossUse, Program
from seismograd.program.numpy.provenance import label_encoding
from seismograd.program.operations import PASSING, chain
from seismograd.source.evaluate.values import Place, Sequence, Tensor, Value

_BINARISERS = (
    "preprocessing.LabelBinarizer.fit_transform",
    "preprocessing.LabelBinarizer.transform",
    "preprocessing.label_binarize",
)
"""They write two classes in one column, and more than two one-hot."""
_ENCODING = frozenset(
    {"data", "label_encode", "labels", "multi_hot", "one_hot", "randint", "tensor"}
)

_INTEGERS = frozenset({"int32", "int64", "uint8"})
_PLAIN = PASSING | {"labels", "flatten", "reshape", "squeeze", "unsqueeze", "view"}


class Labels(NamedTuple):
    """What the labels are, and where that was decided."""

    encoding: str
    """integer, one_hot, multi_hot or float."""
    steps: tuple[Tensor, ...]
    """How they were made, the source first."""

    @property
    def place(self) -> Place | None:
        """Where the encoding was chosen, or the data loaded."""
        chosen = [step for step in self.steps if step.op in _ENCODING]
        return chosen[-1].place if chosen else None

    @property
    def is_made_up(self) -> bool:
        """Random or constant numbers say nothing of the task."""
        return bool(self.steps) and self.steps[0].op in MADE_UP

    @property
    def is_single(self) -> bool:
        """Whether each example has one class."""
        return self.encoding in ("integer", "one_hot")

    @property
    def width(self) -> int | None:
        """The number of columns of encoded rows."""
        shape = self.steps[-1].shape if self.steps else None
        last = shape[-1] if shape and len(shape) > 1 else None
        return last if isinstance(last, int) else None


def labels_of(loss: LossUse, program: Program) -> Labels | None:
    """The labels that a loss gets, where all trainings with it agree."""
    values = [
        fit.targets for fit in program.fits if fit.compile is not None and fit.compile.loss is loss
    ]
    found = [encoding_of(value) for value in values or [loss.target]]
    encodings = {None if one is None else one.encoding for one in found}
    return found[0] if len(encodings) == 1 else None


def encoding_of(value: Value | None) -> Labels | None:
    """How a value writes classes; None where that is not known."""
    value, steps = _traced(value)
    if any(_is_doubtful(step) for step in steps[_encoded_at(steps) :]):
        return None
    encoding = _bits(steps) or _loaded(steps) or label_encoding(value)
    return None if encoding is None else Labels(encoding, steps)


def _traced(value: Value | None) -> tuple[Value | None, tuple[Tensor, ...]]:
    """The steps behind a value; behind a batch those of the whole that it is a part of."""
    steps = tuple(chain(value))
    root = steps[0] if steps else None
    if root is None or root.op != "data" or len(root.inputs) < 2:
        return value, steps
    whole, earlier = _traced(root.inputs[1])
    return (whole if len(steps) == 1 else value), (*earlier, *steps)


def _loaded(steps: tuple[Tensor, ...]) -> str | None:
    """The labels of an image set come in batches of class numbers."""
    root = steps[0] if steps else None
    if root is None or root.op != "labels" or not root.inputs or root.dtype not in _INTEGERS:
        return None
    return "integer" if all(step.op in _PLAIN for step in steps) else None


def _encoded_at(steps: tuple[Tensor, ...]) -> int:
    """The last step that decides how labels are written."""
    return max((i for i, step in enumerate(steps) if step.op in _ENCODING), default=0)


def _is_doubtful(step: Tensor) -> bool:
    """Steps after which rows of labels may be something else."""
    path = "" if step.call is None else step.call.path
    if path.endswith(_BINARISERS):
        return True
    index = step.inputs[1] if step.op == "getitem" and len(step.inputs) > 1 else None
    return isinstance(index, Sequence) and index.kind == "tuple"


def _bits(steps: tuple[Tensor, ...]) -> str | None:
    """Rows of several zeros and ones that do not depend on one another."""
    for step in steps:
        wide = step.shape is not None and len(step.shape) == 2 and step.shape[1] != 1
        if step.op == "randint" and wide and step.call is not None:
            return "multi_hot" if step.call.integer(1, "high") == 2 else "float"
        if step.op == "tensor" and _lists_bits(step.inputs[0] if step.inputs else None):
            return "multi_hot"
    return None


def _lists_bits(value: Value | None) -> bool:
    """`[(number >> i) & 1 for i in range(...)]`."""
    return isinstance(value, Sequence) and len(value.items) > 1 and all(map(_is_bit, value.items))


def _is_bit(value: Value) -> bool:
    """The last bit of a number, which may be all that is known of it."""
    node = value.place.node if value.place is not None else None
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.BitAnd):
        return False
    return isinstance(node.right, ast.Constant) and node.right.value == 1
