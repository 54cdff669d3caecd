"""A report from wherever it is: a file, standard input, or the address of an issue."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from seismograd.reproduce.report.bug_report import BugReport, NoReport
from seismograd.reproduce.report.fetch import fetch_issue
from seismograd.reproduce.report.issues import is_address
from seismograd.reproduce.report.parse import parse_report, parse_thread
from seismograd.reproduce.report.plain_text import decoded
from seismograd.time_limit import TimeLimit, TookTooLong
from seismograd_sandbox.untrusted_files import read_regular_file

STANDARD_INPUT = "-"
MOST_BYTES = 8_000_000
_REMEDY = "pass a file, - or the address of an issue"
READING_SECONDS = 20.0
"""Processor time for one report; long ones of real trackers take one second."""


def load_report(where: str, project: Path, standard_input: BinaryIO | None = None) -> BugReport:
    """The report at a path or an address, or `-`; raises `NoReport` where there is none.

    No program of the project is asked for what is at an address.
    """
    if where == STANDARD_INPUT:
        if standard_input is None:
            raise NoReport("there is no standard input to read a report from; pass a file")
        return _parsed(standard_input.read(MOST_BYTES), "standard input")
    if is_address(where):
        thread = fetch_issue(where, project)
        return _within_time(lambda: parse_thread(thread, where.strip()), where)
    return load_report_file(where)


def load_report_file(path: str) -> BugReport:
    """As `load_report`, for a path alone. It may lie in a stranger's project."""
    try:
        _refuse_special(path)
        data = read_regular_file(path, MOST_BYTES)
    except ValueError as error:
        raise NoReport(f"no such file ({error}); {_REMEDY}") from None
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise NoReport(f"{path}: {reason}; {_REMEDY}") from None
    return _parsed(data, path)


def _refuse_special(path: str) -> None:
    """With a remedy, where reading says only that it is no regular file."""
    mode = os.stat(path).st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise NoReport(
            f"{path} is a pipe or device, not a regular file; "
            f"save the report as a file, or pass {STANDARD_INPUT} to read standard input"
        )


def _parsed(data: bytes, source: str) -> BugReport:
    text = decoded(data)
    if text is None:
        raise NoReport(f"{source} holds no text; pass the report as Markdown, text or JSON")
    if not text.strip():
        raise NoReport(f"{source} is empty; write down what goes wrong, if only in a sentence")
    return _within_time(lambda: parse_report(text, source), source)


def _within_time(read: Callable[[], BugReport], source: str) -> BugReport:
    try:
        with TimeLimit(READING_SECONDS):
            return read()
    except TookTooLong as error:
        raise NoReport(f"{source} {error}; leave out what does not describe the bug") from None
