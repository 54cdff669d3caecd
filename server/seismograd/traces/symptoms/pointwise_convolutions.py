"""Convolutions that never look at a neighbour."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import Severity
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import pointwise_convolutions
from seismograd.traces.symptom import Symptom, SymptomDetector


class PointwiseConvolutions(SymptomDetector):
    """All convolutions have kernels of 1, but for one of 2 at most.

    ## When it is reported
    Every convolution of the run has as many weights as pairs of channels: its kernel is 1. Of a
    series, one may take in two steps.

    ## Why is this bad?
    Each pixel or time step is looked at by itself, or with the next one: edges, textures and
    courses cannot be seen.

    ## How to fix
    Use kernels of 3 or more, with padding where the size is to stay as it is.
    """

    name = "pointwise-convolutions"
    severity = Severity.INFO

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for layer in pointwise_convolutions(history)[:1]:
            yield self.symptom("No convolution sees more than two places.", step=0, layer=layer)
