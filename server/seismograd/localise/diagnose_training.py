"""A run as its summary has it, diagnosed and tested: what the CLI, the editor and MCP call."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.compute.this_machine import ThisMachine
from seismograd.compute.trial_setup import trial_setup
from seismograd.llm import LanguageModel
from seismograd.localise.confirmation import confirm, needs_experiments
from seismograd.localise.diagnose_run import ProjectReader, diagnose_run
from seismograd.localise.diagnosis import Diagnosis
from seismograd.localise.experiments import Experiments, default_budget
from seismograd.localise.second_opinion import ask, with_opinion
from seismograd.runs.entry import file_of_module
from seismograd.runs.record import RunRecord
from seismograd.runs.state import RunState
from seismograd.runs.summary import RunSummary
from seismograd.runs.told import history_by_trace
from seismograd.runs.watched_run import WatchedRun
from seismograd.settings import Settings
from seismograd_sandbox.host.sandbox import SandboxUnusable

TIMES_AS_LONG, START_S = 3.0, 60.0
"""A trial may take that much longer than the run itself: several go on at once."""


class EmptyTrace(Exception):
    """There is nothing to diagnose; the message says why."""


def diagnose_summary(summary: RunSummary, settings: Settings) -> Diagnosis:
    """Without experiments; raises `EmptyTrace`."""
    record = summary.record
    if not summary.told.events:
        trouble = (summary.trace_trouble or "").removeprefix("none: ")
        raise EmptyTrace(f"there is nothing to diagnose in the trace of the run: {trouble}")
    history, root = history_by_trace(summary.folder), Path(record.root)
    return diagnose_run(history, summary.told, root, script_of(record), settings)


def add_second_opinion(
    diagnosis: Diagnosis,
    summary: RunSummary,
    model: LanguageModel,
    cancel: Cancellation | None = None,
) -> Diagnosis:
    """What a model makes of the run, below every measurement; raises `ModelError`."""
    root, script = Path(summary.record.root), script_of(summary.record)
    files = {Path(cause.finding.span.file) for cause in diagnosis.causes}
    files |= {script} if script is not None else set()
    opinion = ask(model, diagnosis, sorted(files), root, ProjectReader(root), cancel)
    return with_opinion(diagnosis, opinion)


def run_experiments(
    diagnosis: Diagnosis,
    watched: WatchedRun,
    budget_s: float | None,
    cancel: Cancellation,
    tell: Callable[[str], None],
) -> Diagnosis:
    """With experiments, where there is something to test and the run came to its end.

    Without a budget the default one holds. Where somebody cancels it, the causes that were not
    tested stay suspected. Raises `SandboxUnusable`.
    """
    record = watched.summary.record
    budget = default_budget(record.seconds or 0.0) if budget_s is None else budget_s
    is_over = record.state is RunState.FINISHED
    if cancel or not budget or not is_over or not needs_experiments(diagnosis):
        return diagnosis
    root = Path(record.root)
    wall_s = TIMES_AS_LONG * (record.seconds or 0.0) + START_S
    pool = ThisMachine(trial_setup(watched, wall_s), cancel)
    experiments = Experiments(pool.run, diagnosis.history, budget, tell, lambda: bool(cancel))
    try:
        with pool:
            found = confirm(diagnosis, experiments, root, ProjectReader(root))
        if experiments.was_too_short and not cancel:
            tell(f"the budget of {budget:.0f} s did not suffice to test every cause (--budget)")
        return found
    except SandboxUnusable:
        if not cancel:
            raise
        return diagnosis


def script_of(record: RunRecord) -> Path | None:
    """The file that a run began with."""
    root = Path(record.root)
    if not record.module:
        return root / record.entry
    return file_of_module(root / record.folder, record.entry)
