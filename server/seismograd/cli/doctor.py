"""`seismograd doctor`: print versions, settings, what is installed and what is missing."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from seismograd import __version__
from seismograd.cli.doctor_machine import examine_machine
from seismograd.cli.doctor_self_check import run_self_check
from seismograd.cli.doctor_text import as_text
from seismograd.cli.folder_settings import FolderSettings
from seismograd.cli.terminal import write
from seismograd.cli.trouble import FOUND, SUCCESS, UsageError
from seismograd.platform_name import platform_name
from seismograd.rules.registry import all_rules
from seismograd.rules.selection import selected_rules
from seismograd.settings_file import SANDBOXES

NEEDED = ("tree-sitter", "tree-sitter-python", "pygls", "lsprotocol", "pathspec", "PyYAML")
OPTIONAL = ("torch", "keras", "tensorflow", "jax", "lightning", "transformers", "ray")
EXAMPLES = """examples:
  seismograd doctor                   about this folder
  seismograd doctor --format json     the same for a bug report or a program
  seismograd doctor --self-check      try out what the sandbox promises
  seismograd doctor --self-check --sandbox docker
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", default=".", metavar="FOLDER")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--python", metavar="P", help="the interpreter that has your packages")
    parser.add_argument("--sandbox", choices=SANDBOXES, help="the one to use or to try out")
    parser.add_argument(
        "--self-check", action="store_true", help="try out what the sandbox promises (a minute)"
    )


def run(arguments: argparse.Namespace) -> int:
    folder = os.path.abspath(arguments.folder)
    if not os.path.isdir(folder):
        raise UsageError(f"no such folder: {arguments.folder}")
    folders = FolderSettings(_given(arguments))
    if arguments.self_check:
        settings, named = folders.of(folder), folders.plain.python
        return run_self_check(folder, settings, named, arguments.format)
    facts = examine(folder, folders)
    write(json.dumps(facts, indent=2) if arguments.format == "json" else as_text(facts))
    return SUCCESS if facts["parser"] == "works" and not facts["problems"] else FOUND


def _given(arguments: argparse.Namespace) -> dict[str, object]:
    given = {"python": arguments.python, "sandbox": arguments.sandbox}
    return {name: value for name, value in given.items() if value is not None}


def examine(folder: str, folders: FolderSettings) -> dict[str, Any]:
    """Everything that matters when something does not work."""
    settings = folders.of(folder)
    file = folders.file_of(folder)
    machine, problems = examine_machine(folder, settings)
    return {
        "seismograd": __version__,
        "python": platform.python_version(),
        "interpreter": sys.executable,
        "platform": platform_name(),
        "parser": _parser_state(),
        "packages": {name: _version(name) for name in NEEDED},
        "frameworks": {name: _version(name) for name in OPTIONAL},
        "rules": {"known": len(all_rules()), "on": len(selected_rules(all_rules(), settings))},
        "settings_file": str(file) if file else None,
        "settings": asdict(settings),
        **machine,
        "problems": [*folders.problems, *problems],
    }


def _parser_state() -> str:
    from seismograd.source.document import Document

    try:
        tree = Document("probe.py", "import torch\n").tree
    except Exception as error:
        # Whatever a broken native package raises is what the user has to see.
        return f"broken: {type(error).__name__}: {error}"
    return "broken: it does not parse" if tree.root_node.has_error else "works"


def _version(package: str) -> str | None:
    """From the package's metadata: nothing heavy is imported."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None
