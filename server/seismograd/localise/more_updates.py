"""Trainings that end after a handful of updates, tried with several times the epochs.

They are too short for any other judgement: whatever learns faster looks better after 16 updates.
That more of them help says nothing by itself, since that is so of most trainings. Where the error
falls to less than half, the training was not over when it ended.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median

from seismograd.faults import Fix
from seismograd.localise.diagnosis import Diagnosis
from seismograd.localise.evaluation_error import evaluation_error
from seismograd.localise.interventions.apply_fix import changed_files
from seismograd.localise.interventions.intervention import Intervention, Statistic
from seismograd.localise.interventions.revealed import ADAPTIVE
from seismograd.localise.source_lines import Read
from seismograd.traces.history import RunHistory
from seismograd.traces.symptoms.still_falling import ENOUGH, FEW, NOTHING_LEFT, THIRD
from seismograd.traces.windows import finite

CAUSE = "too-few-updates"
FIRST_ORDER = ADAPTIVE | {
    "SGD",
    "ASGD",
    "Adagrad",
    "Adadelta",
    "Adafactor",
    "Ftrl",
    "Lamb",
    "Rprop",
}
"""Optimisers whose update is one small step: one of L-BFGS is a search of its own."""
UPDATES = 300
"""What a small network is trained by."""
FEWEST_TIMES = 4
"""Fewer times the epochs leave a very short training short."""
FEWEST_EXAMPLES, FEWEST_UNCHECKED = 200, 1000
"""Of a pass over the data: fewer are those of a demonstration. Without an evaluation it takes more,
since what is learned by heart would count as well."""


def is_brief(history: RunHistory) -> bool:
    """Whether it is a training, over in a few updates by itself, that leaves room."""
    if not history.has_finished:
        return False
    is_few = ENOUGH <= history.step_count <= FEW and len(history.epochs) > 1
    types = [one.type for one in history.optimisers]
    is_usual = len(types) == 1 and types[0] in FIRST_ORDER
    return is_few and is_usual and _has_room(history) and _has_examples(history)


def usual_times(history: RunHistory) -> int:
    """How many times the epochs make a usual training of it."""
    return math.ceil(UPDATES / max(history.step_count, 1))


def longer_trainings(
    diagnosis: Diagnosis, times: int, effect: float, root: Path, read: Read
) -> Iterator[Intervention]:
    """The same change in two ways: as the script runs, and in its source."""
    title = f"Train for {times} times the epochs"
    statistic = _statistic(diagnosis.history)
    at_ends = Intervention(title, {}, (), statistic, effect, is_whole=True, is_longer=True)
    yield replace(at_ends, alter=(f"more-epochs={times}",))
    fixes: list[Fix] = diagnosis.lines.longer(times) if diagnosis.lines is not None else []
    for fix in fixes:
        changed = changed_files(fix, root, read)
        if changed is not None:
            yield replace(at_ends, title=fix.title, changed=changed)


def _statistic(history: RunHistory) -> Statistic:
    return Statistic.EVALUATION_ERROR if _is_evaluated(history) else Statistic.TRAINING_LOSS


def _is_evaluated(history: RunHistory) -> bool:
    return math.isfinite(evaluation_error(history))


def _has_room(history: RunHistory) -> bool:
    """Of losses above zero alone it can be said what half of them is."""
    losses = [point.value for point in history.data_losses]
    if len(losses) < ENOUGH or len(finite(losses)) < len(losses) or min(losses) <= 0:
        return False
    is_left = median(losses[-THIRD:]) > NOTHING_LEFT * median(losses[:THIRD])
    return is_left and evaluation_error(history) > 0


def _has_examples(history: RunHistory) -> bool:
    sizes = [one.batch for one in history.steps if one.batch]
    if not sizes:
        return False
    in_pass = sum(sizes) / len(sizes) * history.step_count / len(history.epochs)
    return in_pass >= (FEWEST_EXAMPLES if _is_evaluated(history) else FEWEST_UNCHECKED)
