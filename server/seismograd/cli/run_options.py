"""The options of `seismograd run`, and what they mean for a run."""

from __future__ import annotations

import argparse
import os
import shlex
from pathlib import Path

from seismograd.cli.folder_settings import FolderSettings
from seismograd.cli.project_settings import settings_of_own_project
from seismograd.cli.readable_paths import add_read_argument, readable_from
from seismograd.cli.terminal import add_colour_argument
from seismograd.cli.trouble import UsageError
from seismograd.runs.entry import Entry, NoSuchEntry, module_entry, script_entry
from seismograd.runs.plan import BUDGET, PROBES
from seismograd.runs.prepare import Wishes
from seismograd.settings import Settings
from seismograd.settings_file import SANDBOXES

EXAMPLES = """examples:
  seismograd run train.py                      run a script, watched
  seismograd run train.py -- --epochs 3        with arguments of its own
  seismograd run -m project.train              run a module
  seismograd run --seed 1 --report run.html train.py
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = f"{parser.prog} [OPTIONS] (ENTRY | -m MODULE) [-- ARGS]"
    parser.add_argument(
        "entry", nargs="*", metavar="ENTRY", help="the script (default: the setting 'entry')"
    )
    add_run_arguments(parser)
    parser.add_argument(
        "--budget", type=float, default=BUDGET, metavar="F", help="the probes' share of the time"
    )


def add_run_arguments(parser: argparse.ArgumentParser) -> None:
    """What every command that runs a script takes."""
    parser.add_argument("-m", dest="module", metavar="MODULE", help="run a module by its name")
    parser.add_argument("--python", metavar="P", help="the interpreter that has your packages")
    parser.add_argument("--sandbox", choices=SANDBOXES, help="where it runs (default: auto)")
    parser.add_argument("--gpu", action="store_true", default=None, help="let it use the GPU")
    parser.add_argument(
        "--build-image",
        action="store_true",
        default=None,
        help="download the project's requirements for a docker image",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="seed every random generator")
    parser.add_argument("--timeout", type=float, metavar="S", help="end it after so many seconds")
    parser.add_argument(
        "--limit", action="append", default=[], metavar="NAME=N", help="another limit: memory=4096"
    )
    parser.add_argument("--probes", choices=PROBES, default="auto", help="how much is measured")
    parser.add_argument(
        "--env", action="append", default=[], metavar="NAME=VALUE", help="a variable for the script"
    )
    parser.set_defaults(check_network=False)
    add_read_argument(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--report", metavar="FILE", help="write an HTML page about it")
    parser.add_argument("--out", metavar="DIR", help="a new folder for what the run leaves")
    add_colour_argument(parser)


def entry_from(arguments: argparse.Namespace, passed_on: list[str]) -> Entry:
    """What is to be run, by the command line or by the settings of this folder."""
    here = Path.cwd()
    if len(arguments.entry) > 1 or (arguments.module and arguments.entry):
        extra = arguments.entry[0 if arguments.module else 1]
        raise UsageError(f"what to do with '{extra}'? Arguments of the script stand after --")
    try:
        if arguments.module:
            return module_entry(arguments.module, here, passed_on)
        if arguments.entry:
            return script_entry(arguments.entry[0], here, passed_on)
        return _entry_of_settings(here, passed_on)
    except NoSuchEntry as error:
        raise UsageError(str(error)) from error


def _entry_of_settings(here: Path, passed_on: list[str]) -> Entry:
    folders = FolderSettings({})
    entry, file = folders.of(str(here)).entry, folders.file_of(str(here))
    if not entry or file is None:
        raise UsageError("name a script to run, or set 'entry' in [tool.seismograd]")
    words = shlex.split(entry)
    if words[:1] == ["-m"] and len(words) > 1:
        return module_entry(words[1], file.parent, [*words[2:], *passed_on])
    return script_entry(entry, file.parent, passed_on)


def settings_for(entry: Entry, arguments: argparse.Namespace) -> Settings:
    """The settings of the project below the command line."""
    given = {
        "python": _named_from_here(arguments.python),
        "sandbox": arguments.sandbox,
        "gpu": arguments.gpu,
        "build_image": arguments.build_image,
        "limits": dict(map(_limit, arguments.limit)) or None,
    }
    return settings_of_own_project(entry.root, given)


def wishes_from(arguments: argparse.Namespace) -> Wishes:
    if not 0 <= arguments.budget <= 1:
        raise UsageError("--budget is a share of the time: a number between 0 and 1")
    if arguments.timeout is not None and not 0 < arguments.timeout < float("inf"):
        raise UsageError("--timeout must be a positive number of seconds")
    if arguments.seed is not None and not 0 <= arguments.seed < 2**32:
        raise UsageError("--seed must be a number from 0 to 4294967295")
    return Wishes(
        seed=arguments.seed,
        budget=arguments.budget,
        probes=arguments.probes,
        timeout=arguments.timeout,
        environment=dict(map(_variable, arguments.env)),
        readable=readable_from(arguments),
        check_network=arguments.check_network,
    )


def _named_from_here(python: str | None) -> str | None:
    """A path is meant from where the user stands, a plain name is looked up."""
    if python is None or not (os.path.dirname(python) or os.path.exists(python)):
        return python
    return os.path.abspath(os.path.expanduser(python))


def _limit(text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    try:
        return name, float(value)
    except ValueError as error:
        raise UsageError(f"--limit {text}: write NAME=NUMBER, such as memory=4096") from error


def _variable(text: str) -> tuple[str, str]:
    """A variable with its value, or with the one that it has here."""
    name, given, value = text.partition("=")
    if not given and name not in os.environ:
        raise UsageError(f"--env {text}: there is no such variable here; write NAME=VALUE")
    return name, value if given else os.environ[name]
