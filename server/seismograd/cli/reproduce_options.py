"""The options of `seismograd reproduce`, and what they ask for."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from seismograd.cli.folder_settings import FolderSettings
from seismograd.cli.terminal import add_colour_argument
from seismograd.cli.trouble import UsageError, say
from seismograd.llm import NoModel
from seismograd.llm.choose import choose_model
from seismograd.reproduce.commission import Commission
from seismograd.reproduce.criteria.criteria_file import CriteriaFileError, read_criteria
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.handing_over import CannotHandOver, new_folder
from seismograd.reproduce.loop import Patience
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.report.load import load_report
from seismograd.reproduce.report.no_report import NoReport
from seismograd.settings import Settings
from seismograd.settings_file import SANDBOXES
from seismograd_sandbox.host.sandbox import SandboxUnusable
from seismograd_sandbox.host.selection import choose

MODELS = ("none", "anthropic", "auto")
SECONDS = 600.0
EXAMPLES = """examples:
  seismograd reproduce --issue issue.md .              from a report in a file
  pbpaste | seismograd reproduce --issue - .           from what was copied
  seismograd reproduce --issue issue.md --show-criteria . > criteria.json
  seismograd reproduce --issue issue.md --criteria criteria.json .
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("project", metavar="PROJECT", help="the folder of the project")
    parser.add_argument(
        "--issue", required=True, metavar="FILE", help="the report: a file, an address, or -"
    )
    parser.add_argument("--out", metavar="DIR", help="where the script and the report go")
    parser.add_argument("--model", choices=MODELS, default="auto", help="which model helps")
    parser.add_argument(
        "--criteria", metavar="FILE", help="what a run is checked for, instead of the report's"
    )
    parser.add_argument(
        "--show-criteria", action="store_true", help="print what it would be checked for, and stop"
    )
    parser.add_argument("--commit", metavar="C", help="where the bug is (default: as it is now)")
    parser.add_argument(
        "--fixed", metavar="C", help="a commit or a folder without the bug, as the control"
    )
    parser.add_argument(
        "--transcript", metavar="FILE", help="record what a model is asked and answers"
    )
    parser.add_argument("--python", metavar="P", help="the interpreter that has your packages")
    parser.add_argument("--sandbox", choices=SANDBOXES, help="where it runs (default: auto)")
    parser.add_argument("--gpu", action="store_true", default=None, help="let it use the GPU")
    parser.add_argument(
        "--timeout", type=float, default=SECONDS, metavar="S", help="stop searching after this long"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    add_colour_argument(parser)


def commission_from(arguments: argparse.Namespace) -> Commission:
    """What can be wrong is looked at first; the folder for the result is made last."""
    root, report = project_from(arguments), report_from(arguments)
    if not 0 < arguments.timeout < float("inf"):
        raise UsageError("--timeout must be a positive number of seconds")
    settings = _settings(root, arguments)
    fingerprint = _criteria(arguments.criteria)
    try:
        model = choose_model(settings, arguments.model).model
        sandbox = choose(settings.sandbox)
        out = Path(arguments.out).absolute() if arguments.out else new_folder(root)
    except (SandboxUnusable, CannotHandOver, NoModel) as error:
        raise UsageError(str(error)) from error
    return Commission(
        report=report,
        root=root,
        out=out,
        settings=settings,
        sandbox=sandbox,
        patience=Patience(seconds=arguments.timeout),
        fingerprint=fingerprint,
        commit=arguments.commit,
        fixed=arguments.fixed,
        model=model,
        transcript=Path(arguments.transcript) if arguments.transcript else None,
    )


def project_from(arguments: argparse.Namespace) -> Path:
    return _folder(arguments.project, "PROJECT")


def report_from(arguments: argparse.Namespace) -> BugReport:
    try:
        return load_report(arguments.issue, sys.stdin.buffer if sys.stdin else None)
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


def _settings(root: Path, arguments: argparse.Namespace) -> Settings:
    given = {"python": arguments.python, "sandbox": arguments.sandbox, "gpu": arguments.gpu}
    folders = FolderSettings({name: value for name, value in given.items() if value is not None})
    settings = folders.of(str(root))
    for problem in folders.problems:
        say(problem)
    return settings
