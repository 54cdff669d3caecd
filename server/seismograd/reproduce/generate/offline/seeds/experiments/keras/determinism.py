"""The same seed twice, with Keras."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.seeds.experiments.keras.stage import (
    NUMBERS,
    TRAIN,
    stages,
)

NAME = "difference_between_runs"


def experiments(case: Case) -> Iterator[Draft]:
    for stage in stages(case):
        run = (
            "keras.utils.set_random_seed(0)",
            *stage.setting,
            "train_a_little(model, x, 2)",
            f"results.append(numbers({stage.outputs()}))",
        )
        body = (
            "results = []",
            "for _ in range(2):",
            *(f"    {line}" for line in run),
            f"{NAME} = float(np.abs(results[0] - results[1]).max())",
        )
        idea = f"Train what {stage.symbol.name} gives twice with the same seed."
        yield from stage.draft(idea, body, NAME, helpers=(TRAIN, NUMBERS))
