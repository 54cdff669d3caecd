"""A few hundred steps of a Keras model on a few examples: does the loss fall?"""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.seeds.experiments.keras import gradient
from seismograd.reproduce.generate.offline.seeds.experiments.keras.stage import TRAIN, stages
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import LOSS_ENDS, wanted

EPOCHS = 60
"""Of one step each: the examples are few."""


def experiments(case: Case) -> Iterator[Draft]:
    if not wanted(case.fingerprint) & set(LOSS_ENDS):
        yield from gradient.experiments(case)
        return
    for stage in stages(case):
        body = (
            *stage.setting,
            f"losses = train_a_little(model, x, {EPOCHS}).history['loss']",
            "tenth = max(1, len(losses) // 10)",
            "loss_first = sum(losses[:tenth]) / tenth",
            "loss_last = sum(losses[-tenth:]) / tenth",
        )
        idea = f"Fit what {stage.symbol.name} gives to four examples; see whether the loss falls."
        yield from stage.draft(idea, body, *LOSS_ENDS, helpers=(TRAIN,))
