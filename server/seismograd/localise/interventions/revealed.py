"""Causes that no symptom names: answers to questions bring them in."""

from __future__ import annotations

from dataclasses import dataclass

from seismograd.faults import FaultType as F
from seismograd.faults import Severity
from seismograd.localise.hypotheses import Hypothesis, Spot


@dataclass(frozen=True, slots=True)
class Revealed:
    hypothesis: Hypothesis
    weight: float
    """How likely it is in a training that fails for no reason that a symptom names, beside
    "something else" with 1. Set by hand, from how often such faults are reported."""
    severity: Severity = Severity.INFO
    """Where it is likely and not confirmed. A warning only where the answer is a measurement that
    no healthy training gives; labels may be random by nature, and small networks meant so."""


REVEALED = (
    Revealed(
        Hypothesis(
            "inputs-and-labels", F.CPP,
            "Inputs and labels do not belong together, or the labels are wrong.", Spot.DATA,
        ),
        0.5,
    ),
    Revealed(
        Hypothesis(
            "input-without-effect", F.GRAPH, "Nothing of the input reaches the loss.", Spot.LOSS,
            (F.LOOP, F.CPP, F.LCH),
        ),
        0.15, Severity.WARNING,
    ),
    Revealed(
        Hypothesis(
            "too-small-network", F.LCN, "The network cannot express what it is to learn.",
            Spot.NARROWEST_LAYER, (F.AAL, F.LRM, F.ACH),
        ),
        0.3,
    ),
    Revealed(
        Hypothesis(
            "positions-without-effect", F.LRM,
            "The network does not see where, or in which order, the values of its inputs stand.",
            Spot.FIRST_LAYER, (F.LCF, F.CPP),
        ),
        0.2,
    ),
    Revealed(
        Hypothesis(
            "mixed-examples", F.SHAPE, "Examples of a batch are taken for steps of a sequence.",
            Spot.SEQUENCE_LAYER, (F.API, F.CPP),
        ),
        0.15, Severity.WARNING,
    ),
    Revealed(
        Hypothesis(
            "evaluation-inputs", F.CPP,
            "The inputs of the evaluation have another scale than those of the training.",
            Spot.DATA,
        ),
        0.1, Severity.WARNING,
    ),
    Revealed(
        Hypothesis(
            "kept-gradients", F.LOOP, "Gradients of earlier steps are kept.", Spot.LOOP,
            (F.HLR,),
        ),
        0.2,
    ),
    Revealed(
        Hypothesis("too-much-dropout", F.RCD, "Dropout leaves too little to learn from.",
                   Spot.DROPOUT),
        0.1,
    ),
    Revealed(
        Hypothesis("momentum", F.OCH, "The momentum does not fit this training.", Spot.OPTIMISER,
                   (F.HLR,)),
        0.05,
    ),
)  # fmt: skip
