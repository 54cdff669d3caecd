"""`seismograd run`: run a script as the user would, watched, and sum up what happened."""

from __future__ import annotations

import argparse
import json
import sys

from seismograd.cli.report_page import require_folder, write_page
from seismograd.cli.run_options import EXAMPLES, add_arguments, entry_from
from seismograd.cli.terminal import style_for, write
from seismograd.cli.trouble import FOUND, SUCCESS
from seismograd.cli.watched_run import watched_run
from seismograd.runs.state import RunState
from seismograd.runs.summary import RunSummary
from seismograd.runs.summary_json import summary_as_dict

__all__ = ["EXAMPLES", "PASSES_ON_ARGUMENTS", "add_arguments", "run"]

PASSES_ON_ARGUMENTS = True


def run(arguments: argparse.Namespace) -> int:
    require_folder(arguments.report)
    entry = entry_from(arguments, arguments.passed_on)
    summary = watched_run(entry, arguments).summary
    _report(summary, arguments)
    return SUCCESS if summary.record.state is RunState.FINISHED else FOUND


def _report(summary: RunSummary, arguments: argparse.Namespace) -> None:
    if arguments.report:
        from seismograd.reports.run_html import run_html

        write_page(arguments.report, run_html(summary), summary.record.root)
    if arguments.format == "json":
        write(json.dumps(summary_as_dict(summary), indent=2))
        return
    from seismograd.reports.run_text import run_text

    write("\n" + run_text(summary, style_for(arguments.colour, sys.stderr)), sys.stderr)
