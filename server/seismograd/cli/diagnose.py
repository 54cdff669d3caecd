"""`seismograd diagnose`: run a training, or take a run that is there, and name what is wrong."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.cli.project_settings import settings_of_own_project
from seismograd.cli.run_options import add_run_arguments, entry_from
from seismograd.cli.run_signals import cancelled_by_signals
from seismograd.cli.terminal import style_for, write
from seismograd.cli.trouble import FOUND, SUCCESS, UsageError, say
from seismograd.cli.watched_run import WatchedRun, watched_run
from seismograd.localise.confirmation import confirm, needs_experiments
from seismograd.localise.diagnose_run import ProjectReader, diagnose_run
from seismograd.localise.diagnosis import Diagnosis
from seismograd.localise.experiments import Experiments, default_budget
from seismograd.reports.diagnosis_json import diagnosis_json
from seismograd.reports.diagnosis_text import diagnosis_text
from seismograd.reports.report import Report
from seismograd.runs.history import find_run
from seismograd.runs.plan import BUDGET
from seismograd.runs.record import RunRecord
from seismograd.runs.state import RunState
from seismograd.runs.summary import RunSummary, summarise_run
from seismograd.runs.told import history_by_trace
from seismograd.runs.trial import TrialRunner
from seismograd.runs.trial_pool import TrialPool
from seismograd.source.project_root import project_root
from seismograd_sandbox.host.sandbox import SandboxUnusable

PASSES_ON_ARGUMENTS = True
TIMES_AS_LONG, START_S = 3.0, 60.0
"""A trial may take that much longer than the run itself: several go on at once."""
EXAMPLES = """examples:
  seismograd diagnose train.py                 run a script, watched, and name what is wrong
  seismograd diagnose train.py -- --epochs 3   with arguments of its own
  seismograd diagnose 20260101-120000-ab12     a run that was made before
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = f"{parser.prog} [OPTIONS] (ENTRY | -m MODULE | RUN) [-- ARGS]"
    parser.add_argument(
        "entry", nargs="*", metavar="ENTRY", help="a script, or the id of a run of this project"
    )
    parser.add_argument(
        "--budget",
        dest="seconds",
        type=float,
        metavar="S",
        help="seconds for experiments; 0 makes none (default: three times the training, at most "
        "600)",
    )
    add_run_arguments(parser)
    parser.set_defaults(budget=BUDGET, check_network=True)


def run(arguments: argparse.Namespace) -> int:
    if arguments.seconds is not None and not 0 <= arguments.seconds < float("inf"):
        raise UsageError("--budget is a number of seconds, or 0 for no experiments")
    earlier = _earlier_run(arguments)
    if earlier is not None:
        return _report(_diagnosed(earlier), earlier, arguments)
    watched = watched_run(entry_from(arguments, arguments.passed_on), arguments)
    diagnosis = _tested(_diagnosed(watched.summary), watched, arguments)
    return _report(diagnosis, watched.summary, arguments)


def _report(diagnosis: Diagnosis, summary: RunSummary, arguments: argparse.Namespace) -> int:
    findings = [cause.finding for cause in diagnosis.causes]
    report = Report(findings, base=summary.record.root)
    if arguments.format == "json":
        write(json.dumps(diagnosis_json(diagnosis, summary, report), indent=2))
    else:
        style = style_for(arguments.colour, sys.stdout)
        write("\n" + diagnosis_text(diagnosis, summary, report, style))
    has_failed = summary.record.state is not RunState.FINISHED
    return FOUND if findings or has_failed else SUCCESS


def _tested(diagnosis: Diagnosis, watched: WatchedRun, arguments: argparse.Namespace) -> Diagnosis:
    """With experiments, where there is something to test and the run came to its end."""
    summary = watched.summary
    given = arguments.seconds
    budget = default_budget(summary.record.seconds or 0.0) if given is None else given
    is_over = summary.record.state is RunState.FINISHED
    if not budget or not is_over or not needs_experiments(diagnosis):
        return diagnosis
    cancel = Cancellation()
    pool = TrialPool(lambda: _trial_runner(watched, cancel))
    root = Path(summary.record.root)
    experiments = Experiments(pool.run, diagnosis.history, budget, say, lambda: bool(cancel))
    try:
        with pool, cancelled_by_signals(cancel):
            return confirm(diagnosis, experiments, root, ProjectReader(root))
    except SandboxUnusable as error:
        if not cancel:
            raise UsageError(str(error)) from error
        return diagnosis
    finally:
        if cancel:
            say("the experiments were stopped: causes that were not tested stay suspected")


def _trial_runner(watched: WatchedRun, cancel: Cancellation) -> TrialRunner:
    told, seconds = watched.summary.told, watched.summary.record.seconds or 0.0
    wall_s = TIMES_AS_LONG * seconds + START_S
    return TrialRunner(watched.plan, watched.choice, [*told.packages], wall_s, cancel)


def _earlier_run(arguments: argparse.Namespace) -> RunSummary | None:
    """The run that is named instead of a script."""
    if len(arguments.entry) != 1 or os.path.exists(arguments.entry[0]):
        return None
    here = os.getcwd()
    root = Path(project_root(os.path.join(here, "train.py"), here))
    folder = find_run(root, arguments.entry[0])
    return summarise_run(folder) if folder else None


def _diagnosed(summary: RunSummary) -> Diagnosis:
    record = summary.record
    if not summary.told.events:
        raise UsageError(f"the trace of the run tells nothing: {summary.trace_trouble}")
    settings = settings_of_own_project(Path(record.root), {})
    return diagnose_run(
        history_by_trace(summary.folder), summary.told, Path(record.root), _script(record), settings
    )


def _script(record: RunRecord) -> Path | None:
    root = Path(record.root)
    if not record.module:
        return root / record.entry
    inside = root / record.folder / record.entry.replace(".", os.sep)
    return next(
        (p for p in (inside.with_suffix(".py"), inside / "__main__.py") if p.is_file()), None
    )
