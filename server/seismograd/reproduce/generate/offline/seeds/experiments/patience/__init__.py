"""What watches a metric over the epochs: early stopping, plateaus, and the best state so far."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.seeds.experiments.patience import (
    best,
    callbacks,
    stopping,
)


def experiments(case: Case) -> Iterator[Draft]:
    yield from stopping.experiments(case)
    yield from best.experiments(case)
    yield from callbacks.experiments(case)
