"""What a single line of a traceback can be, in all the styles that there are."""

from __future__ import annotations

import re

from seismograd.reproduce.report.bug_report import ReportedFrame

NAME = r"(?:[A-Za-z_]\w{0,80}\.){0,8}[A-Za-z_]\w{0,80}"
RAISED_NAME = (
    r"(?:[A-Za-z_]\w{0,80}\.){0,8}(?:[A-Z]\w{0,80}?(?:Error|Exception|Fault|Failure)|"
    r"StopIteration|KeyboardInterrupt|SystemExit|ExceptionGroup|BaseException|Exception)"
)
_HEADER = re.compile(r"(?P<before>.{0,200}?)Traceback \((?:most|innermost)[^)]{0,40}\):?[\s─╮┐-]*$")
_FUNCTION = r"(?P<function>[\w.<>]{1,200}(?: [\w:]{1,20})?>?)"
_PATH = r"(?P<file>(?:[A-Za-z]:)?[^\s:\"'()][^:\"'()\n]{0,400}"
_FRAMES = [
    re.compile(pattern)
    for pattern in (
        r"\s*File [\"“](?P<file>[^\"”\n]{1,500})[\"”], line (?P<line>\d{1,9})"
        r"(?:, in (?P<function>\S.{0,200}))?$",
        rf"\s*File {_PATH}):(?P<line>\d{{1,9}})(?:, in {_FUNCTION})?",
        rf"\s*(?P<file>(?:Cell |Input )In ?\[[\d ]{{1,8}}\])(?:, line (?P<line>\d{{1,9}}))?"
        rf"(?:, in {_FUNCTION})?",
        rf"\s*(?P<file><ipython-input-[^>]{{1,100}}>) in {_FUNCTION}",
        rf"\s*{_PATH}\.py\w?) in {_FUNCTION}(?:\(.{{0,300}})?$",
        rf"\s*{_PATH}\.py):(?P<line>\d{{1,9}}) in {_FUNCTION}\s*$",
    )
]
_PYTEST_FRAME = re.compile(
    rf"{_PATH}\.py):(?P<line>\d{{1,9}}):(?: in (?P<function>[\w.<>\[\]-]{{1,200}})| {NAME})?\s*$"
)
_ARROW = re.compile(r"\s*(?:-{1,6}>|❱|=>)\s?(?P<line>\d{1,9})\b[\s│|]*(?P<code>.*)$")
_PYTEST_ARROW = re.compile(r">\s{3,}(?P<code>\S.*)$")
_NUMBERED = re.compile(r"\s*\d{1,7}(?:\s|$)")
_CARETS = re.compile(r"\s*[\^~][\s\^~]*$")
_OMITTED = re.compile(
    r"\s*(?:\[Previous line repeated|\.{3}|…|\[\.{3}\]|<?\d* ?frames? (?:omitted|hidden)|"
    r"\(\.{3}|\[\d+ skipped)"
)
_RULE = re.compile(r"[\s─━_\-=+|│╭╮╰╯]{3,}$|\s*\+-\+-{3,}.{0,60}$|(?:_ ){3,}_?$")
_CONNECTOR = re.compile(
    r"\s*(?:During handling of the above exception|The above exception was the direct cause)"
)
_QUOTES = re.compile(r'\s*"""\s*$')
"""Around the traceback of another process."""
_LOG = re.compile(
    r"[WEIF]\d{4} \d\d:|\[?\d{4}-\d\d-\d\d|\[?\d\d:\d\d:\d\d|\[?(?:INFO|WARNING|WARN|ERROR|DEBUG)\b"
)
_RAISED = re.compile(rf"(?P<name>{RAISED_NAME}|{NAME}Warning)(?::(?P<message>.*))?$")
_RAISED_AFTER_FRAMES = re.compile(
    r"(?P<name>(?:[A-Za-z_]\w{0,80}\.){0,8}[A-Z]\w{0,80})(?::(?: (?P<message>.*))?)?$"
)
_PYTEST_SAYS = re.compile(r"E(?:\s{2,}(?P<said>.*)|\s*)$")
_GROUP = re.compile(r"\s{1,12}(?:\| ?|\+ (?=[ET]))")
_BOX = "│┃║"


def unframed(line: str) -> str:
    """The line without the frame that rich, or an exception group, draws around it."""
    bare = line.strip()
    if bare[:1] in _BOX and bare:
        return bare.strip(_BOX).rstrip()
    group = _GROUP.match(line)
    return line[group.end() :] if group else line


def header_of(line: str) -> str | None:
    """What stands before the words that begin a traceback, or None in all other lines."""
    if "Traceback (" not in line:
        return None
    header = _HEADER.match(line)
    return header["before"] if header else None


def frame_of(line: str) -> ReportedFrame | None:
    if len(line) > 1_000:
        return None
    for pattern in _FRAMES:
        if found := pattern.match(line):
            return _frame(found)
    return None


def pytest_frame_of(line: str) -> ReportedFrame | None:
    found = _PYTEST_FRAME.match(line) if ".py:" in line and len(line) < 1_000 else None
    return _frame(found) if found else None


def arrow_of(line: str) -> tuple[int, str] | None:
    """The line number and the code that an arrow points at."""
    arrow = _ARROW.match(line)
    return (int(arrow["line"]), arrow["code"].strip()) if arrow else None


def pytest_arrow_of(line: str) -> str | None:
    arrow = _PYTEST_ARROW.match(line)
    return arrow["code"].strip() if arrow else None


def pytest_says(line: str) -> str | None:
    said = _PYTEST_SAYS.match(line)
    return (said["said"] or "") if said else None


def raised_of(line: str, *, after_frames: bool = False) -> tuple[str, str] | None:
    """The exception and the first line of its message, where a line tells of one."""
    pattern = _RAISED_AFTER_FRAMES if after_frames else _RAISED
    found = _RAISED.match(line) or pattern.match(line)
    return (found["name"], (found["message"] or "").strip()) if found else None


def is_filler(line: str) -> bool:
    """Whether it says nothing of its own: carets, omissions, rules, numbered context."""
    return any(pattern.match(line) for pattern in (_CARETS, _OMITTED, _NUMBERED, _RULE, _CONNECTOR))


def ends_message(line: str) -> bool:
    """Whether a line below an exception is no part of its message."""
    return any(pattern.match(line) for pattern in (_CONNECTOR, _RULE, _LOG, _QUOTES))


def is_caret_line(line: str) -> bool:
    return _CARETS.match(line) is not None or _OMITTED.match(line) is not None


def _frame(found: re.Match[str]) -> ReportedFrame:
    parts = found.groupdict()
    line, function = parts.get("line"), parts.get("function")
    is_known = function and not function.startswith(("<module", "<cell"))
    return ReportedFrame(
        parts["file"].strip(),
        int(line) if line else None,
        function.partition("(")[0].rstrip("* ") if function and is_known else function,
    )
