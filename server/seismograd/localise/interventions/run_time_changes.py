"""Changes that the guest can make while the script runs: each would repair a cause.

They need no understanding of the source, so they can be tried where no fix is at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from seismograd.localise.interventions.intervention import EFFECT, RESCUE, Intervention, Statistic
from seismograd.traces.history import RunHistory
from seismograd.traces.symptoms.frozen_first_weights import FrozenFirstWeights


def clears_gradients(history: RunHistory) -> bool:
    """Measured: between all steps that were looked at."""
    told = history.kept_gradients
    return bool(told) and all(one.steps and one.kept == 0 for one in told)


def uses_gradients(history: RunHistory) -> bool:
    """Measured: sums over several batches are made on purpose, unless they are thrown away."""
    return not any(one.discarded for one in history.discarded_gradients)


def optimises_all(history: RunHistory) -> bool:
    """What no optimiser is given ends as it began."""
    told = history.parameters.unchanged if history.parameters else ()
    return not any(one.trainable and not one.optimised for one in told)


def freezes_no_first_weights(history: RunHistory) -> bool:
    """Layers that learned something before they were frozen are to stay so."""
    return not any(FrozenFirstWeights().find(history))


def has_no_penalty(history: RunHistory) -> bool:
    """None that a layer adds to the loss."""
    return not history.penalised


@dataclass(frozen=True, slots=True)
class RunTimeChange:
    alter: str
    title: str
    causes: tuple[str, ...]
    """That it would repair."""
    statistic: Statistic = Statistic.TRAINING_LOSS
    setting: str = ""
    """Of an optimiser: where it is not above `above`, there is nothing to change."""
    above: float = 0.0

    is_extreme: bool = False
    """Tried only where a symptom names the cause."""
    is_needless: Callable[[RunHistory], bool] = lambda history: False
    """Whether the run itself has shown that there is nothing to change."""
    is_whole: bool = False
    """Whether it makes other steps: only whole runs see the same data then."""

    def suits(self, history: RunHistory) -> bool:
        if self.statistic is Statistic.EVALUATION_LOSS and not history.evaluations:
            return False
        if self.is_needless(history):
            return False
        return not self.setting or largest_setting(history, self.setting) > self.above

    def intervention(self, is_named: bool, history: RunHistory) -> Intervention:
        """`is_named`: whether a symptom names the cause; if not, it must gain more."""
        effect = EFFECT if is_named else RESCUE
        statistic = self._statistic_of(history) if is_named else self.statistic
        return Intervention(
            self.title, {}, (self.alter,), statistic, effect, is_whole=self.is_whole
        )

    def _statistic_of(self, history: RunHistory) -> Statistic:
        """Where no loss of an evaluation is seen, what else is told of it must do."""
        is_told = any(one.loss is not None for one in history.evaluations)
        if self.statistic is Statistic.EVALUATION_LOSS and not is_told:
            return Statistic.EVALUATION_ERROR
        return self.statistic


RUN_TIME_CHANGES = (
    RunTimeChange(
        "learning-rate=10", "Use 10 times the learning rate", ("learning-rate-too-small",)
    ),
    RunTimeChange(
        "learning-rate=1000", "Use 1000 times the learning rate", ("learning-rate-too-small",),
        is_extreme=True,
    ),
    RunTimeChange(
        "learning-rate=0.1", "Use a tenth of the learning rate", ("learning-rate-too-large",)
    ),
    RunTimeChange(
        "learning-rate=0.01", "Use a hundredth of the learning rate", ("learning-rate-too-large",)
    ),
    RunTimeChange(
        "learning-rate=0.001", "Use a thousandth of the learning rate",
        ("learning-rate-too-large",), is_extreme=True,
    ),
    RunTimeChange(
        "redraw-weights", "Begin with the weights that the framework draws",
        ("constant-weights", "badly-scaled-weights", "initial-weights"),
    ),
    RunTimeChange(
        "redraw-biases", "Begin with the biases that the framework draws", ("initial-biases",)
    ),
    RunTimeChange("scale-inputs", "Standardise the inputs", ("unscaled-inputs",)),
    RunTimeChange(
        "no-weight-decay", "Train without weight decay", ("weight-decay",), setting="weight_decay"
    ),
    RunTimeChange(
        "no-weight-decay", "Train without penalties on weights", ("loss-penalty",),
        is_needless=has_no_penalty,
    ),
    RunTimeChange("no-dropout", "Train without dropout", ("too-much-dropout",)),
    RunTimeChange("adam", "Let Adam make the steps, with a learning rate of 0.001", ("optimiser",)),
    RunTimeChange(
        "adam=0.01", "Let Adam make the steps, with a learning rate of 0.01", ("optimiser",)
    ),
    RunTimeChange("momentum=0.9", "Use a momentum of 0.9", ("momentum",), setting="momentum",
                  above=0.95),
    RunTimeChange(
        "zero-grad", "Set gradients to zero after each step",
        ("kept-gradients", "missing-zero-grad"), is_needless=clears_gradients,
    ),
    RunTimeChange(
        "step-each-backward", "Make a step after each backward pass", ("discarded-gradients",),
        is_needless=uses_gradients, is_whole=True,
    ),
    RunTimeChange("training-mode", "Train in training mode", ("training-mode",)),
    RunTimeChange(
        "train-all-layers", "Give all weights to the optimiser", ("untrained-layers",),
        is_needless=optimises_all,
    ),
    RunTimeChange(
        "unfreeze", "Train the layers that are frozen", ("untrained-layers",),
        is_needless=freezes_no_first_weights,
    ),
    RunTimeChange(
        "evaluation-in-other-mode", "Evaluate in the other mode", ("evaluation-mode",),
        Statistic.EVALUATION_LOSS,
    ),
    RunTimeChange(
        "match-evaluation-inputs", "Give the evaluation inputs of the scale of the training",
        ("different-scales",), Statistic.EVALUATION_LOSS,
    ),
)  # fmt: skip


def changes_for(cause: str, history: RunHistory) -> Iterable[RunTimeChange]:
    return (one for one in RUN_TIME_CHANGES if cause in one.causes and one.suits(history))


def largest_setting(history: RunHistory, name: str) -> float:
    """Of all optimisers; zero where none has it."""
    groups = (group for optimiser in history.optimisers for group in optimiser.groups)
    values = (group.get(name) for group in groups)
    return max((value for value in values if isinstance(value, int | float)), default=0.0)
