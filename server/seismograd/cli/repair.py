"""`seismograd repair`: search a patch of a training, and measure what it brings."""

from __future__ import annotations

import argparse
import json
import math
import sys
from functools import partial
from pathlib import Path

from seismograd.cli.diagnose_model import diagnosis_of
from seismograd.cli.model_options import add_model_arguments
from seismograd.cli.project_settings import settings_of_own_project
from seismograd.cli.repair_display import listening
from seismograd.cli.repair_trial import run_trial_again
from seismograd.cli.report_page import require_folder, write_page
from seismograd.cli.run_options import add_run_arguments, entry_from
from seismograd.cli.run_signals import cancelled_by_signals
from seismograd.cli.terminal import style_for, write
from seismograd.cli.trouble import FOUND, SUCCESS, UsageError, say
from seismograd.cli.watched_run import watched_run
from seismograd.repair.deadline import Deadline
from seismograd.repair.entry_source import NoSource, require_source
from seismograd.repair.objective import NoObjective, require_objective
from seismograd.repair.options import RepairOptions
from seismograd.repair.patches.apply_patch import NotWritten, Snapshot, apply_patch
from seismograd.repair.repair_run import repair_run
from seismograd.repair.results.result import RepairResult, RepairStatus
from seismograd.repair.results.save_repair import save_repair
from seismograd.repair.search import STRATEGIES, require_strategy
from seismograd.repair.search.strategy import StrategyUnavailable
from seismograd.repair.search_loop import useful_at_once
from seismograd.reports.repair_json import repair_json
from seismograd.reports.repair_report import repair_report
from seismograd.reports.repair_text import repair_text
from seismograd.runs.entry import Entry
from seismograd.runs.plan import BUDGET
from seismograd.runs.watched_run import WatchedRun
from seismograd_sandbox.host.sandbox import SandboxUnusable

