"""Changes that are tried on a training without a symptom, where it leaves room to be better.

Each is judged by runs of the whole length, since shorter ones favour whatever learns faster, and by
the evaluation as well as by the training: a larger network or learning rate nearly always learns
its own data better.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from seismograd.faults import FaultType, Fix
from seismograd.localise.diagnosis import Diagnosis
from seismograd.localise.evaluation_error import evaluation_error
from seismograd.localise.interventions.apply_fix import changed_files
from seismograd.localise.interventions.intervention import Intervention, Statistic
from seismograd.localise.interventions.left_out import (
    layers_before_all,
    output_functions,
    without_layer,
)
from seismograd.localise.interventions.revealed import uses_adaptive_optimiser
from seismograd.localise.interventions.run_time_changes import RUN_TIME_CHANGES, largest_setting
from seismograd.localise.more_updates import CAUSE as TOO_FEW
from seismograd.localise.more_updates import longer_trainings, usual_times
from seismograd.localise.source_lines import Read
from seismograd.localise.trouble import Trouble, trouble_of
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import SATURATING, is_one_of, narrow_layer

LARGE = 0.5
"""What the loss and the error of the evaluation must lose."""
WIDER = 4
"""Times the units: twice is too little where a network is far too narrow."""
LONGER = 3
"""Times the epochs."""
FAR_BELOW = 5e-5
"""A rate for optimisers that adapt by themselves: ten times it is not yet the usual one."""
Change = tuple[str, Intervention]


def improvements(diagnosis: Diagnosis, root: Path, read: Read) -> Iterator[Change]:
    """With the cause that each is for; the order is fixed, the most telling first."""
    is_evaluated = math.isfinite(evaluation_error(diagnosis.history))
    yield "initial-weights", _at_run_time("redraw-weights")
    yield "initial-biases", _at_run_time("redraw-biases")
    is_failing = trouble_of(diagnosis.history, diagnosis.symptoms) is Trouble.TRAINING
    rectified = _whole("Use ReLU in hidden layers", {}, "rectify")
    is_of_fault = is_failing or not _is_smooth(diagnosis.history)
    yield "hidden-activation", replace(rectified, is_of_fault=is_of_fault)
    if is_failing:
        yield from _rescues(diagnosis.history)
        yield from _longer(diagnosis, root, read)
    if is_evaluated:
        yield from _judged_by_evaluation(diagnosis, root, read)


def _rescues(history: RunHistory) -> Iterator[Change]:
    """For a training that fails for no reason that was found: other steps, of the whole length."""
    for alter in ("learning-rate=0.1", "learning-rate=0.01"):
        yield "learning-rate-too-large", _at_run_time(alter)
    yield "learning-rate-too-small", _at_run_time("learning-rate=10")
    if not uses_adaptive_optimiser(history):
        yield "optimiser", _at_run_time("adam=0.01")
    elif 0 < largest_setting(history, "lr") < FAR_BELOW:
        yield "learning-rate-too-small", _at_run_time("adam")


def _longer(diagnosis: Diagnosis, root: Path, read: Read) -> Iterator[Change]:
    """For a training that is over before a small network would have learned."""
    times = usual_times(diagnosis.history)
    if times > 1:
        for change in longer_trainings(diagnosis, times, LARGE, root, read):
            yield TOO_FEW, change


def other_repairs(diagnosis: Diagnosis, root: Path, read: Read) -> Iterator[Change]:
    """For a failing training whose cause is named and cannot be tried: what else would mend it."""
    yield "learning-rate-too-small", _at_run_time("learning-rate=10")
    fixes = diagnosis.lines.other_batch_size() if diagnosis.lines is not None else []
    for fix in fixes:
        changed = changed_files(fix, root, read)
        if changed is not None:
            yield "batch-size", _whole(fix.title, changed)


def _judged_by_evaluation(diagnosis: Diagnosis, root: Path, read: Read) -> Iterator[Change]:
    """Changes by which nearly every training loss falls.

    A larger learning rate is not among them: by three times theirs, healthy programs, too, learn
    and evaluate better than by half.
    """
    for draw in ("steady-draws=1", "steady-draws=0"):
        title = "Leave out what is changed at random"
        statistic = Statistic.EVALUATION_ERROR
        yield "augmentation", Intervention(title, {}, (draw,), statistic, LARGE, is_whole=True)
    yield from _without_layers(diagnosis.history)
    if not uses_adaptive_optimiser(diagnosis.history):
        yield "optimiser", replace(_at_run_time("adam"), is_of_fault=False)
    for cause, fix in _fixes(diagnosis):
        changed = changed_files(fix, root, read)
        if changed is not None:
            is_of_fault = _is_of_fault(cause, diagnosis.history)
            yield cause, replace(_whole(fix.title, changed), is_of_fault=is_of_fault)
    if trouble_of(diagnosis.history, diagnosis.symptoms) is not Trouble.TRAINING:
        yield "learning-rate-too-large", _at_run_time("learning-rate=0.1")


def _without_layers(history: RunHistory) -> Iterator[Change]:
    """One of each kind: of several in a row, the outermost."""
    found = (("scale-lost", layers_before_all), ("output-activation", output_functions))
    for cause, layers in found:
        change = next(filter(None, map(without_layer, layers(history))), None)
        if change is not None:
            yield cause, _whole(change.title, {}, *change.alter)


def _is_smooth(history: RunHistory) -> bool:
    """Whether tanh is all that could be rectified: a good choice, if not always the best."""
    bounded = [one for one in history.layers.values() if is_one_of(one, SATURATING)]
    return bool(bounded) and all(is_one_of(one, ("tanh",)) for one in bounded)


def _is_of_fault(cause: str, history: RunHistory) -> bool:
    """More units or epochs halve the error of some good trainings, too."""
    if cause == "too-small-network":
        return narrow_layer(history) is not None
    return cause != TOO_FEW


def _fixes(diagnosis: Diagnosis) -> Iterator[tuple[str, Fix]]:
    """Changes of the source, where the program is understood so far."""
    lines = diagnosis.lines
    if lines is None:
        return
    yield from (("too-small-network", fix) for fix in lines.wider(WIDER))
    yield from (("batch-size", fix) for fix in lines.other_batch_size())
    if any(cause.finding.fault_type is FaultType.HNE for cause in diagnosis.causes):
        yield from ((TOO_FEW, fix) for fix in lines.longer(LONGER))


def _at_run_time(alter: str) -> Intervention:
    """A change that is tried on failing trainings, too, where less is asked of it."""
    (title,) = (one.title for one in RUN_TIME_CHANGES if one.alter == alter)
    return _whole(title, {}, alter)


def _whole(title: str, changed: Mapping[str, str], *alter: str) -> Intervention:
    return Intervention(title, changed, alter, effect=LARGE, evaluation_effect=LARGE, is_whole=True)
