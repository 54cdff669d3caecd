"""`seismograd reproduce`: a reported bug as a script that was executed and has a control."""

from __future__ import annotations

import argparse
import json
import sys
import threading
from concurrent.futures import Future

from seismograd.cancellation import Cancellation
from seismograd.cli.reproduce_display import Display
from seismograd.cli.reproduce_options import (
    EXAMPLES,
    add_arguments,
    project_from,
    report_from,
    request_from,
)
from seismograd.cli.run_signals import TERMINATIONS, cancelled_by_signals
from seismograd.cli.terminal import style_for, write
from seismograd.cli.trouble import ANOTHER_FOLDER, FOUND, SUCCESS, UsageError
from seismograd.reports.reproduction_text import reproduction_text
from seismograd.reproduce.commits.repository import GitError
from seismograd.reproduce.criteria.criteria_file import criteria_document
from seismograd.reproduce.criteria_selection import fingerprints
from seismograd.reproduce.request import ReproduceRequest, run_request
from seismograd.reproduce.results.result import Reproduction, Status, as_dict
from seismograd.reproduce.results.write_results import CannotWriteResults
from seismograd.runs.interpreter import NoInterpreter
from seismograd.work_thread import settle
from seismograd_sandbox.host.sandbox import SandboxUnusable

__all__ = ["EXAMPLES", "add_arguments", "run"]


def run(arguments: argparse.Namespace) -> int:
    if arguments.show_criteria:
        return _show_criteria(arguments)
    cancel = Cancellation()
    # An order to end that comes now is heard once there is somebody who writes a result.
    with cancelled_by_signals(cancel, TERMINATIONS):
        request = request_from(arguments)
    try:
        result = _carried_out(request, arguments, cancel)
    except CannotWriteResults as error:
        raise UsageError(f"{error}; {ANOTHER_FOLDER}") from error
    except (NoInterpreter, SandboxUnusable, GitError) as error:
        raise UsageError(str(error)) from error
    if arguments.format == "json":
        write(json.dumps(as_dict(result), indent=2))
    else:
        style = style_for(arguments.colour, sys.stdout)
        write(reproduction_text(result, style, str(request.root)))
    return SUCCESS if result.status is Status.REPRODUCED else FOUND


def _show_criteria(arguments: argparse.Namespace) -> int:
    """In the form that `--criteria` takes; only the likeliest, since one is what will be used."""
    root = project_from(arguments)
    found = fingerprints(report_from(arguments, root), root)
    if not found:
        raise UsageError("the report names nothing that a run could be checked for")
    write(json.dumps(criteria_document(found[0]), indent=2))
    return SUCCESS


def _carried_out(
    request: ReproduceRequest, arguments: argparse.Namespace, cancel: Cancellation
) -> Reproduction:
    """In a thread beside this one, which has to hear signals."""
    future: Future[Reproduction] = Future()
    display = Display(style_for(arguments.colour, sys.stderr))

    def work() -> Reproduction:
        return run_request(request, display, cancel)

    with display, cancelled_by_signals(cancel):
        threading.Thread(target=settle, args=(future, work), daemon=True).start()
        return future.result()
