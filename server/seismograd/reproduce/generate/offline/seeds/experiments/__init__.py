"""Experiments for silent bugs: build, exercise, measure; one file a family."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.seeds.experiments import patience
from seismograd.reproduce.generate.offline.seeds.experiments.answers import (
    batch,
    capacity,
    company,
    device,
    mask,
    memory,
    nan,
    outcome,
    read_together,
)
from seismograd.reproduce.generate.offline.seeds.experiments.examples import (
    augmentation,
    data,
    rereads,
)
from seismograd.reproduce.generate.offline.seeds.experiments.keras import IN_KERAS
from seismograd.reproduce.generate.offline.seeds.experiments.options import (
    defaults,
    missing_errors,
    option,
)
from seismograd.reproduce.generate.offline.seeds.experiments.reported import reported_runs, told
from seismograd.reproduce.generate.offline.seeds.experiments.scores import (
    definition,
    metrics,
    printed,
    ties,
    units,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import wanted
from seismograd.reproduce.generate.offline.seeds.experiments.state import (
    determinism,
    evaluation,
    reload,
    round_trip,
    side_effects,
)
from seismograd.reproduce.generate.offline.seeds.experiments.trained import (
    accumulation,
    averaging,
    clipping,
    frozen_state,
    gradient,
    learning,
    scheduler,
    sharing,
    weighting,
)
from seismograd.reproduce.mishaps import unbroken

Experiments = Callable[[Case], Iterator[Draft]]
BY_FAMILY: dict[str, tuple[Experiments, ...]] = {
    "nan": (reported_runs.broken_losses, nan.experiments),
    "gradient": (gradient.experiments,),
    "learning": (reported_runs.still_losses, learning.experiments),
    "reload": (reload.experiments,),
    "determinism": (determinism.experiments,),
    "evaluation": (evaluation.experiments,),
    "batch": (read_together.experiments, batch.experiments, company.experiments),
    "mask": (mask.experiments,),
    "config": (option.experiments,),
    "defaults": (defaults.experiments,),
    "shape": (outcome.experiments,),
    "dtype": (outcome.experiments,),
    "metric": (
        ties.experiments,
        printed.experiments,
        metrics.experiments,
        definition.experiments,
    ),
    "value": (
        round_trip.experiments,
        definition.experiments,
        reported_runs.negative_values,
    ),
    "scheduler": (scheduler.experiments,),
    "data": (data.experiments, rereads.experiments, side_effects.experiments),
    "clipping": (clipping.experiments,),
    "accumulation": (accumulation.experiments,),
    "averaging": (averaging.experiments,),
    "augmentation": (augmentation.experiments,),
    "missing-error": (missing_errors.experiments,),
    "weighting": (weighting.experiments,),
    "patience": (patience.experiments,),
    "memory": (memory.experiments,),
    "frozen": (frozen_state.experiments,),
    "capacity": (capacity.experiments,),
    "units": (units.experiments,),
    "sharing": (sharing.experiments,),
    "device": (device.experiments,),
}


def from_experiments(case: Case) -> Iterator[Draft]:
    """The report's own code first: it has the reporter's values."""
    if not wanted(case.fingerprint):
        return
    symptom = case.fingerprint.symptom
    of_family = (*_in_keras(symptom), *BY_FAMILY.get(symptom, ()))
    for experiments in (told.experiments, *of_family):
        yield from unbroken(partial(experiments, case), experiments)


def _in_keras(symptom: str) -> tuple[Experiments, ...]:
    return (IN_KERAS[symptom],) if symptom in IN_KERAS else ()
