"""Causes that answers to questions bring in, where no symptom names them.

Some of them have a symptom as well: the same name then, with a place for where none points.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from seismograd.faults import FaultType as F
from seismograd.faults import Severity
from seismograd.localise.hypotheses import HYPOTHESES, Hypothesis, Spot
from seismograd.localise.interventions.run_time_changes import clears_gradients
from seismograd.localise.layer_choice import dropout_layer
from seismograd.traces.guessing_evaluation import evaluation_is_guess
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import narrow_layer, pointwise_convolutions

BLIND, NARROW = 1.5, 1.5
"""Where the network is built so that it must be: convolutions with kernels of 1 only, or a layer
narrower than what comes before and after it."""
ADAPTIVE = frozenset({"Adam", "AdamW", "NAdam", "Nadam", "RAdam", "Adamax", "RMSprop", "Lion"})
"""Optimisers that fit steps to the size of the gradients; Adagrad's get ever smaller."""


def _always(weight: float) -> Callable[[RunHistory], float]:
    return lambda history: weight


def _lost(history: RunHistory) -> float:
    """A training that works, and an evaluation that knows nothing, have few other reasons."""
    return 2.0 if evaluation_is_guess(history) else 0.5


def _unless_confirmed(history: RunHistory) -> float:
    """Nothing speaks for it but a change that repairs the training."""
    return 0.0


def _too_small(history: RunHistory) -> float:
    return NARROW if narrow_layer(history) else 0.1


def _pointwise(history: RunHistory) -> float:
    return BLIND if pointwise_convolutions(history) else 0.0


def _dropped(history: RunHistory) -> float:
    return 0.2 if dropout_layer(history) else 0.0


def uses_adaptive_optimiser(history: RunHistory) -> bool:
    return any(one.type in ADAPTIVE for one in history.optimisers)


def _not_adaptive(history: RunHistory) -> float:
    return 0.3 if history.optimisers and not uses_adaptive_optimiser(history) else 0.0


def _kept(history: RunHistory) -> float:
    return 0.0 if clears_gradients(history) else 0.2


def _evaluated(history: RunHistory) -> float:
    return 0.3 if history.evaluations else 0.0


@dataclass(frozen=True, slots=True)
class Revealed:
    hypothesis: Hypothesis
    weight: Callable[[RunHistory], float]
    """How likely it is in a training that fails for no reason that a symptom names, beside
    "something else" with 1, given what the network is made of. Set by hand, from how often such
    faults are reported."""
    severity: Severity = Severity.INFO
    """Where it is likely and not confirmed. A warning only where the answer is a measurement that
    no healthy training gives; labels may be random by nature, and small networks meant so."""


REVEALED = (
    Revealed(
        Hypothesis(
            "inputs-and-labels", F.CPP,
            "Inputs and labels do not belong together, the labels are wrong, or a reshape on the "
            "way has mixed axes.",
            Spot.DATA, (F.SHAPE,),
        ),
        _lost,
    ),
    Revealed(
        Hypothesis(
            "input-without-effect", F.GRAPH, "Nothing of the input reaches the loss.", Spot.LOSS,
            (F.LOOP, F.CPP, F.LCH),
        ),
        _always(0.15), Severity.WARNING,
    ),
    Revealed(
        Hypothesis(
            "too-small-network", F.LCN, "The network cannot express what it is to learn.",
            Spot.NARROWEST_LAYER, (F.AAL, F.LRM, F.ACH),
        ),
        _too_small,
    ),
    Revealed(
        Hypothesis(
            "pointwise-convolutions", F.LCF,
            "Convolutions with kernels of 1 see single values only.", Spot.CONVOLUTION, (F.LRM,),
        ),
        _pointwise,
    ),
    Revealed(
        Hypothesis(
            "different-scales", F.CPP,
            "The inputs of the evaluation have another scale than those of the training.",
            Spot.DATA,
        ),
        _evaluated, Severity.WARNING,
    ),
    Revealed(
        Hypothesis(
            "kept-gradients", F.LOOP, "Gradients of earlier steps are kept.", Spot.LOOP,
            (F.HLR,),
        ),
        _kept,
    ),
    Revealed(
        Hypothesis("too-much-dropout", F.RCD, "Dropout leaves too little to learn from.",
                   Spot.DROPOUT),
        _dropped,
    ),
    Revealed(
        Hypothesis("optimiser", F.OCH, "The optimiser does not fit this training.",
                   Spot.OPTIMISER, (F.HLR,)),
        _not_adaptive,
    ),
    Revealed(
        Hypothesis("momentum", F.OCH, "The momentum does not fit this training.", Spot.OPTIMISER,
                   (F.HLR,)),
        _always(0.05),
    ),
    Revealed(
        Hypothesis(
            "initial-weights", F.WCI, "The weights that the script begins with do not fit.",
            Spot.FIRST_LAYER, (F.BCI,),
        ),
        _always(0.1),
    ),
    Revealed(
        Hypothesis(
            "initial-biases", F.BCI, "The biases that the script begins with do not fit.",
            Spot.FIRST_LAYER, (F.WCI,),
        ),
        _always(0.05),
    ),
    Revealed(
        Hypothesis(
            "batch-size", F.HBS, "The batch size does not fit this training.", Spot.DATA,
            (F.HLR, F.HNE),
        ),
        _unless_confirmed,
    ),
    Revealed(
        Hypothesis(
            "augmentation", F.CPP,
            "What is changed at random in the training data no longer goes with its labels.",
            Spot.DATA,
        ),
        _unless_confirmed,
    ),
)  # fmt: skip


def all_hypotheses() -> dict[str, Hypothesis]:
    """By name; where a cause has a symptom as well, its place is what answers know."""
    return {one.name: one for one in (*HYPOTHESES, *(each.hypothesis for each in REVEALED))}
