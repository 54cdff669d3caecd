"""Training and evaluation mode, each where the other belongs."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import Severity
from seismograd.traces.events import Layer
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector, described

DEPENDENT = ("dropout", "batchnorm", "batch_norm", "batchnormalization")
"""Layers that do something else in training than in evaluation."""
MOST = 0.8
MOST_FOR_A_STEP = 10
"""Evaluated batches for each step: nobody evaluates that much more than they train."""
PART_OF_STEPS = 0.2
"""Evaluations for each step: validation is much rarer."""


class EvaluationInTrainingMode(SymptomDetector):
    """The network is evaluated as if it was trained: dropout and batch statistics are on."""

    name = "evaluation-in-training-mode"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        layer = _dependent(history)
        seen = [one for one in history.evaluations if one.mode and one.grad_enabled is not True]
        wrong = [one for one in seen if one.mode == "train"]
        if _is_part_of_training(history):
            return
        if layer and wrong and len(wrong) >= MOST * len(seen):
            yield self.symptom(
                f"The network is evaluated in training mode, with {described(layer)} in it.",
                layer=layer,
                share=len(wrong) / len(seen),
            )


class TrainingInEvaluationMode(SymptomDetector):
    """The network is trained in evaluation mode: dropout and batch statistics are off."""

    name = "training-in-evaluation-mode"
    severity = Severity.INFO

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        layer = _dependent(history)
        seen = [one for one in history.samples(layer.layer or 0) if one.mode] if layer else []
        wrong = [one for one in seen if one.mode == "eval"]
        if layer and len(wrong) >= 3 and len(wrong) >= MOST * len(seen):
            yield self.symptom(
                f"{described(layer)} is in evaluation mode in training steps, from step "
                f"{wrong[0].step} on.",
                step=wrong[0].step,
                layer=layer,
                share=len(wrong) / len(seen),
            )


def _is_part_of_training(history: RunHistory) -> bool:
    """With several optimisers, a network is called without a graph to train another one.

    Where steps are missing, passes that are meant for training look like evaluations.
    """
    batches = sum(one.batches or 1 for one in history.evaluations)
    if batches > MOST_FOR_A_STEP * history.step_count:
        return True
    return len(history.optimisers) > 1 and batches >= PART_OF_STEPS * history.step_count


def _dependent(history: RunHistory) -> Layer | None:
    for layer in history.layers.values():
        if any(name in (layer.type or "").lower() for name in DEPENDENT):
            return layer
    return None
