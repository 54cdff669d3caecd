"""Training and evaluation mode, each where the other belongs."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import Severity
from seismograd.traces.events import Evaluation, Layer
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector, described

DEPENDENT = ("dropout", "batchnorm", "batch_norm", "batchnormalization")
"""Layers that do something else in training than in evaluation."""
MOST = 0.8
MOST_FOR_A_STEP = 10
"""Evaluated batches for each step: nobody evaluates that much more than they train."""
PART_OF_STEPS = 0.2
"""Evaluations for each step: validation is much rarer."""
REPEATED = 3
"""Times that the same input is given: answers at random are wanted."""


class EvaluationInTrainingMode(SymptomDetector):
    """The network is evaluated as if it was trained: dropout and batch statistics are on.

    ## When it is reported
    A network with dropout or batch normalisation is in training mode in {MOST:.0%} of the
    evaluations or more, or whenever it is called after its last training step. Passes that are
    part of a training with several optimisers are left out, and so are its evaluations without a
    loss: generators are often meant to stay in training mode. So are evaluations in which each
    input is given {REPEATED} times or more: the spread of the answers is wanted then.

    ## Why is this bad?
    Dropout makes the results worse and random. Batch normalisation uses the statistics of the
    batch, and takes what it sees of the evaluation data into its running statistics.

    ## How to fix
    Call `model.eval()` before the evaluation and `model.train()` after it. `torch.no_grad()` does
    not do that. In Keras, pass `training=False` where you call the network yourself.
    """

    name = "evaluation-in-training-mode"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        layer = _dependent(history)
        told = [one for one in history.evaluations if not _may_make_something(history, one)]
        seen = [one for one in told if _is_single_pass(one)]
        wrong = [one for one in seen if one.mode == "train"]
        after = any(one.after_training and _is_dependent(history, one) for one in wrong)
        if _is_part_of_training(history):
            return
        if layer and wrong and (after or len(wrong) >= MOST * len(seen)):
            yield self.symptom(
                f"The network is evaluated in training mode, with {described(layer)} in it.",
                place=next((one.place for one in reversed(wrong) if one.place), None),
                layer=layer,
                share=len(wrong) / len(seen),
            )


class TrainingInEvaluationMode(SymptomDetector):
    """The network is trained in evaluation mode: dropout and batch statistics are off.

    ## When it is reported
    A layer of dropout or batch normalisation is in evaluation mode in {MOST:.0%} of the measured
    training steps or more.

    ## Why is this bad?
    Dropout does nothing, and batch normalisation uses running statistics that nobody updates. It is
    right where batch normalisation is frozen on purpose, as in fine-tuning.

    ## How to fix
    Call `model.train()` at the beginning of every epoch: an evaluation in between leaves the
    network in evaluation mode. In Keras, pass `training=True` in a loop of your own.
    """

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


def _may_make_something(history: RunHistory, one: Evaluation) -> bool:
    """Whether it may be a generator at work: one network of several, and nothing is compared."""
    return len(history.optimisers) > 1 and one.loss is None and not one.metrics


def _is_single_pass(one: Evaluation) -> bool:
    repeated = one.mode == "train" and (one.times or 1.0) >= REPEATED
    return bool(one.mode) and one.grad_enabled is not True and not repeated


def _is_dependent(history: RunHistory, evaluation: Evaluation) -> bool:
    """Whether the network that was evaluated is known to have such layers."""
    known = (one for one in history.networks if one.network == evaluation.network)
    return any(one.mode_dependent for one in known)


def _dependent(history: RunHistory) -> Layer | None:
    known = {one.network: one.mode_dependent for one in history.networks}
    for layer in history.layers.values():
        types, own = known.get(layer.network), layer.type or ""
        is_one = any(name in own.lower() for name in DEPENDENT)
        if is_one and (types is None or own in types):  # dropout with a rate of 0 is none
            return layer
    return None
