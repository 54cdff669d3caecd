"""Repair the training of a watched run, in sandboxes of this machine."""

from __future__ import annotations

import math
import os
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.localise.diagnose_run import read_script
from seismograd.localise.diagnose_training import START_S, TIMES_AS_LONG, script_of
from seismograd.localise.diagnosis import Diagnosis
from seismograd.repair.apply_patch import Snapshot
from seismograd.repair.project_state import project_state
from seismograd.repair.repair_training import Listener, Repair, RepairOptions
from seismograd.repair.result import RepairResult, RepairStatus
from seismograd.repair.trial_log import TrialLog, search_key
from seismograd.runs.trial import TrialRunner
from seismograd.runs.trial_pool import TrialPool
from seismograd.runs.watched_run import WatchedRun
from seismograd.settings import Settings
from seismograd_sandbox.host.sandbox import SandboxUnusable

FOLDER = Path(".seismograd", "repairs")
MOST_TIMES = 12.0
"""Trials that train longer may take that many times the training as it is."""


def repair_run(
    watched: WatchedRun,
    diagnosis: Diagnosis,
    settings: Settings,
    options: RepairOptions,
    snapshot: Snapshot,
    cancel: Cancellation,
    listener: Listener,
) -> RepairResult:
    """Raises `SandboxUnusable`."""
    record = watched.summary.record
    root = Path(record.root)
    script = script_of(record)
    program = read_script(root, script, settings).program if script is not None else None
    pool = TrialPool(lambda: _trial_runner(watched, options, cancel))
    with pool:
        repair = Repair(
            root,
            snapshot.read,
            program,
            diagnosis,
            pool.run,
            options,
            cancel,
            watched.plan.entry.arguments,
            record.seconds or 0.0,
            listener,
            _log(snapshot, watched, options),
        )
        try:
            return repair.run()
        except SandboxUnusable:
            if not cancel:
                raise
            return RepairResult(RepairStatus.CANCELLED)


def trainings_at_once() -> int:
    """Two, where there are two cores: more would slow each other down on most machines."""
    return max(1, min(2, os.cpu_count() or 1))


def _trial_runner(watched: WatchedRun, options: RepairOptions, cancel: Cancellation) -> TrialRunner:
    told, seconds = watched.summary.told, watched.summary.record.seconds or 0.0
    wall_s = max(TIMES_AS_LONG, MOST_TIMES) * seconds + START_S
    if math.isfinite(options.seconds):
        wall_s = min(wall_s, options.seconds)
    return TrialRunner(watched.plan, watched.choice, [*told.packages], wall_s, cancel)


def _log(snapshot: Snapshot, watched: WatchedRun, options: RepairOptions) -> TrialLog:
    """Without the causes: two runs of one script may differ in the weakest of them."""
    record, root = watched.summary.record, snapshot.root
    inputs = {
        "entry": record.entry,
        "arguments": list(watched.plan.entry.arguments),
        "project": project_state(root),
        "python": record.python,
        "strategy": options.strategy,
        "stop by symptoms": options.stop_by_symptoms,
        "objective": options.objective,
        "seed": options.seed,
        "at once": options.at_once,
    }
    return TrialLog(root / FOLDER / search_key(inputs), root, record.entry)
