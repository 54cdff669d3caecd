"""All symptoms, found by walking this package: a new file is a new one."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache

from seismograd.traces.history import RunHistory
from seismograd.traces.stages import found_in_stages, stages_of
from seismograd.traces.symptom import Symptom, SymptomDetector


@cache
def all_detectors() -> tuple[SymptomDetector, ...]:
    """One instance of each, ordered by name."""
    return tuple(sorted((found() for found in _classes()), key=lambda detector: detector.name))


@cache
def detectors_by_name() -> Mapping[str, SymptomDetector]:
    """Each by its own name and by those of its symptoms."""
    of_symptoms = {name: one for one in all_detectors() for name in one.symptom_names}
    return {**of_symptoms, **{one.name: one for one in all_detectors()}}


def find_symptoms(history: RunHistory) -> list[Symptom]:
    """What the run shows so far, gravest first, then in the order of the steps."""
    stages = stages_of(history)
    found = [
        symptom
        for detector in all_detectors()
        for symptom in found_in_stages(stages if detector.of_a_stage else [history], detector.find)
    ]
    return sorted(found, key=lambda one: (one.severity.rank, one.step or 0, one.name))


def _classes() -> Iterator[type[SymptomDetector]]:
    for module in pkgutil.iter_modules(__path__, __name__ + "."):
        for candidate in vars(importlib.import_module(module.name)).values():
            own = inspect.isclass(candidate) and candidate.__module__ == module.name
            if own and issubclass(candidate, SymptomDetector) and hasattr(candidate, "name"):
                yield candidate
