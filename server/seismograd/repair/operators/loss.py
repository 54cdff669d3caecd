"""The loss: another one that takes the same output and the same targets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from seismograd.faults import Edit, FaultType
from seismograd.program.model import LossUse
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.activation_edits import activation_edits
from seismograd.repair.layers.output_activations import COMPETING
from seismograd.repair.losses.competing_output import competing_output
from seismograd.repair.losses.fitting_losses import fitting_losses, is_misfit
from seismograd.repair.losses.loss_edits import keras_name, loss_edits
from seismograd.repair.losses.loss_targets import TargetKind, Targets, targets_of
from seismograd.repair.losses.trained_losses import trained_losses
from seismograd.repair.operators.offer import numbered, offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.operators.target_form import target_type_edits
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value

SIGMOID = "sigmoid"
TORCH_KINDS = {
    "CrossEntropyLoss": "cross_entropy",
    "NLLLoss": "nll",
    "BCEWithLogitsLoss": "bce_with_logits",
    "BCELoss": "bce",
    "MSELoss": "mse",
    "L1Loss": "mae",
    "SmoothL1Loss": "huber",
    "SoftMarginLoss": "soft_margin",
    "PoissonNLLLoss": "poisson",
}
KERAS_KINDS = {
    "CategoricalCrossentropy": "cross_entropy",
    "SparseCategoricalCrossentropy": "sparse_cross_entropy",
    "BinaryCrossentropy": "bce",
    "MeanSquaredError": "mse",
    "MeanAbsoluteError": "mae",
    "Huber": "huber",
    "Hinge": "hinge",
    "SquaredHinge": "squared_hinge",
    "Poisson": "poisson",
}


class Loss(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        losses = trained_losses(context.program)
        for number, loss in enumerate(losses, 1):
            name = numbered("loss", "output", number, len(losses))
            yield from _parameter(name, loss, context)


def _parameter(name: str, loss: LossUse, context: RepairContext) -> Iterator[Parameter]:
    kinds = TORCH_KINDS if loss.framework == "torch" else KERAS_KINDS
    targets = targets_of(loss, context)
    classes = {_shown(cls, loss): cls
               for kind in fitting_losses(loss, targets)
               for cls, own in kinds.items() if own == kind}  # fmt: skip
    if not classes:
        context.refuse(name, "no other loss is known to take this output and these labels")
        return
    options, change = tuple(classes), LossChange(loss, targets, classes, kinds, context)
    found = Parameter(name, FaultType.LCH, _old(loss, kinds), Choices(options), change.edits,
                      options, also_sets=change.also_sets, changes_loss=True,
                      is_unusual=is_misfit(loss, targets))  # fmt: skip
    yield from offered(context, found)


def _shown(name: str, loss: LossUse) -> str:
    return name if loss.framework == "torch" else keras_name(name)


def _old(loss: LossUse, kinds: dict[str, str]) -> str:
    named = (_shown(one, loss) for one, kind in kinds.items() if kind == loss.kind)
    return next(named, loss.kind)


@dataclass(frozen=True)
class LossChange:
    """Another loss, with targets of the type and an output of the function that it wants."""

    loss: LossUse
    targets: Targets | None
    classes: Mapping[str, str]
    """By the names that are shown."""
    kinds: Mapping[str, str]
    context: RepairContext

    def edits(self, value: Value) -> tuple[Edit, ...]:
        """Raises `CannotWrite`."""
        cls = self.classes[str(value)]
        own = loss_edits(self.loss, cls, self.context)
        typed = target_type_edits(self.loss, self.kinds[cls], self.targets)
        return (*own, *typed, *self._output_edits(value))

    def also_sets(self, value: Value) -> str:
        return f"outputs by {SIGMOID}" if self._needs_sigmoid(value) else ""

    def _output_edits(self, value: Value) -> tuple[Edit, ...]:
        if not self._needs_sigmoid(value):
            return ()
        site = competing_output(self.loss, self.context.program)
        if site is None:
            raise CannotWrite("the source does not show the softmax of its output")
        return activation_edits(site, SIGMOID, self.context)

    def _needs_sigmoid(self, value: Value) -> bool:
        """With a softmax classes compete, and examples have several labels."""
        several = self.targets is not None and self.targets.kind is TargetKind.SEVERAL_LABELS
        is_binary = self.kinds[self.classes[str(value)]] == "bce"
        return several and is_binary and self.loss.output_function in COMPETING
