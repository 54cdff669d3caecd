"""`seismograd doctor`: print versions, settings and what is installed."""

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
from seismograd.cli.folder_settings import FolderSettings
from seismograd.cli.terminal import write
from seismograd.cli.trouble import FOUND, SUCCESS, UsageError
from seismograd.rules.registry import all_rules
from seismograd.rules.selection import selected_rules

NEEDED = ("tree-sitter", "tree-sitter-python", "pygls", "lsprotocol", "pathspec", "PyYAML")
OPTIONAL = ("torch", "keras", "tensorflow", "jax", "lightning", "transformers", "ray")
EXAMPLES = """examples:
  seismograd doctor                   about this folder
  seismograd doctor --format json     the same for a bug report or a program
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", default=".", metavar="FOLDER")
    parser.add_argument("--format", choices=("text", "json"), default="text")


def run(arguments: argparse.Namespace) -> int:
    folder = os.path.abspath(arguments.folder)
    if not os.path.isdir(folder):
        raise UsageError(f"no such folder: {arguments.folder}")
    facts = examine(folder)
    write(json.dumps(facts, indent=2) if arguments.format == "json" else _text(facts))
    return SUCCESS if facts["parser"] == "works" and not facts["problems"] else FOUND


def examine(folder: str) -> dict[str, Any]:
    """Everything that matters when something does not work."""
    folders = FolderSettings({})
    settings = folders.of(folder)
    file = folders.file_of(folder)
    return {
        "seismograd": __version__,
        "python": platform.python_version(),
        "interpreter": sys.executable,
        "platform": platform.platform(),
        "parser": _parser_state(),
        "packages": {name: _version(name) for name in NEEDED},
        "frameworks": {name: _version(name) for name in OPTIONAL},
        "rules": {"known": len(all_rules()), "on": len(selected_rules(all_rules(), settings))},
        "settings_file": str(file) if file else None,
        "settings": asdict(settings),
        "problems": list(folders.problems),
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


def _text(facts: dict[str, Any]) -> str:
    lines: list[str] = []
    for key, value in facts.items():
        title = key.replace("_", " ")
        if isinstance(value, dict):
            lines += [f"{title}:", *(f"  {name}: {_shown(item)}" for name, item in value.items())]
        elif isinstance(value, list):
            lines += [f"{title}:", *(f"  {item}" for item in value)] if value else []
        else:
            lines.append(f"{title}: {_shown(value)}")
    return "\n".join(lines)


def _shown(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{key}={item}" for key, item in value.items()) or "none"
    return str(value)
