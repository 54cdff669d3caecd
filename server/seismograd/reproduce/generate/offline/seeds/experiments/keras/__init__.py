"""The same experiments in the words of Keras."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.seeds.experiments.keras import (
    batch,
    determinism,
    evaluation,
    gradient,
    learning,
    mask,
    nan,
    reload,
)

IN_KERAS: dict[str, Callable[[Case], Iterator[Draft]]] = {
    "nan": nan.experiments,
    "gradient": gradient.experiments,
    "learning": learning.experiments,
    "reload": reload.experiments,
    "determinism": determinism.experiments,
    "evaluation": evaluation.experiments,
    "mask": mask.experiments,
    "batch": batch.experiments,
}
