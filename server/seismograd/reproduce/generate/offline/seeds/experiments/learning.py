"""The project's own training: does the loss fall?"""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.seeds.experiments import gradient
from seismograd.reproduce.generate.offline.seeds.experiments.oracle import LOSS_ENDS, wanted
from seismograd.reproduce.generate.offline.seeds.experiments.scene import drafted
from seismograd.reproduce.generate.offline.seeds.experiments.trainings import LOSSES, trainings

EPOCHS = 40
FEWEST_STEPS = 50
_ENDS = (
    f"assert len(losses) >= {FEWEST_STEPS}, len(losses)",
    "tenth = max(1, len(losses) // 10)",
    "loss_first = sum(losses[:tenth]) / tenth",
    "loss_last = sum(losses[-tenth:]) / tenth",
)


def experiments(case: Case) -> Iterator[Draft]:
    """Made-up examples with fixed labels can be learnt by heart, too."""
    if not wanted(case.fingerprint) & set(LOSS_ENDS):
        yield from gradient.experiments(case)
        return
    for training in trainings(case, epochs=EPOCHS):
        statements = training.statements
        if not training.is_script:
            *made, call = statements
            statements = (*made, f"while len(losses) < {FEWEST_STEPS}:", f"    {call}")
        body = (*statements, *_ENDS)
        idea = f"{training.idea} See whether the loss falls."
        yield from drafted(case, training.bench, idea, body, *LOSS_ENDS, setup=(LOSSES,))
