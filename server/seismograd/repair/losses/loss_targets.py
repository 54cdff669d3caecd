"""What kind of numbers a loss compares an output with: classes, labels, signs, counts."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from seismograd.program.model import LossUse
from seismograd.repair.context import RepairContext
from seismograd.repair.losses.trained_losses import output_width
from seismograd.rules.agreement._labels import labels_of
from seismograd.traces.data_facts import training_data
from seismograd.traces.events import Data, LossFunction

ROUNDING = 1e-3
"""By which shares of classes may miss a sum of 1."""
INTEGERS = ("int", "uint", "long", "bool")


class TargetKind(StrEnum):
    CLASSES = "classes"
    """One class number for each row of scores."""
    ONE_HOT = "one-hot"
    SHARES = "shares"
    """Rows that add up to 1, such as smoothed labels."""
    SEVERAL_LABELS = "several labels"
    """Rows of zeros and ones with any number of ones."""
    BITS = "bits"
    """0 or 1 for each number of the output, which has one column."""
    SIGNS = "signs"
    """-1 or 1 for each number of the output."""
    COUNTS = "counts"
    NUMBERS = "numbers"
    UNIT_NUMBERS = "numbers from 0 to 1"


class Targets(NamedTuple):
    kind: TargetKind
    is_seen: bool
    """By the run; otherwise it is what the source says."""
    dtype: str | None = None
    """As the loss gets them, or as they are loaded."""

    @property
    def are_integers(self) -> bool:
        return _is_integer(self.dtype)


def targets_of(loss: LossUse, context: RepairContext) -> Targets | None:
    """None where neither the run nor the source tells."""
    data, seen = training_data(context.history), seen_loss(loss, context)
    dtype = _dtype(seen, data)
    kind = _of_rows(seen, data) or _of_data(loss, seen, data)
    if kind is not None:
        return Targets(kind, True, dtype)
    kind = _of_source(loss, context)
    return None if kind is None else Targets(kind, False, dtype)


def seen_loss(loss: LossUse, context: RepairContext) -> LossFunction | None:
    """What the run has seen of a loss of the source; of a single one, wherever it was called."""
    seen = context.history.loss_functions
    own = [
        one
        for one in seen
        if context.is_within(one.called, loss.place.span)
        or context.is_within(one.built, loss.built_at.span)
    ]
    return own[0] if own else seen[0] if len(seen) == 1 else None


def _is_integer(dtype: str | None) -> bool:
    return (dtype or "").startswith(INTEGERS)


def _dtype(seen: LossFunction | None, data: Data | None) -> str | None:
    if seen is not None and seen.target_dtype:
        return seen.target_dtype
    return data.targets[0].dtype if data is not None and data.targets else None


def _of_rows(seen: LossFunction | None, data: Data | None) -> TargetKind | None:
    """Of targets of a cross-entropy that have a number for each class."""
    numbers = [one for one in seen.row_sums if one is not None] if seen is not None else []
    if len(numbers) != 3:
        return None
    least, most, softness = numbers
    if _is_column(seen) and softness <= ROUNDING:
        return TargetKind.BITS
    if softness > ROUNDING:
        are_shares = abs(least - 1) <= ROUNDING and abs(most - 1) <= ROUNDING
        return TargetKind.SHARES if are_shares else TargetKind.NUMBERS
    if least == most == 1:
        # One batch may have single labels by chance: the data of many batches knows better.
        several = data is not None and data.encoding == "multi-hot"
        return TargetKind.SEVERAL_LABELS if several else TargetKind.ONE_HOT
    return TargetKind.SEVERAL_LABELS


def _is_column(seen: LossFunction | None) -> bool:
    return seen is not None and len(seen.input_shape) == 2 and seen.input_shape[1] == 1


def _of_data(loss: LossUse, seen: LossFunction | None, data: Data | None) -> TargetKind | None:
    """As the data is loaded, unless the script makes something else of it for the loss."""
    if data is None or data.encoding is None or _is_remade(seen, data):
        return None
    match data.encoding:
        case "one-hot":
            return TargetKind.ONE_HOT
        case "multi-hot":
            return TargetKind.SEVERAL_LABELS
        case "integer":
            return _of_whole_numbers(loss, seen, data)
    return _of_range(data)


def _is_remade(seen: LossFunction | None, data: Data) -> bool:
    """Whether the targets of the loss have more or fewer axes than those that were loaded, or are
    whole numbers where those are not.

    An axis of size 1 makes no difference.
    """
    if seen is None or not seen.target_shape or not data.targets:
        return False
    is_rounded = data.encoding == "continuous" and _is_integer(seen.target_dtype)
    return is_rounded or _wide_axes(seen.target_shape) != _wide_axes(data.targets[0].shape)


def _wide_axes(shape: Iterable[int | None]) -> int:
    """Behind that of the examples."""
    return sum(size != 1 for size in tuple(shape)[1:])


def _of_whole_numbers(loss: LossUse, seen: LossFunction | None, data: Data) -> TargetKind | None:
    width = output_width(loss)
    if width is None and seen is not None and len(seen.input_shape) > 1:
        width = seen.input_shape[1]
    if width not in (None, 1) and not _has_shape_of_output(seen, data, width):
        return TargetKind.CLASSES
    values = {float(one) for one in data.labels}
    return _of_values(values) if values else None


def _has_shape_of_output(seen: LossFunction | None, data: Data, width: int | None) -> bool:
    if seen is not None and seen.target_shape and seen.input_shape:
        return seen.target_shape == seen.input_shape
    shape = data.targets[0].shape if data.targets else ()
    return len(shape) == 2 and shape[1] == width


def _of_values(values: set[float]) -> TargetKind:
    if values <= {0.0, 1.0}:
        return TargetKind.BITS
    if values <= {-1.0, 1.0}:
        return TargetKind.SIGNS
    return TargetKind.COUNTS if min(values) >= 0 else TargetKind.NUMBERS


def _of_range(data: Data) -> TargetKind | None:
    facts = data.targets[0] if data.targets else None
    if facts is None or facts.min is None or facts.max is None:
        return TargetKind.NUMBERS
    is_unit = facts.min >= -ROUNDING and facts.max <= 1 + ROUNDING
    return TargetKind.UNIT_NUMBERS if is_unit else TargetKind.NUMBERS


def _of_source(loss: LossUse, context: RepairContext) -> TargetKind | None:
    labels = labels_of(loss, context.program)
    match None if labels is None else labels.encoding:
        case "one_hot":
            return TargetKind.ONE_HOT
        case "multi_hot":
            return TargetKind.SEVERAL_LABELS
        case "integer":
            is_binary = loss.output_function == "sigmoid" or loss.kind.startswith("bce")
            of_column = TargetKind.BITS if is_binary else TargetKind.COUNTS
            return of_column if output_width(loss) == 1 else TargetKind.CLASSES
        case "float":
            return TargetKind.NUMBERS
    return None
