"""The options of `seismograd reproduce`, and the report and the project that they name.

Light to import: `--help` and `--show-criteria` come at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from seismograd.cli.model_options import add_model_arguments
from seismograd.cli.readable_paths import add_read_argument
from seismograd.cli.terminal import add_colour_argument
from seismograd.cli.trouble import UsageError
from seismograd.reproduce.report.bug_report import BugReport, NoReport
from seismograd.reproduce.report.load import load_report
from seismograd.settings_file import SANDBOXES

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
