"""Repair the training of a watched run, in sandboxes of this machine or of a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from seismograd.compute.compute import Compute
from seismograd.compute.this_machine import ThisMachine
from seismograd.compute.trial_setup import trial_needs, trial_setup
from seismograd.localise.diagnose_run import read_script
from seismograd.localise.diagnose_training import START_S, script_of
from seismograd.localise.diagnosis import Diagnosis
from seismograd.own_folder import NAME
from seismograd.repair.deadline import Deadline
from seismograd.repair.first_run import result_without_search
from seismograd.repair.named_numbers import named_numbers
from seismograd.repair.options import RepairOptions
from seismograd.repair.patches.apply_patch import Snapshot
from seismograd.repair.repair_training import Listener, Repair
from seismograd.repair.results.result import RepairResult
from seismograd.repair.results.saved_repair import FOLDER
from seismograd.repair.trials.patch_runs import RunTrial
from seismograd.repair.trials.trial_inputs import trial_inputs
from seismograd.repair.trials.trial_length import longest_trial_s
from seismograd.repair.trials.trial_log import TrialLog, search_key
from seismograd.runs.trial import Trial, TrialResult, Watch
from seismograd.runs.watched_run import WatchedRun
from seismograd.settings import Settings
from seismograd.traces.history import RunHistory
from seismograd_sandbox.host.sandbox import SandboxUnusable


def repair_run(
    watched: WatchedRun,
    diagnose: Callable[[], Diagnosis],
    settings: Settings,
    options: RepairOptions,
    snapshot: Snapshot,
    deadline: Deadline,
    listener: Listener,
) -> RepairResult:
    """Raises `SandboxUnusable`. The run is diagnosed only where a search can follow."""
    not_searched = result_without_search(watched.summary, deadline)
    if not_searched is not None:
        return replace(not_searched, trainings=options.trainings)
    record = watched.summary.record
    root, script, diagnosis = Path(record.root), script_of(record), diagnose()
    program = read_script(root, script, settings).program if script is not None else None
    with _compute(watched, options, deadline, listener) as compute:
        return Repair(
            root,
            snapshot.read,
            program,
            diagnosis,
            partial(_run_until, deadline, named_numbers(program).of_trials(compute.run)),
            replace(options, at_once=compute.at_once),
            deadline,
            watched.plan.entry.arguments,
            record.seconds or 0.0,
            listener,
            _log(snapshot, watched, options),
        ).run()


def _run_until(
    deadline: Deadline, run_trial: RunTrial, trial: Trial, watch: Watch | None
) -> TrialResult:
    """A sandbox that is closed at the end of the time is no fault: what is known stays."""
    try:
        return run_trial(trial, watch)
    except SandboxUnusable:
        if not deadline.cancel:
            raise
        return TrialResult(RunHistory(), has_failed=True)


def _compute(
    watched: WatchedRun, options: RepairOptions, deadline: Deadline, listener: Listener
) -> Compute:
    setup, needs = trial_setup(watched, _wall_s(watched, options)), trial_needs(watched)
    if options.ray is None:
        return ThisMachine.with_room_for(needs, options.at_once, setup, deadline.cancel)
    from seismograd.compute.ray_cluster import RayCluster

    return RayCluster(options.ray, setup, needs, options.at_once, deadline.cancel, listener.say)


def _wall_s(watched: WatchedRun, options: RepairOptions) -> float:
    return START_S + longest_trial_s(watched.summary.record.seconds or 0.0, options.seconds)


def _log(snapshot: Snapshot, watched: WatchedRun, options: RepairOptions) -> TrialLog:
    """Without the causes: two runs of one script may differ in the weakest of them."""
    record, root = watched.summary.record, snapshot.root
    inputs = {
        **trial_inputs(watched),
        "strategy": options.strategy,
        "stop by symptoms": options.stop_by_symptoms,
        "objective": options.objective,
        "seed": options.seed,
        "at once": options.at_once,
    }
    return TrialLog(root / NAME / FOLDER / search_key(inputs), root, record.entry)
