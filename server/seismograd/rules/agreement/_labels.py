"""How the labels of a loss are written: class numbers, one-hot or multi-hot rows."""

from __future__ import annotations

from dataclasses import dataclass

from seismograd.program.model import LossUse, Program
from seismograd.program.operations import PASSING
from seismograd.source.evaluate.values import Place, Sequence, Tensor, Value

_INTEGERS = frozenset({"int8", "int16", "int32", "int64", "uint8"})
_PASSING = PASSING | {
    "array", "asarray", "as_tensor", "concatenate", "copy", "from_numpy", "iloc", "shuffle",
    "split", "tensor", "train_test_split", "values", "vstack",
}  # fmt: skip
"""Operations that leave rows of labels what they are."""
_FLATTENING = frozenset({"flatten", "ravel", "reshape", "squeeze", "unsqueeze", "view"})


@dataclass(frozen=True, slots=True)
class Labels:
    """What the labels are, and where that was decided."""

    encoding: str
    """integer, one_hot or multi_hot."""
    tensor: Tensor

    @property
    def place(self) -> Place | None:
        return self.tensor.place

    @property
    def is_single(self) -> bool:
        """Whether each example has one class."""
        return self.encoding in ("integer", "one_hot")


def labels_of(loss: LossUse, program: Program) -> Labels | None:
    """The labels that a loss gets, where all its uses agree."""
    values = [loss.target] if loss.target is not None else _fitted(loss, program)
    found = [encoding_of(value) for value in values]
    first = found[0] if found else None
    agree = all(one is not None and one.encoding == first.encoding for one in found if first)
    return first if agree else None


def _fitted(loss: LossUse, program: Program) -> list[Value | None]:
    return [
        fit.targets for fit in program.fits if fit.compile is not None and fit.compile.loss is loss
    ]


def encoding_of(value: Value | None) -> Labels | None:
    """How a value writes classes; None where that is not known."""
    seen = 0
    while isinstance(value, Tensor) and seen < 100:
        if value.op in ("multi_hot", "one_hot"):
            return Labels(value.op, value)
        if value.op in ("argmax", "labels"):
            return Labels("integer", value) if _is_integer(value) else None
        flattened = value.op in _FLATTENING
        if not value.inputs or not (value.op in _PASSING or flattened or _keeps_rows(value)):
            return None
        value = value.inputs[0]
        if flattened and isinstance(value, Tensor) and encoding_of(value) is not None:
            integer = encoding_of(value)
            return integer if integer is not None and integer.encoding == "integer" else None
        seen += 1
    return None


def _is_integer(tensor: Tensor) -> bool:
    return tensor.op == "argmax" or tensor.dtype is None or tensor.dtype in _INTEGERS


def _keeps_rows(tensor: Tensor) -> bool:
    """Whether indexing picks whole rows."""
    if tensor.op != "getitem":
        return False
    index = tensor.inputs[1] if len(tensor.inputs) > 1 else None
    return not isinstance(index, Sequence) or index.kind == "slice"
