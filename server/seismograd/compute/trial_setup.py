"""What all trials of a search have in common, and what one of them needs of a machine."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace

from seismograd.cancellation import Cancellation
from seismograd.compute.slots import Needs
from seismograd.runs.plan import Plan
from seismograd.runs.trial import TrialRunner
from seismograd.runs.watched_run import WatchedRun
from seismograd_sandbox.host.limits import GIB, MIB
from seismograd_sandbox.host.selection import Choice

THREADS = "OMP_NUM_THREADS"
"""Read by PyTorch, NumPy and most numerics libraries. Sums over another number of threads differ
in the last digits, so equal results need an equal number."""
HEADROOM = 1.5
"""Times the memory of the watched run: a trial may have wider layers or larger batches, and lies
beside the interpreter that it is a fork of."""
LEAST_MEMORY = 256 * MIB
UNKNOWN_MEMORY = 2 * GIB
"""Where a sandbox does not measure memory: enough for a framework and a small network."""


@dataclass(frozen=True, slots=True)
class TrialSetup:
    plan: Plan
    choice: Choice
    packages: tuple[str, ...]
    """Packages that the run is known to import."""
    wall_s: float
    """The time that a trial may take."""

    def open_runner(self, variables: Mapping[str, str], cancel: Cancellation) -> TrialRunner:
        """`variables` hold where the user has not set them. Raises `SandboxUnusable`."""
        plan = replace(self.plan, environment={**variables, **self.plan.environment})
        return TrialRunner(plan, self.choice, self.packages, self.wall_s, cancel)


def trial_setup(watched: WatchedRun, wall_s: float) -> TrialSetup:
    packages = tuple(watched.summary.told.packages)
    return TrialSetup(watched.plan, watched.choice, packages, wall_s)


def trial_needs(watched: WatchedRun) -> Needs:
    """As far as the watched run tells."""
    peak, plan = watched.summary.record.peak_memory_bytes, watched.plan
    memory = max(LEAST_MEMORY, int(peak * HEADROOM)) if peak else UNKNOWN_MEMORY
    return Needs(memory, 1 if plan.gpu else 0, _threads_of_user(plan))


def _threads_of_user(plan: Plan) -> int | None:
    """For nested loops it may be a list, whose first number counts."""
    given = plan.environment.get(THREADS, os.environ.get(THREADS, ""))
    first = given.split(",")[0].strip()
    return int(first) if first.isdecimal() and int(first) > 0 else None
