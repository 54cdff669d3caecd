"""`seismograd diagnose`: run a training, or take a run that is there, and name what is wrong."""

from __future__ import annotations

import argparse
import json
import sys

from seismograd.cancellation import Cancellation
from seismograd.cli.diagnose_model import diagnosis_of
from seismograd.cli.earlier_run import earlier_run, tell_changed_files
from seismograd.cli.model_options import add_model_arguments
from seismograd.cli.report_page import require_folder, write_page
from seismograd.cli.run_options import add_run_arguments, entry_from
from seismograd.cli.run_signals import cancelled_by_signals
from seismograd.cli.terminal import style_for, write
from seismograd.cli.trouble import FOUND, SUCCESS, UsageError, say
from seismograd.cli.watched_run import watched_run
from seismograd.localise.diagnose_training import run_experiments
from seismograd.localise.diagnosis import Diagnosis
from seismograd.localise.kept_diagnosis import keep_diagnosis
from seismograd.reports.diagnosis_json import diagnosis_json
from seismograd.reports.diagnosis_text import diagnosis_sentence, diagnosis_text
from seismograd.reports.report import Report
from seismograd.runs.plan import BUDGET
from seismograd.runs.state import RunState
from seismograd.runs.summary import RunSummary
from seismograd.runs.watched_run import WatchedRun
from seismograd_sandbox.host.sandbox import SandboxUnusable

PASSES_ON_ARGUMENTS = True
EXAMPLES = """examples:
  seismograd diagnose train.py                 run a script, watched, and name what is wrong
  seismograd diagnose train.py -- --epochs 3   with arguments of its own
  seismograd diagnose --report d.html train.py
  seismograd diagnose 20260101-120000-ab12     a run that was made before
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = f"{parser.prog} [OPTIONS] (ENTRY | -m MODULE | RUN) [-- ARGS]"
    parser.add_argument(
        "entry",
        nargs="*",
        metavar="ENTRY",
        help="a script; or a run: its id, its folder or its trace (see .seismograd/runs)",
    )
    parser.add_argument(
        "--budget",
        dest="seconds",
        type=float,
        metavar="S",
        help="seconds for experiments; 0 makes none (default: three times the training, from 120 "
        "to 600)",
    )
    add_run_arguments(parser)
    add_model_arguments(parser)
    parser.set_defaults(budget=BUDGET, check_network=True)


def run(arguments: argparse.Namespace) -> int:
    if arguments.seconds is not None and not 0 <= arguments.seconds < float("inf"):
        raise UsageError("--budget is a number of seconds, or 0 for no experiments")
    require_folder(arguments.report)
    earlier = earlier_run(arguments.entry[0]) if len(arguments.entry) == 1 else None
    if earlier is not None:
        found = diagnosis_of(earlier, arguments)
        tell_changed_files(earlier, found.history)
        return _report(found, earlier, arguments)
    watched = watched_run(entry_from(arguments, arguments.passed_on), arguments)
    diagnosis = _tested(diagnosis_of(watched.summary, arguments), watched, arguments)
    sentence = diagnosis_sentence(diagnosis, watched.summary)
    keep_diagnosis(watched.summary, diagnosis.causes, sentence)
    status = _report(diagnosis, watched.summary, arguments)
    say(f"this was run {watched.summary.folder.id}")
    return status


def _report(diagnosis: Diagnosis, summary: RunSummary, arguments: argparse.Namespace) -> int:
    findings = [cause.finding for cause in diagnosis.causes]
    report = Report(findings, base=summary.record.root)
    if arguments.report:
        from seismograd.reports.diagnosis_html import diagnosis_html

        page = diagnosis_html(diagnosis, summary, report)
        write_page(arguments.report, page, summary.record.root)
    if arguments.format == "json":
        write(json.dumps(diagnosis_json(diagnosis, summary, report), indent=2))
    else:
        style = style_for(arguments.colour, sys.stdout)
        write("\n" + diagnosis_text(diagnosis, summary, report, style))
    has_failed = summary.record.state is not RunState.FINISHED
    return FOUND if findings or has_failed else SUCCESS


def _tested(diagnosis: Diagnosis, watched: WatchedRun, arguments: argparse.Namespace) -> Diagnosis:
    cancel = Cancellation()
    try:
        with cancelled_by_signals(cancel):
            return run_experiments(diagnosis, watched, arguments.seconds, cancel, say)
    except SandboxUnusable as error:
        raise UsageError(str(error)) from error
    finally:
        if cancel:
            say("the experiments were stopped: causes that were not tested stay suspected")
