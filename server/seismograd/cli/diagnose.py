"""`seismograd diagnose`: run a training, or take a run that is there, and name what is wrong."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from seismograd.cli.project_settings import settings_of_own_project
from seismograd.cli.run_options import add_run_arguments, entry_from
from seismograd.cli.terminal import style_for, write
from seismograd.cli.trouble import FOUND, SUCCESS, UsageError
from seismograd.cli.watched_run import watched_run
from seismograd.localise.diagnose_run import diagnose_run
from seismograd.localise.diagnosis import Diagnosis
from seismograd.reports.diagnosis_json import diagnosis_json
from seismograd.reports.diagnosis_text import diagnosis_text
from seismograd.reports.report import Report
from seismograd.runs.history import find_run, load_run
from seismograd.runs.plan import BUDGET
from seismograd.runs.record import RunRecord
from seismograd.runs.summary import RunSummary
from seismograd.runs.told import told_by_trace
from seismograd.source.project_root import project_root
from seismograd.traces.trace_file import TraceUnreadable

PASSES_ON_ARGUMENTS = True
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
    add_run_arguments(parser)
    parser.set_defaults(budget=BUDGET)


def run(arguments: argparse.Namespace) -> int:
    summary = _earlier_run(arguments) or _new_run(arguments)
    diagnosis = _diagnosed(summary)
    findings = [cause.finding for cause in diagnosis.causes]
    report = Report(findings, base=summary.record.root)
    if arguments.format == "json":
        write(json.dumps(diagnosis_json(diagnosis, summary, report), indent=2))
    else:
        style = style_for(arguments.colour, sys.stdout)
        write("\n" + diagnosis_text(diagnosis, summary, report, style))
    return FOUND if findings else SUCCESS


def _new_run(arguments: argparse.Namespace) -> RunSummary:
    return watched_run(entry_from(arguments, arguments.passed_on), arguments)


def _earlier_run(arguments: argparse.Namespace) -> RunSummary | None:
    """The run that is named instead of a script."""
    if len(arguments.entry) != 1 or os.path.exists(arguments.entry[0]):
        return None
    here = os.getcwd()
    root = Path(project_root(os.path.join(here, "train.py"), here))
    folder = find_run(root, arguments.entry[0])
    record = load_run(folder) if folder else None
    if folder is None or record is None:
        return None
    return RunSummary(folder, record, told_by_trace(folder))


def _diagnosed(summary: RunSummary) -> Diagnosis:
    record = summary.record
    settings = settings_of_own_project(Path(record.root), {})
    try:
        script = _script(record)
        return diagnose_run(summary.folder.trace, Path(record.root), script, settings)
    except FileNotFoundError as error:
        raise UsageError(f"the run left no trace: {record.sentence}") from error
    except TraceUnreadable as error:
        raise UsageError(f"the trace cannot be read: {error}") from error


def _script(record: RunRecord) -> Path | None:
    root = Path(record.root)
    if not record.module:
        return root / record.entry
    inside = root / record.folder / record.entry.replace(".", os.sep)
    return next(
        (p for p in (inside.with_suffix(".py"), inside / "__main__.py") if p.is_file()), None
    )
