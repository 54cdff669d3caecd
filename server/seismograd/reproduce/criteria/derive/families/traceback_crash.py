"""A report with a traceback: the exception, its message, and the project's frame."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.criteria.checks.check import shortened
from seismograd.reproduce.criteria.checks.places import RaisedIn
from seismograd.reproduce.criteria.checks.raises import Raises
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.language import write
from seismograd.reproduce.criteria.matching.names import same_file
from seismograd.reproduce.criteria.matching.reported_message import (
    ReportedError,
    numbers_of,
    pattern_of,
    unwrapped,
    without_occasion,
)
from seismograd.reproduce.report.bug_report import ReportedFrame, ReportedTraceback

_NAME = re.compile(r"(?:[A-Za-z_]\w{0,80}\.){0,10}[A-Za-z_]\w{0,80}")
_INTERRUPTED = "KeyboardInterrupt"
_NO_CRASHES = {_INTERRUPTED, "SystemExit"}
HANGS = ("the run does not come to an end in its time", "times_out()")
_FOREIGN = (
    "site-packages/",
    "dist-packages/",
    "lib/python",
    "/usr/lib",
    "<",
    "conda/lib",
    "ipykernel",
)
_INSTALLED = re.compile(r"^.*(?:site|dist)-packages/")
_TEST = re.compile(r"(?:^|/)(?:test_[^/]*|[^/]*_test|conftest)\.py$")
_BASE = 0.95
_FURTHER = 0.6
"""Each further traceback is less likely the one that the report is about."""
_TYPE_ONLY = 0.8
_WITHOUT_PLACE = 0.9
_WITHOUT_MESSAGE = 0.5
"""Other versions may say it in other words; then type and place are what is left."""
_ASSERTION_OF_A_TEST = 0.4


def read(reading: Reading) -> list[Fingerprint]:
    found: list[Fingerprint] = []
    for number, trace in enumerate(_main_first(reading)):
        error = unwrapped(trace.exception, _message(reading, trace))
        if _NAME.fullmatch(error.exception) and trace.short_name not in _NO_CRASHES:
            found += _fingerprints(reading, trace, error, _BASE * _FURTHER**number)
    traces = reading.report.tracebacks
    if traces and all(one.short_name == _INTERRUPTED for one in traces):
        found.append(reading.fingerprint("hang", _TYPE_ONLY, HANGS))
    return found


def _message(reading: Reading, trace: ReportedTraceback) -> str:
    """A line of a title may end with the occasion; a printed one ends with the message."""
    in_title = not trace.frames and trace.message and trace.message in reading.report.title
    return without_occasion(trace.message) if in_title else trace.message


def _main_first(reading: Reading) -> list[ReportedTraceback]:
    """Of a chain the last one ended the program; of separate ones the first was worth most."""
    traces = list(reading.report.tracebacks)
    text = reading.report.text
    chained = "During handling of the above" in text or "direct cause of the following" in text
    return traces[::-1] if chained else traces


def _fingerprints(
    reading: Reading, trace: ReportedTraceback, error: ReportedError, confidence: float
) -> Iterator[Fingerprint]:
    frame = _project_frame(reading, trace)
    if trace.short_name == "AssertionError" and (frame is None or _is_test(frame)):
        confidence *= _ASSERTION_OF_A_TEST
    pattern = pattern_of(error.message)
    raises = (_fact(error), write(Raises(error.exception, pattern, numbers_of(error.message))))
    if not pattern:
        confidence *= _TYPE_ONLY
    if frame is not None and not _is_test(frame):
        place = _place(reading, frame)
        yield reading.fingerprint("crash", confidence, raises, place, said=reading.clauses[:1])
        if pattern:
            other_words = (f"{error.exception} is raised", write(Raises(error.exception)))
            yield reading.fingerprint("crash", confidence * _WITHOUT_MESSAGE, other_words, place)
        confidence *= _WITHOUT_PLACE
    yield reading.fingerprint("crash", confidence, raises, said=reading.clauses[:1])


def _fact(error: ReportedError) -> str:
    if not error.message.strip():
        return f"{error.exception} is raised"
    return f"{error.exception} is raised and says: {shortened(error.message, 160)}"


def _place(reading: Reading, frame: ReportedFrame) -> tuple[str, str]:
    file = _known(reading, frame.file) or _short(frame.file)
    function = frame.function if frame.function and frame.function.isidentifier() else None
    where = f"{function}() of {file}" if function else file
    return f"it comes through {where}", write(RaisedIn(file, function))


def _project_frame(reading: Reading, trace: ReportedTraceback) -> ReportedFrame | None:
    """The innermost frame in the project's code."""
    # What stands outside of all functions is a script, mostly the reporter's.
    for frame in (frame for frame in reversed(trace.frames) if frame.function != "<module>"):
        if reading.files and _known(reading, frame.file):
            return frame
        if not reading.files and not _is_foreign(frame.file):
            return frame
    return None


def _known(reading: Reading, file: str) -> str | None:
    """The file of the project that is meant; of several the one with the longest path."""
    inside = _INSTALLED.sub("", file.replace("\\", "/"))
    fitting = [known for known in reading.files if _is_same(known, file, inside)]
    return max(fitting, key=len, default=None)


def _is_same(known: str, file: str, inside: str) -> bool:
    """Of an installed package the whole path counts: others have a `utils.py` as well."""
    if inside == file.replace("\\", "/"):
        return same_file(known, file)
    return known == inside or known.endswith(f"/{inside}")


def _is_test(frame: ReportedFrame) -> bool:
    return _TEST.search(frame.file.replace("\\", "/")) is not None


def _is_foreign(file: str) -> bool:
    path = file.replace("\\", "/").lower()
    return not path.endswith(".py") or any(mark in path for mark in _FOREIGN)


def _short(file: str) -> str:
    """Enough of a path to know it by, without the folders of the reporter's machine."""
    parts = [part for part in file.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    absolute = file.startswith(("/", "~")) or ":" in file[:3]
    return parts[-1] if absolute else "/".join(parts)
