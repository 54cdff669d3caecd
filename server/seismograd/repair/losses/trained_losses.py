"""The losses that a program trains with, and what is known of their labels."""

from __future__ import annotations

from seismograd.program.model import LossUse, Program, output_units
from seismograd.program.scores import width_of
from seismograd.repair.context import RepairContext
from seismograd.rules.agreement._labels import labels_of
from seismograd.source.evaluate.values import Tensor
from seismograd.traces.data_facts import training_data

_OF_RUN = {
    "integer": "integer",
    "one-hot": "one_hot",
    "multi-hot": "multi_hot",
    "continuous": "float",
}


def trained_losses(program: Program) -> list[LossUse]:
    """Each once, where it is chosen; those that only measure are not among them."""
    in_loops = [loss for loop in program.loops for loss in loop.losses]
    compiled = [one.loss for one in program.compiles if one.loss is not None]
    found = [*in_loops, *compiled] or program.losses
    return list({loss.built_at.span: loss for loss in found}.values())


def label_encoding(loss: LossUse, context: RepairContext) -> str | None:
    """integer, one_hot, multi_hot or float: what the run has seen, else what the source says."""
    seen = training_data(context.history)
    of_run = _OF_RUN.get(seen.encoding or "") if seen is not None else None
    if of_run is not None:
        return of_run
    labels = labels_of(loss, context.program)
    return None if labels is None else labels.encoding


def output_width(loss: LossUse) -> int | None:
    """Of the output that the loss gets: the number of classes, where it has any."""
    if isinstance(loss.prediction, Tensor) and len(loss.prediction.shape or ()) == 1:
        return 1
    return width_of(loss.prediction, loss.network) or output_units(loss.prediction)
