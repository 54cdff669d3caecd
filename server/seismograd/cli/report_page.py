"""An HTML report, written where the user wants it."""

from __future__ import annotations

from seismograd.cli.trouble import say
from seismograd_sandbox.untrusted_writes import replace_file


def write_page(file: str, content: str, root: str) -> None:
    """The work is done: that its report cannot be written is told, and no more."""
    try:
        replace_file(file, content.encode(), within=root)
    except OSError as error:
        say(f"the report cannot be written to {file}: {error.strerror}")
