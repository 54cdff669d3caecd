"""What the terminal can do: colour and progress there, neither in a pipe."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from typing import TextIO, TypeVar

from seismograd.cli.trouble import UsageError
from seismograd.reports.style import Style, terminal_text

COLOUR_CHOICES = ("auto", "always", "never")
_Item = TypeVar("_Item")


def add_colour_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--color",
        "--colour",
        dest="colour",
        choices=COLOUR_CHOICES,
        default="auto",
        help="colour the output (default: on a terminal, unless NO_COLOR is set)",
    )


def style_for(choice: str, stream: TextIO) -> Style:
    """The style of a stream under the user's choice."""
    if choice != "auto":
        return Style(choice == "always")
    dumb = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return Style(stream.isatty() and not dumb)


def write(text: str, stream: TextIO | None = None, *, exact: bool = False) -> None:
    """Print, to standard output by default, whatever characters the text has.

    What would steer a terminal is replaced; `exact` text keeps it where no terminal is.
    """
    out = stream or sys.stdout
    if text:
        text = text if exact and not out.isatty() else terminal_text(text)
        encoding = out.encoding or "utf-8"
        line_end = "" if text.endswith("\n") else "\n"
        try:
            out.write(text.encode(encoding, "backslashreplace").decode(encoding) + line_end)
            out.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise UsageError(f"the output cannot be written: {error.strerror}") from error


def with_progress(items: Iterable[_Item], total: int, what: str) -> Iterator[_Item]:
    """Count the items on standard error while they are made, if anybody can see it."""
    visible = sys.stderr.isatty() and total > 20 and os.environ.get("TERM") != "dumb"
    for done, item in enumerate(items, start=1):
        if visible:
            sys.stderr.write(f"\r{what} {done}/{total}")
            sys.stderr.flush()
        yield item
    if visible:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
