"""How the labels of a loss are written: class numbers, one-hot or multi-hot rows."""

from __future__ import annotations

from dataclasses import dataclass

from seismograd.program.model import LossUse, Program
from seismograd.program.numpy.provenance import label_encoding
from seismograd.program.operations import chain
from seismograd.source.evaluate.values import Const, Place, Sequence, Tensor, Value, number

_BINARISERS = ("LabelBinarizer.fit_transform", "LabelBinarizer.transform", "label_binarize")
"""They write two classes in one column, and more than two one-hot."""
_ENCODING = frozenset(
    {"data", "label_encode", "labels", "multi_hot", "one_hot", "randint", "tensor"}
)


@dataclass(frozen=True, slots=True)
class Labels:
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
    steps = tuple(chain(value))
    if any(_is_doubtful(step) for step in steps):
        return None
    encoding = _bits(steps) or label_encoding(value)
    return None if encoding is None else Labels(encoding, steps)


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
    masked = isinstance(value, Tensor) and value.op == "and"
    operands = value.inputs if isinstance(value, Tensor) and masked else ()
    return any(isinstance(one, Const) and number(one) == 1 for one in operands)
