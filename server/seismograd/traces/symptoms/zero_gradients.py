"""Gradients that are exactly zero, of everything and from the first step on."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.events import Place, Step
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import output_layer, saturated_share
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.symptoms.stuck_at_zero import StuckAtZero

FEWEST = 5
"""Measured steps."""
FEWEST_OF_UNCHANGED = 2
"""Where the end of the run tells that no parameter has changed."""
FEWEST_STEPS = 20
"""Of a run."""
SATURATED = 0.95
"""Share of the outputs."""


class ZeroGradients(SymptomDetector):
    """All gradients are exactly zero, and the loss is not.

    ## When it is reported
    A run makes {FEWEST_STEPS} steps or more. In all that are measured, {FEWEST} at least and the
    first among them, the gradient of everything that the optimisers have is zero to the last bit,
    while there is a loss. {FEWEST_OF_UNCHANGED} measured steps are enough where all parameters had
    a gradient and are at the end what they were at first. Runs whose
    [weights are stuck at zero](stuck-at-zero.md) are left out, and those whose output lies at the
    flat ends of its function: such a network has been given numbers that are far too large.

    ## Why is this bad?
    No step changes anything: the results are those of the first weights.

    ## How to fix
    Something that the loss is made of has no slope:

    - Leave `round`, `sign`, `floor`, comparisons and `argmax` for metrics. In a loss, use what they
      round: probabilities instead of classes (`p` instead of `round(p)`), or a smooth function.
    - Where a network has to round inside, pass the gradient on by hand:
      `x + (x.round() - x).detach()`.
    - A last layer whose ReLU is never above zero, or a `clamp` that is always at its end, does the
      same: look at the range of the output.
    """

    name = "zero-gradients"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        known = [one for one in history.steps if one.grad_norm is not None]
        fewest = FEWEST_OF_UNCHANGED if _ends_as_it_began(history) else FEWEST
        is_long = len(known) >= fewest and history.step_count >= FEWEST_STEPS
        if not is_long or not _begins(history, known) or _is_known_otherwise(history):
            return
        if all(one.grad_norm == 0 and one.loss for one in known) and not _has_gradient(history):
            yield self.symptom(
                f"All gradients are exactly zero in {len(known)} measured steps, and the loss is "
                "not.",
                step=0,
                place=_place(history),
                steps=float(len(known)),
            )


def _is_known_otherwise(history: RunHistory) -> bool:
    return _is_saturated(history) or any(StuckAtZero().find(history))


def _is_saturated(history: RunHistory) -> bool:
    last = output_layer(history)
    share = saturated_share(history, last) if last is not None else None
    return share is not None and share >= SATURATED


def _begins(history: RunHistory, known: list[Step]) -> bool:
    """Whether the first step was measured: later, everything may have been learned."""
    return known[0].step == history.steps[0].step == 0


def _ends_as_it_began(history: RunHistory) -> bool:
    told = history.parameters
    if told is None or not told.compared or len(told.unchanged) < told.compared:
        return False
    return all(one.optimised and one.had_gradient for one in told.unchanged)


def _has_gradient(history: RunHistory) -> bool:
    """Of layers that no optimiser of these steps has, perhaps."""
    samples = (one.sample for number in history.layers for one in history.samples(number))
    return any(grad.norm != 0 for sample in samples for grad in sample.grad.values())


def _place(history: RunHistory) -> Place | None:
    loss = next(iter(history.loss_functions), None)
    return (loss.defined or loss.called or loss.built) if loss else None
