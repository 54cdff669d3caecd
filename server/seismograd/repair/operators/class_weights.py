"""Rare classes weigh more in the loss, by the labels that the run has counted."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.model import Fit, LossUse
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.call_edits import set_arguments
from seismograd.repair.edits.imports import TORCH, library_name
from seismograd.repair.edits.setting_edits import setting_edits
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.operators.trained_losses import output_width, trained_losses
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value
from seismograd.source.evaluate.values import Object, Place
from seismograd.source.rewrite import source_of
from seismograd.traces.data_facts import training_data

NAME = "class_weights"
BALANCED = "balanced"
UNEVEN = 1.5
"""How many times as frequent as the rarest class the commonest is where weights can matter."""
VERY_UNEVEN = 5.0
"""From here on, the commonest class is an answer that is hard to beat."""
MOST_CLASSES = 100
"""Longer lists of weights do not belong into a line of source."""
KEYWORDS = {"cross_entropy": "weight", "nll": "weight", "bce_with_logits": "pos_weight"}
"""Arguments of losses of PyTorch that take weights."""
BINARY = "pos_weight"
"""How many examples of class 0 there are to one of class 1."""


class ClassWeights(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        counts = _counts(context)
        if not counts:
            return
        holders: list[LossUse | Fit] = []
        holders += [one for one in trained_losses(context.program) if _can_weigh(one)]
        holders += [fit for fit in context.program.fits if _has_none(fit)]
        if len(holders) > 1:
            context.refuse(NAME, "the program has several losses with classes")
        for holder in holders if len(holders) == 1 else ():
            yield from offered(context, _parameter(holder, counts, context))


def _parameter(holder: LossUse | Fit, counts: Sequence[int], context: RepairContext) -> Parameter:
    return Parameter(
        NAME,
        FaultType.LCH,
        "none",
        Choices((BALANCED,)),
        partial(_write, holder, counts, context),
        (BALANCED,),
        (FaultType.CPP,),
        changes_loss=True,
        is_unusual=max(counts) >= VERY_UNEVEN * min(counts),
    )


def _counts(context: RepairContext) -> list[int]:
    """By class number; empty where classes are not numbered from 0, or about as frequent."""
    seen = training_data(context.history)
    try:
        counts = {int(float(key)): count for key, count in (seen.labels if seen else {}).items()}
    except ValueError:
        return []
    if sorted(counts) != list(range(len(counts))) or not 1 < len(counts) <= MOST_CLASSES:
        return []
    rarest = min(counts.values())
    if not rarest or max(counts.values()) < UNEVEN * rarest:
        return []
    return [counts[key] for key in sorted(counts)]


def _balanced(counts: Sequence[int]) -> list[str]:
    return [f"{sum(counts) / (len(counts) * count):.3g}" for count in counts]


def _can_weigh(loss: LossUse) -> bool:
    keyword = KEYWORDS.get(loss.kind)
    return loss.framework == "torch" and keyword is not None and keyword not in loss.settings


def _has_none(fit: Fit) -> bool:
    given = fit.settings.get("class_weight")
    return fit.framework == "keras" and given is not None and given.is_none


def _write(
    holder: LossUse | Fit, counts: Sequence[int], context: RepairContext, value: Value
) -> tuple[Edit, ...]:
    if isinstance(holder, Fit):
        listed = ", ".join(f"{label}: {weight}" for label, weight in enumerate(_balanced(counts)))
        setting = holder.settings["class_weight"]
        return setting_edits(setting, "class_weight", f"{{{listed}}}", context)
    weights = _loss_weights(holder, counts)
    function = library_name(holder.built_at.chunk.document, TORCH, "tensor")
    text = f"{function.text}([{', '.join(weights)}]{_device(holder, context)})"
    return (*set_arguments(holder.built_at, {KEYWORDS[holder.kind]: text}), *function.edits)


def _loss_weights(loss: LossUse, counts: Sequence[int]) -> list[str]:
    """Raises `CannotWrite`."""
    width = output_width(loss)
    if KEYWORDS[loss.kind] == BINARY:
        if len(counts) != 2 or width not in (None, 1):
            raise CannotWrite("its labels are not those of two classes")
        return [f"{counts[0] / counts[1]:.3g}"]
    if width not in (None, len(counts)):
        raise CannotWrite("the run has not seen every class that the model knows")
    return _balanced(counts)


def _device(loss: LossUse, context: RepairContext) -> str:
    """Weights have to be where the labels are."""
    node = loss.built_at.node
    is_module = loss.call is not None and isinstance(loss.call.receiver, Object)
    moved = any(context.program.index.named("to", "cuda"))
    if not moved:
        return ""
    if is_module or not isinstance(node, ast.Call) or len(node.args) < 2:
        raise CannotWrite("the program moves its model, and the weights would have to follow")
    if not isinstance(node.args[1], ast.Name):
        raise CannotWrite("the labels have no name")
    return f", device={source_of(Place(loss.built_at.chunk, node.args[1]))}.device"
