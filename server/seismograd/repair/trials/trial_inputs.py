"""All that trials of a project depend on, beside their changes and the options of the search."""

from __future__ import annotations

import os
from dataclasses import asdict, replace
from pathlib import Path

from seismograd.repair.trials.project_state import project_state
from seismograd.runs.plan import Plan
from seismograd.runs.python_variables import folders_outside
from seismograd.runs.watched_run import WatchedRun
from seismograd_sandbox.host.environment import harmless_variables


def trial_inputs(watched: WatchedRun) -> dict[str, object]:
    """Only where all of it is the same, a trial would come to the same again."""
    plan, summary = watched.plan, watched.summary
    outside = (*plan.readable, *folders_outside(plan))
    return {
        "project": project_state(plan.entry.root),
        "outside": {str(folder): project_state(folder) for folder in outside},
        "plan": _decisive(plan),
        "sandbox": summary.record.sandbox,
        "packages": dict(summary.told.packages),
        "variables": harmless_variables(os.environ),
    }


def _decisive(plan: Plan) -> dict[str, object]:
    """All of a plan but what is only for the eye; a project may also be moved."""
    entry = replace(plan.entry, root=Path())
    return asdict(replace(plan, entry=entry, python_why="", live=False, check_network=False))
