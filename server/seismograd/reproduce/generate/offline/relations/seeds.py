"""All relations that the criteria ask for, with all subjects that the report may be about."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain

from seismograd.reproduce.case import Case
from seismograd.reproduce.error_isolation import log_and_stop_on_error
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.measured_conditions import wanted
from seismograd.reproduce.generate.offline.relations.accumulators import accumulators
from seismograd.reproduce.generate.offline.relations.keras_models import keras_models
from seismograd.reproduce.generate.offline.relations.runner import drafted
from seismograd.reproduce.generate.offline.relations.table import OF_ACCUMULATORS, OF_NETWORKS
from seismograd.reproduce.generate.offline.relations.torch_networks import torch_networks

_TABLES = (
    (OF_NETWORKS, (torch_networks, keras_models)),
    (OF_ACCUMULATORS, (accumulators,)),
)


def from_relations(case: Case) -> Iterator[Draft]:
    asked = wanted(case.fingerprint)
    for relations, kinds in _TABLES:
        fitting = [one for one in relations if {one.measurement} == asked]
        subjects = chain.from_iterable(
            log_and_stop_on_error(partial(kind, case), kind) for kind in kinds if fitting
        )
        for subject in subjects:
            for relation in fitting:
                yield from drafted(case, relation, subject)
