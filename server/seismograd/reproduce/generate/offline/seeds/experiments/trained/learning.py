"""The project's own training: does the loss fall?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import LOSS_ENDS, wanted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import drafted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.training import EPOCHS as LENGTHS
from seismograd.reproduce.generate.offline.seeds.experiments.stage.training import Training
from seismograd.reproduce.generate.offline.seeds.experiments.stage.trainings import (
    trainings,
)
from seismograd.reproduce.generate.offline.seeds.experiments.trained import gradient
from seismograd.reproduce.generate.offline.seeds.experiments.trained.effect import (
    TAKEN_BACK,
    with_and_without_steps,
    without_effect,
)
from seismograd.reproduce.generate.offline.seeds.experiments.trained.learnable import learnable
from seismograd_sandbox.guest.loss_recorder import LOSSES

EPOCHS = 25
FEWEST_STEPS = 300
_ENDS = (
    "assert len(losses) >= 50, len(losses)",
    "fifth = len(losses) // 5",
    "loss_first = sum(losses[:fifth]) / fifth",
    "loss_last = sum(losses[-fifth:]) / fifth",
)


def experiments(case: Case) -> Iterator[Draft]:
    """Made-up examples that are easily told apart: whatever trains at all learns them.

    Their sizes make no difference to that.
    """
    if not wanted(case.fingerprint) & set(LOSS_ENDS):
        yield from gradient.experiments(case)
        return
    for training in trainings(case, epochs=EPOCHS):
        if training.is_own:
            yield from _on_own_data(case, training)
            continue
        *made, call = learnable(training.statements)
        if training.goes_on and not training.is_script:
            again = f"for _ in range({FEWEST_STEPS}):"
            call = "\n".join((again, f"    if len(losses) < {FEWEST_STEPS}:", f"        {call}"))
        statements = (*made, call)
        body = (*statements, *_ENDS)
        idea = f"{training.idea} See whether the loss falls."
        for draft in drafted(case, training.bench, idea, body, *LOSS_ENDS, setup=(LOSSES,)):
            yield draft.changed(made_up=(), constants=tuple(map(_long_enough, draft.constants)))


def _on_own_data(case: Case, training: Training) -> Iterator[Draft]:
    body = (*with_and_without_steps(training.statements), *_ENDS)
    idea = f"{training.idea} See whether the loss falls, and whether training does anything."
    setup = (LOSSES, TAKEN_BACK)
    for draft in drafted(case, training.bench, idea, body, *LOSS_ENDS, setup=setup):
        yield without_effect(draft)


def _long_enough(constant: Constant) -> Constant:
    """Who says that many epochs do not help does not need so many to show it."""
    is_length = constant.name.lower() in LENGTHS and constant.value.isdigit()
    too_long = is_length and int(constant.value) > EPOCHS
    return replace(constant, value=str(EPOCHS)) if too_long else constant
