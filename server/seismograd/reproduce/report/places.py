"""Files and lines that a report points at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from urllib.parse import unquote

from seismograd.reproduce.report.bug_report import CitedPlace, ReportedTraceback

MOST_PLACES = 200
_MOST_READ = 10_000
_HOST = r"https?://[\w.:-]{1,100}"
_PERMALINK = re.compile(
    rf"{_HOST}/(?P<project>[\w./~-]{{1,200}}?)/(?:-/)?(?:blob|blame|raw|src|edit)/"
    r"(?P<ref>[\w.-]{1,100})/(?P<file>[\w./%+@~,-]{1,400})(?:\?[\w=&.-]{1,60})?"
    r"(?:#(?:L|lines-)(?P<first>\d{1,9})(?:C\d{1,9})?(?:[-:]L?(?P<last>\d{1,9}))?)?"
)
_ADDRESS = re.compile(r"https?://[^\s<>()\"'`\]]{1,1000}")
_ENDING = r"\.(?:pyi|pyx|py|ipynb|ya?ml|toml|json|cfg|ini|cu|cpp)"
_FILE = rf"(?P<file>(?:[A-Za-z]:)?[\w./\\~@+-]{{1,300}}{_ENDING})"
_LINES = r"(?P<first>\d{1,9})(?:\s?(?:-|–|to|through|and|,)\s?L?(?P<last>\d{1,9}))?"
_FILE_AND_LINE = re.compile(
    rf"(?<![\w./\\@+~-]){_FILE}(?![\w/\\])[`'\"*]{{0,2}}"
    rf"(?:(?::|#L|\s?[:(,]?\s?(?:on |at |in |around |the )?[Ll]ines?\s|\s?\(?[L@])#?{_LINES})?"
)
_LINE_OF_FILE = re.compile(
    rf"\b(?:[Ll]ines?|L)\s?#?{_LINES}\)?,?\s(?:of|in|from|at)\s(?:the )?(?:file )?"
    rf"[`'\"*]{{0,2}}{_FILE}(?![\w/\\])"
)
_COMMIT = re.compile(r"[0-9a-f]{7,40}")
_FRAMEWORKS = ("pytorch/", "keras-team/", "tensorflow/", "numpy/", "python/", "google/jax")
_NOT_CITED = frozenset(
    ["requirements.txt", "setup.py", "pyproject.toml", "environment.yml", "environment.yaml"]
)
"""But with a line: they are mentioned for what is installed."""


def places_in(
    lines: Iterable[str], tracebacks: Sequence[ReportedTraceback]
) -> tuple[CitedPlace, ...]:
    """What people point at, in the order of the text; then frames, the innermost first."""
    cited = (place for line in lines for place in _in_line(line))
    places = dict.fromkeys(islice(chain(cited, _of_frames(tracebacks)), _MOST_READ))
    exact = {place.file for place in places if place.first is not None}
    vague = exact | _NOT_CITED
    kept = [one for one in places if one.first is not None or one.file not in vague]
    return tuple(kept[:MOST_PLACES])


def permalink_commits(line: str, project: str = "") -> Iterator[str]:
    """The commits of the permalinks in a line: to a project, or to anything but frameworks."""
    if "://" in line:
        for found in _PERMALINK.finditer(line):
            if _COMMIT.fullmatch(found["ref"]) and is_about(project, found["project"]):
                yield found["ref"]


def is_about(project: str, linked: str) -> bool:
    """Whether a link into `linked` can say at which commit of `project` a bug was seen."""
    linked = linked.lower().removesuffix(".git")
    return linked == project.lower() if project else not linked.startswith(_FRAMEWORKS)


def without_addresses(line: str) -> str:
    return _ADDRESS.sub(" ", line) if "://" in line else line


def _in_line(line: str) -> Iterator[CitedPlace]:
    if "://" in line:
        for found in _PERMALINK.finditer(line):
            commit = found["ref"] if _COMMIT.fullmatch(found["ref"]) else None
            yield _place(unquote(found["file"]), found, commit)
        line = without_addresses(line)
    if "." not in line:
        return
    reversed_order = list(_LINE_OF_FILE.finditer(line)) if "ine" in line or "L" in line else []
    for found in reversed_order:
        yield _place(found["file"], found)
    spans = [found.span() for found in reversed_order]
    for found in _FILE_AND_LINE.finditer(line):
        if not any(first <= found.start() < last for first, last in spans):
            yield _place(found["file"], found)


def _place(file: str, found: re.Match[str], commit: str | None = None) -> CitedPlace:
    first = int(found["first"]) if found["first"] else None
    last = int(found["last"]) if found["last"] else first
    if first is not None and last is not None and last < first:
        last = first
    return CitedPlace(file.replace("\\", "/").removeprefix("./"), first, last, commit)


def _of_frames(tracebacks: Sequence[ReportedTraceback]) -> Iterator[CitedPlace]:
    for traceback in tracebacks:
        for frame in reversed(traceback.frames):
            if not frame.file.startswith("<") and " In" not in frame.file[:8]:
                yield CitedPlace(frame.file.replace("\\", "/"), frame.line, frame.line)
