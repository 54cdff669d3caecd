"""From the options of `seismograd reproduce` to a result, told as it goes."""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
from concurrent.futures import Future
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.cli.model_options import budget_from, model_from, replay_from, transcript_from
from seismograd.cli.project_settings import settings_of_any_project
from seismograd.cli.readable_paths import readable_from
from seismograd.cli.reproduce_display import Display
from seismograd.cli.reproduce_options import project_from, report_from
from seismograd.cli.run_signals import TERMINATIONS, cancelled_by_signals
from seismograd.cli.terminal import style_for, write
from seismograd.cli.trouble import ANOTHER_FOLDER, FOUND, SUCCESS, UsageError
from seismograd.own_folder import NoFolder, new_folder
from seismograd.reports.reproduction_text import reproduction_text
from seismograd.reproduce.commits.bisect import Range, parse_range
from seismograd.reproduce.commits.repository import GitError
from seismograd.reproduce.criteria.criteria_file import CriteriaFileError, read_criteria
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.propose import SearchBudget
from seismograd.reproduce.request import ReproduceRequest, run_request
from seismograd.reproduce.results.follow_up import OutputOptions
from seismograd.reproduce.results.result import Reproduction, Status, as_dict
from seismograd.reproduce.results.saved_results import FOLDER
from seismograd.reproduce.results.write_results import CannotWriteResults
from seismograd.runs.interpreter import NoInterpreter
from seismograd.settings import Settings
from seismograd.work_thread import settle
from seismograd_sandbox.host.sandbox import SandboxUnusable
from seismograd_sandbox.host.selection import choose_for_strangers


def reproduce(arguments: argparse.Namespace) -> int:
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


def request_from(arguments: argparse.Namespace) -> ReproduceRequest:
    """What can be wrong is looked at first; the folder for the result is made last."""
    root = project_from(arguments)
    report = report_from(arguments, root)
    if not 0 < arguments.timeout < float("inf"):
        raise UsageError("--timeout must be a positive number of seconds")
    settings = _settings(root, arguments)
    fingerprint = _criteria(arguments.criteria)
    outputs, readable = _outputs(arguments), readable_from(arguments)
    budget, replay = budget_from(arguments), replay_from(arguments)
    model = None if replay else model_from(settings, arguments)
    try:
        sandbox = choose_for_strangers(settings.sandbox, root)
    except SandboxUnusable as error:
        raise UsageError(str(error)) from error
    return ReproduceRequest(
        report=report,
        root=root,
        out=_out(root, arguments.out),
        settings=settings,
        sandbox=sandbox,
        search_budget=SearchBudget(seconds=arguments.timeout),
        fingerprint=fingerprint,
        commit=arguments.commit,
        fixed=arguments.fixed,
        model=model,
        budget=budget,
        transcript=transcript_from(arguments, root) if model else None,
        replay=replay,
        outputs=outputs,
        readable=readable,
    )


def _out(root: Path, named: str | None) -> Path:
    try:
        return Path(os.path.abspath(named)) if named else new_folder(root, FOLDER)
    except NoFolder as error:
        raise UsageError(f"{error}; {ANOTHER_FOLDER}") from error


def _criteria(file: str | None) -> Fingerprint | None:
    if file is None:
        return None
    try:
        return read_criteria(Path(file))
    except CriteriaFileError as error:
        raise UsageError(str(error).splitlines()[0]) from error


def _outputs(arguments: argparse.Namespace) -> OutputOptions:
    test_file = Path(os.path.abspath(arguments.test)) if arguments.test else None
    if test_file is not None:
        _demand_place(test_file)
    return OutputOptions(arguments.test is not None, test_file, _range(arguments.bisect))


def _demand_place(file: Path) -> None:
    """Better before the search than after it."""
    if file.is_dir():
        return
    if file.exists() or file.is_symlink():
        raise UsageError(f"--test {file}: is there already, and nothing is written over")
    if file.suffix != ".py":
        raise UsageError(f"--test {file}: name a file that ends with .py, or a folder that exists")
    if not file.parent.is_dir():
        raise UsageError(f"--test {file}: there is no folder {file.parent}")


def _range(text: str | None) -> Range | None:
    if text is None:
        return None
    try:
        return parse_range(text)
    except ValueError as error:
        raise UsageError(f"--bisect: {error}") from error


def _settings(root: Path, arguments: argparse.Namespace) -> Settings:
    given = {
        "python": arguments.python,
        "sandbox": arguments.sandbox,
        "gpu": arguments.gpu,
        "build_image": arguments.build_image,
    }
    try:
        return settings_of_any_project(root, given)
    except SandboxUnusable as error:
        raise UsageError(str(error)) from error
