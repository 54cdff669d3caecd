"""An HTML report, written where the user wants it."""

from __future__ import annotations

import os

from seismograd.cli.trouble import UsageError, say
from seismograd_sandbox.untrusted_writes import replace_file


def require_folder(file: str | None) -> None:
    """Before the work, whose report would have no place. Raises `UsageError`."""
    folder = os.path.dirname(os.path.abspath(file)) if file else None
    if folder is not None and not (os.path.isdir(folder) and os.access(folder, os.W_OK)):
        raise UsageError(f"--report {file}: {folder} is no folder that can be written to")
    if file and os.path.isdir(file):
        raise UsageError(f"--report {file} is a folder; name a file in it, such as report.html")


def write_page(file: str, content: str, root: str) -> None:
    """The work is done: that its report cannot be written is told, and no more."""
    try:
        replace_file(file, content.encode(), within=root)
    except OSError as error:
        say(f"the report cannot be written to {file}: {error.strerror}")
