"""The options of `seismograd reproduce`, and what they ask for."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from seismograd.cli.model_options import (
    add_model_arguments,
    budget_from,
    model_from,
    replay_from,
    transcript_from,
)
from seismograd.cli.project_settings import settings_of_any_project
from seismograd.cli.readable_paths import add_read_argument, readable_from
from seismograd.cli.terminal import add_colour_argument
from seismograd.cli.trouble import ANOTHER_FOLDER, UsageError
from seismograd.own_folder import NoFolder, new_folder
from seismograd.reproduce.commission import Commission
from seismograd.reproduce.commits.bisect import parse_range
from seismograd.reproduce.commits.bisecting import Range
from seismograd.reproduce.criteria.criteria_file import CriteriaFileError, read_criteria
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.loop import Patience
from seismograd.reproduce.report.bug_report import BugReport, NoReport
from seismograd.reproduce.report.load import load_report
from seismograd.reproduce.results.follow_up import Wishes
from seismograd.reproduce.results.saved_results import FOLDER
from seismograd.settings import Settings
from seismograd.settings_file import SANDBOXES
from seismograd_sandbox.host.sandbox import SandboxUnusable
from seismograd_sandbox.host.selection import choose_for_strangers

SECONDS = 600.0
EXAMPLES = """examples:
  seismograd reproduce --issue issue.md .              from a report in a file
  pbpaste | seismograd reproduce --issue - .           from what was copied
  seismograd reproduce --issue https://github.com/o/p/issues/1 .
  seismograd reproduce --issue issue.md . --test tests     and a regression test in tests/
  seismograd reproduce --issue issue.md . --bisect v1.0..  and the commit that brought it
  seismograd reproduce --issue issue.md --show-criteria . > criteria.json
  seismograd reproduce --issue issue.md --criteria criteria.json .

The exit status is 0 where the bug was reproduced, 1 where it was not (or something is needed that
is not here, or it was stopped), and 2 where the command could not be carried out.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("project", metavar="PROJECT", nargs="?", help="the folder of the project")
    parser.add_argument(
        "--issue", required=True, metavar="FILE", help="the report: a file, an address, or -"
    )
    _add_what_comes_out(parser)
    _add_what_is_looked_for(parser)
    add_model_arguments(parser)
    _add_where_it_runs(parser)
    add_colour_argument(parser)


def _add_what_comes_out(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what comes out")
    group.add_argument(
        "--out",
        metavar="DIR",
        help="where the script, the report for the issue and the result go "
        "(default: a new folder in PROJECT/.seismograd)",
    )
    group.add_argument(
        "--test",
        metavar="FILE",
        nargs="?",
        const="",
        help="also write a pytest regression test, to a new FILE, into a folder, or to DIR",
    )
    group.add_argument(
        "--bisect",
        metavar="GOOD..BAD",
        help="then look for the first bad commit; BAD may be left out for where HEAD is",
    )
    group.add_argument("--format", choices=("text", "json"), default="text")


def _add_what_is_looked_for(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what is looked for, and where")
    group.add_argument(
        "--criteria", metavar="FILE", help="what a run is checked for, instead of the report's"
    )
    group.add_argument(
        "--show-criteria", action="store_true", help="print what it would be checked for, and stop"
    )
    group.add_argument(
        "--commit", metavar="C", help="where the bug is (default: by the report, or as it is now)"
    )
    group.add_argument(
        "--fixed", metavar="C", help="a commit or a folder without the bug, as the control"
    )


def _add_where_it_runs(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how it is run")
    group.add_argument("--python", metavar="P", help="the interpreter that has your packages")
    group.add_argument(
        "--sandbox",
        choices=SANDBOXES,
        help="where it runs (default: auto, which is never process here)",
    )
    add_read_argument(group)
    group.add_argument("--gpu", action="store_true", default=None, help="let it use the GPU")
    group.add_argument(
        "--build-image",
        action="store_true",
        default=None,
        help="download the project's requirements for a docker image",
    )
    group.add_argument(
        "--timeout",
        type=float,
        default=SECONDS,
        metavar="S",
        help=f"stop searching after this long (default: {SECONDS:g} s)",
    )


def commission_from(arguments: argparse.Namespace) -> Commission:
    """What can be wrong is looked at first; the folder for the result is made last."""
    root = project_from(arguments)
    report = report_from(arguments, root)
    if not 0 < arguments.timeout < float("inf"):
        raise UsageError("--timeout must be a positive number of seconds")
    settings = _settings(root, arguments)
    fingerprint = _criteria(arguments.criteria)
    wishes, readable = _wishes(arguments), readable_from(arguments)
    budget, replay = budget_from(arguments), replay_from(arguments)
    model = None if replay else model_from(settings, arguments)
    try:
        sandbox = choose_for_strangers(settings.sandbox, root)
    except SandboxUnusable as error:
        raise UsageError(str(error)) from error
    return Commission(
        report=report,
        root=root,
        out=_out(root, arguments.out),
        settings=settings,
        sandbox=sandbox,
        patience=Patience(seconds=arguments.timeout),
        fingerprint=fingerprint,
        commit=arguments.commit,
        fixed=arguments.fixed,
        model=model,
        budget=budget,
        transcript=transcript_from(arguments, root) if model else None,
        replay=replay,
        wishes=wishes,
        readable=readable,
    )


def _out(root: Path, named: str | None) -> Path:
    try:
        return Path(os.path.abspath(named)) if named else new_folder(root, FOLDER)
    except NoFolder as error:
        raise UsageError(f"{error}; {ANOTHER_FOLDER}") from error


def project_from(arguments: argparse.Namespace) -> Path:
    """A folder right behind `--test` is the project where none other is named."""
    if arguments.project is None and arguments.test and Path(arguments.test).is_dir():
        arguments.project, arguments.test = arguments.test, ""
    if arguments.project is None:
        raise UsageError("PROJECT is missing: name the folder of the project")
    return _folder(arguments.project, "PROJECT")


def report_from(arguments: argparse.Namespace, project: Path) -> BugReport:
    try:
        return load_report(arguments.issue, project, sys.stdin.buffer if sys.stdin else None)
    except NoReport as error:
        raise UsageError(str(error)) from error


def _folder(text: str, what: str) -> Path:
    path = Path(os.path.abspath(os.path.expanduser(text)))
    if not path.is_dir():
        raise UsageError(f"{what} {text}: there is no such folder")
    return path


def _criteria(file: str | None) -> Fingerprint | None:
    if file is None:
        return None
    try:
        return read_criteria(Path(file))
    except CriteriaFileError as error:
        raise UsageError(str(error).splitlines()[0]) from error


def _wishes(arguments: argparse.Namespace) -> Wishes:
    test_file = Path(os.path.abspath(arguments.test)) if arguments.test else None
    if test_file is not None:
        _demand_place(test_file)
    return Wishes(arguments.test is not None, test_file, _range(arguments.bisect))


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
        return Range(*parse_range(text))
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
