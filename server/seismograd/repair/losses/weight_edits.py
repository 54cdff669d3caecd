"""Write class weights: balanced ones where there are others or none, or none at all."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from seismograd.faults import Edit
from seismograd.program.model import Fit, LossUse
from seismograd.program.settings import Setting
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.call_edits import change_arguments, set_arguments
from seismograd.repair.edits.imports import TORCH, Named, library_name
from seismograd.repair.edits.setting_edits import distinct, setting_edits
from seismograd.repair.losses.given_weights import BINARY, GivenWeights, weight_keyword
from seismograd.repair.losses.trained_losses import output_width
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import Object, Place
from seismograd.source.rewrite import closed_source, replace, source_of

ELSEWHERE = "they are put together with other arguments"


def added_weights(
    holder: LossUse | Fit, counts: Sequence[int], context: RepairContext
) -> tuple[Edit, ...]:
    """Raises `CannotWrite`."""
    keyword = weight_keyword(holder) or ""
    if isinstance(holder, Fit):
        return setting_edits(holder.settings[keyword], keyword, _listed(_balanced(counts)), context)
    text = _tensor(holder, counts, _device_of_labels(holder, context))
    return (*set_arguments(holder.built_at, {keyword: text.text}), *text.edits)


def removed_weights(given: GivenWeights) -> tuple[Edit, ...]:
    """Raises `CannotWrite`."""
    call = given.call.node
    keywords = call.keywords if isinstance(call, ast.Call) else []
    named = [one for one in keywords if one.value is given.place.node]
    if named:
        return change_arguments(given.call, named, {})
    return (_replaced(given, "None"),)


def changed_weights(
    holder: LossUse | Fit, given: GivenWeights, counts: Sequence[int], context: RepairContext
) -> tuple[Edit, ...]:
    """Each number where it stands, or all of them in the call. Raises `CannotWrite`."""
    weights = _balanced(counts) if isinstance(holder, Fit) else _loss_weights(holder, counts)
    try:
        return _each_in_its_place(given, weights, context)
    except CannotWrite:
        if isinstance(holder, Fit):
            return (_replaced(given, _listed(weights)),)
        text = _tensor(holder, counts, _device_of_weights(given, context))
        return (_replaced(given, text.text), *text.edits)


def _each_in_its_place(
    given: GivenWeights, weights: Sequence[str], context: RepairContext
) -> tuple[Edit, ...]:
    settings = [Setting(given.keyword, item, given.place) for item in given.items]
    if not len(weights) == len(settings) == len(distinct(settings)):
        raise CannotWrite("its numbers do not stand by themselves")
    pairs = zip(settings, weights, strict=True)
    edits = [setting_edits(one, given.keyword, text, context) for one, text in pairs]
    return tuple(edit for several in edits for edit in several)


def _replaced(given: GivenWeights, text: str) -> Edit:
    if not given.is_direct:
        raise CannotWrite(ELSEWHERE)
    return replace(given.place, text)


def _balanced(counts: Sequence[int]) -> list[str]:
    return [f"{sum(counts) / (len(counts) * count):.3g}" for count in counts]


def _listed(weights: Sequence[str]) -> str:
    return f"{{{', '.join(f'{label}: {weight}' for label, weight in enumerate(weights))}}}"


def _tensor(loss: LossUse, counts: Sequence[int], device: str) -> Named:
    function = library_name(loss.built_at.chunk.document, TORCH, "tensor")
    listed = ", ".join(_loss_weights(loss, counts))
    return Named(f"{function.text}([{listed}]{device})", function.edits)


def _loss_weights(loss: LossUse, counts: Sequence[int]) -> list[str]:
    """Raises `CannotWrite`."""
    width = output_width(loss)
    if weight_keyword(loss) == BINARY:
        if len(counts) != 2 or width not in (None, 1):
            raise CannotWrite("its labels are not those of two classes")
        return [f"{counts[0] / counts[1]:.3g}"]
    if width not in (None, len(counts)):
        raise CannotWrite("the run has not seen every class that the model knows")
    return _balanced(counts)


def _is_moved(context: RepairContext) -> bool:
    return any(context.program.index.named("to", "cuda"))


def _device_of_weights(given: GivenWeights, context: RepairContext) -> str:
    """The old ones are where they have to be."""
    return f", device={closed_source(given.place)}.device" if _is_moved(context) else ""


def _device_of_labels(loss: LossUse, context: RepairContext) -> str:
    """Weights have to be where the labels are."""
    node = loss.built_at.node
    is_module = loss.call is not None and isinstance(loss.call.receiver, Object)
    if not _is_moved(context):
        return ""
    if is_module or not isinstance(node, ast.Call) or len(node.args) < 2:
        raise CannotWrite("the program moves its model, and the weights would have to follow")
    if not isinstance(node.args[1], ast.Name):
        raise CannotWrite("the labels have no name")
    return f", device={source_of(Place(loss.built_at.chunk, node.args[1]))}.device"
