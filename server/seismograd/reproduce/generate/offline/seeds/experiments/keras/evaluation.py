"""A Keras model that predicts twice must say the same twice."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.seeds.experiments.keras.stage import NUMBERS, stages

NAME = "difference_between_calls"


def experiments(case: Case) -> Iterator[Draft]:
    for stage in stages(case, layers=True):
        body = (
            *stage.setting,
            f"first = numbers({stage.outputs()})",
            f"second = numbers({stage.outputs()})",
            f"{NAME} = float(np.abs(first - second).max())",
        )
        idea = f"Let what {stage.symbol.name} gives predict the same twice."
        yield from stage.draft(idea, body, NAME, helpers=(NUMBERS,))