PASSES_ON_ARGUMENTS = True
TRAININGS = 20
EXAMPLES = """examples:
  seismograd repair train.py                       search a patch with 20 trainings
  seismograd repair train.py --budget 50 --apply   and write the first verified one
  seismograd repair train.py --objective val_loss:min -- --epochs 3
  seismograd repair train.py --trial 7             run trial 7 of that search again
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = f"{parser.prog} [OPTIONS] (ENTRY | -m MODULE) [-- ARGS]"
    parser.add_argument("entry", nargs="*", metavar="ENTRY", help="the training script")
    parser.add_argument(
        "--budget",
        dest="trainings",
        type=int,
        default=TRAININGS,
        metavar="N",
        help=f"trainings of the search (default: {TRAININGS}); the verification comes on top",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        metavar="S",
        help="end after so many seconds, with the first run and the verification",
    )
    parser.add_argument(
        "--strategy", choices=sorted(STRATEGIES), default="auto", help="how to search"
    )
    parser.add_argument(
        "--objective", metavar="NAME:max|min", help="what to improve (default: found in the run)"
    )
    parser.add_argument(
        "--no-stopping",
        dest="stopping",
        action="store_false",
        help="let every trial train to its end, whatever its symptoms",
    )
    parser.add_argument(
        "--alternatives",
        action="store_true",
        help="verify up to 8 patches instead of 3, to choose from those that do equally well",
    )
    parser.add_argument(
        "--trial", type=int, metavar="N", help="run trial N of the latest search again, alone"
    )
    parser.add_argument(
        "--jobs",
        type=int,
        metavar="N",
        help="trainings at once, at most (default: a quarter of the budget, as far as they fit)",
    )
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="train on a Ray cluster: HOST:PORT, ray://HOST:PORT, auto"
    )
    parser.add_argument("--apply", action="store_true", help="write the first verified patch")
    add_run_arguments(parser)
    add_model_arguments(parser)
    parser.set_defaults(budget=BUDGET)


def run(arguments: argparse.Namespace) -> int:
    if arguments.trial is not None:
        return run_trial_again(arguments)
    require_folder(arguments.report)
    options = _options(arguments)
    with Deadline(options.seconds) as deadline:
        _require_ray(options)
        entry = _entry(arguments)
        watched = watched_run(entry, arguments, deadline.cancel)
        snapshot = Snapshot(Path(watched.summary.record.root))
        result = _repaired(watched, snapshot, options, arguments, deadline)
    _show(result, watched, arguments)
    _save(result, watched, snapshot)
    if arguments.apply and result.status is RepairStatus.REPAIRED:
        _apply(result, snapshot)
    return SUCCESS if result.status is RepairStatus.REPAIRED else FOUND


def _entry(arguments: argparse.Namespace) -> Entry:
    entry = entry_from(arguments, arguments.passed_on)
    try:
        require_source(entry)
    except NoSource as error:
        raise UsageError(str(error)) from error
    return entry


def _options(arguments: argparse.Namespace) -> RepairOptions:
    if arguments.trainings < 1:
        raise UsageError("--budget is a number of trainings, at least 1")
    seconds = math.inf if arguments.seconds is None else arguments.seconds
    if not seconds > 0:
        raise UsageError("--seconds must be a positive number")
    if arguments.jobs is not None and arguments.jobs < 1:
        raise UsageError("--jobs is a number of trainings, at least 1")
    try:
        require_strategy(arguments.strategy)
    except StrategyUnavailable as error:
        raise UsageError(f"--strategy {arguments.strategy}: {error}") from error
    try:
        if arguments.objective is not None:
            require_objective(arguments.objective)
    except NoObjective as error:
        raise UsageError(str(error)) from error
    return RepairOptions(
        arguments.trainings,
        seconds,
        arguments.strategy,
        arguments.objective,
        arguments.seed or 0,
        arguments.jobs or useful_at_once(arguments.trainings),
        arguments.stopping,
        arguments.alternatives,
        arguments.ray,
    )


def _require_ray(options: RepairOptions) -> None:
    """Before the first training."""
    if options.ray is None:
        return
    from seismograd.compute.ray_connection import require_cluster

    try:
        require_cluster(options.ray)
    except SandboxUnusable as error:
        raise UsageError(str(error)) from error


def _repaired(
    watched: WatchedRun,
    snapshot: Snapshot,
    options: RepairOptions,
    arguments: argparse.Namespace,
    deadline: Deadline,
) -> RepairResult:
    settings = settings_of_own_project(snapshot.root, {})
    # What a language model suspects is tried like anything else, if one is configured.
    diagnose = partial(diagnosis_of, watched.summary, arguments, deadline.cancel)
    try:
        style = style_for(arguments.colour, sys.stderr)
        with cancelled_by_signals(deadline.cancel), listening(options.trainings, style) as listener:
            return repair_run(watched, diagnose, settings, options, snapshot, deadline, listener)
    except SandboxUnusable as error:
        raise UsageError(str(error)) from error


def _show(result: RepairResult, watched: WatchedRun, arguments: argparse.Namespace) -> None:
    record = watched.summary.record
    if arguments.report:
        from seismograd.reports.repair_html import repair_html

        write_page(arguments.report, repair_html(result, record), record.root)
    if arguments.format == "json":
        write(json.dumps(repair_json(result, record.root), indent=2))
    else:
        style = style_for(arguments.colour, sys.stdout)
        write("\n" + repair_text(result, record.entry, record.root, style))


def _save(result: RepairResult, watched: WatchedRun, snapshot: Snapshot) -> None:
    """For the editor, which lists what was searched here as well."""
    summary, patches = watched.summary, [one.patch for one in result.patches]
    try:
        save_repair(summary.folder.id, repair_report(result, summary.record), patches, snapshot)
    except OSError as error:
        say(f"{error.filename}: {error.strerror}; the result cannot be saved")


def _apply(result: RepairResult, snapshot: Snapshot) -> None:
    patch = result.patches[0].patch
    try:
        files = apply_patch(patch, snapshot)
    except NotWritten as error:
        raise UsageError(f"{error}; nothing was written") from error
    say(f"wrote {patch.title} to {', '.join(files)}")
