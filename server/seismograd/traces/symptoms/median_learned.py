"""Absolute errors of targets that are mostly one value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import mean, median

from seismograd.traces.data_facts import training_data
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import activations, output_layer
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.symptoms.copied_input import ABSOLUTE
from seismograd.traces.windows import ending, finite, is_long

MOST = 0.5
"""Of the targets: from there on, their median is that value."""
NEAR = 0.1
"""Of the mean distance of the targets from the value."""
FEWEST_EXAMPLES = 64


class MedianLearned(SymptomDetector):
    """An absolute error makes the network answer with the most frequent target, always.

    ## When it is reported
    The loss is an absolute error, {MOST:.0%} or more of the targets are the same value, and the
    training ends there: the loss within {NEAR:.0%} of that of the value as the only answer, and
    the answers, on average, within {NEAR:.0%} of the mean distance of the targets from it.
    {FEWEST_EXAMPLES} examples are needed, and one loss function.

    ## Why is this bad?
    The absolute error is least at the median. Where most targets are zero (no demand, no rain, an
    empty pixel), the median is zero, whatever the others are: sums and means of the answers are far
    too small.

    ## How to fix
    Use a loss that is least at the mean: `nn.MSELoss`, or `nn.PoissonNLLLoss` for counts. Or give
    the rare values more weight, or let one network tell whether there is anything, and another how
    much.
    """

    name = "median-learned"
    of_a_stage = True

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        losses = finite(point.value for point in history.data_losses)
        known = _commonest(history)
        if not known or not is_long(losses):
            return
        last, distance, value = median(ending(losses)), known["distance"], known["value"]
        answer = _usual_answer(history)
        if answer is None or abs(answer - value) > NEAR * distance:
            return
        if abs(last - distance) <= NEAR * distance:
            yield self.symptom(
                f"{known['share']:.0%} of the targets are {value:.4g}, and the network answers "
                f"{answer:.4g}: that is what an absolute error asks for.",
                share=known["share"],
                loss=last,
                guess=distance,
            )


def _commonest(history: RunHistory) -> Mapping[str, float]:
    """Of the targets of an absolute error, the value that most of them have; empty if none."""
    kinds = {(one.type or "").lower() for one in history.loss_functions}
    data = training_data(history)
    if len(kinds) != 1 or not kinds <= set(ABSOLUTE) or len(history.optimisers) > 1:
        return {}
    if data is None or (data.examples or 0) < FEWEST_EXAMPLES:
        return {}
    known = data.commonest
    is_told = {"value", "share", "distance"} <= set(known) and known["distance"] > 0
    return known if is_told and MOST <= known["share"] < 1 else {}


def _usual_answer(history: RunHistory) -> float | None:
    """The mean of what the last layer gave, near the end."""
    layer = output_layer(history)
    seen = activations(history.samples(layer.layer or 0)) if layer is not None else ()
    means = finite(one.mean for _, one in seen)
    return mean(ending(means)) if means else None
