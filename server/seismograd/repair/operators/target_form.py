"""The form of targets that a PyTorch loss wants: class numbers, one-hot rows, zeros and ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.model import LossUse
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.imports import library_name
from seismograd.repair.losses.fitting_losses import BINARY, OF_NUMBERS
from seismograd.repair.losses.loss_targets import TargetKind, Targets, targets_of
from seismograd.repair.losses.trained_losses import output_width, trained_losses
from seismograd.repair.operators.offer import numbered, offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import call_method, replace, source_of

ZEROS_AND_ONES = "0 and 1"
CLASS_NUMBERS = "class numbers"
ONE_HOT = "one-hot rows"
ONE_HOT_FUNCTION = "nn.functional.one_hot"
OF_FLOATS = OF_NUMBERS | {"soft_margin"}
OF_WHOLE_NUMBERS = frozenset({"cross_entropy", "nll"})


class TargetForm(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        losses = [one for one in trained_losses(context.program) if one.framework == "torch"]
        for number, loss in enumerate(losses, 1):
            targets = targets_of(loss, context)
            form = _wanted_form(loss, targets) if targets is not None else None
            if targets is not None and form is not None:
                name = numbered("targets", "output", number, len(losses))
                yield from offered(context, _parameter(name, loss, targets, form))


def target_type_edits(loss: LossUse, kind: str, targets: Targets | None) -> tuple[Edit, ...]:
    """Targets of the type that another kind of loss wants. Raises `CannotWrite`."""
    if loss.framework != "torch" or targets is None or targets.dtype is None:
        return ()
    if kind in OF_FLOATS and targets.are_integers:
        return (call_method(_place(loss), ".float()"),)
    is_of_classes = kind in OF_WHOLE_NUMBERS and targets.kind is TargetKind.CLASSES
    if is_of_classes and not targets.are_integers:
        return (call_method(_place(loss), ".long()"),)
    return ()


def _wanted_form(loss: LossUse, targets: Targets) -> str | None:
    """None where the targets have the form that the loss takes."""
    match targets.kind:
        case TargetKind.SIGNS if loss.kind in BINARY:
            return ZEROS_AND_ONES
        case TargetKind.ONE_HOT if loss.kind == "nll":
            return CLASS_NUMBERS
        case TargetKind.ONE_HOT if loss.kind == "cross_entropy" and targets.are_integers:
            return CLASS_NUMBERS
        case TargetKind.CLASSES if loss.kind in OF_NUMBERS and targets.are_integers:
            return ONE_HOT
    return None


def _parameter(name: str, loss: LossUse, targets: Targets, form: str) -> Parameter:
    return Parameter(
        name,
        FaultType.LCH,
        str(targets.kind),
        Choices((form,)),
        partial(_write, loss),
        (form,),
        (FaultType.CPP,),
        changes_loss=True,
        is_unusual=targets.is_seen,
    )


def _write(loss: LossUse, value: Value) -> tuple[Edit, ...]:
    """Raises `CannotWrite`."""
    place = _place(loss)
    if value == CLASS_NUMBERS:
        return (call_method(place, ".argmax(dim=1)"),)
    if value == ZEROS_AND_ONES:
        return (replace(place, f"({call_method(place, '').new_text} + 1) / 2"),)
    return _one_hot(loss, place)


def _one_hot(loss: LossUse, place: Place) -> tuple[Edit, ...]:
    width = output_width(loss)
    if width is None or width < 2:
        raise CannotWrite("the number of classes is not known from the source")
    function = library_name(place.chunk.document, ("torch",), ONE_HOT_FUNCTION)
    text = f"{function.text}({source_of(place)}, {width}).float()"
    return (replace(place, text), *function.edits)


def _place(loss: LossUse) -> Place:
    given = loss.call.argument(1, "target") if loss.call is not None else None
    if given is None or given.place is None:
        raise CannotWrite("the source does not show its targets")
    return given.place
