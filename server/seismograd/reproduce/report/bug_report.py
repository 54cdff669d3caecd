"""What a bug report says, part by part. All of it is untrusted text, and much of it is missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


class NoReport(Exception):
    """There is no report where one was said to be; the message says what helps, in one line."""


@dataclass(frozen=True, slots=True)
class Snippet:
    """A block of code in a report."""

    code: str
    language: str = ""
    """What the report calls it, or "python" where it plainly is; "" where nobody knows."""
    line: int = 1
    """Where it begins in the text."""
    printed: tuple[tuple[int, str], ...] = ()
    """What statements printed, by the line of the code that they begin in."""


@dataclass(frozen=True, slots=True)
class ReportedFrame:
    file: str
    line: int | None = None
    function: str | None = None
    code: str | None = None


@dataclass(frozen=True, slots=True)
class ReportedTraceback:
    """As Python prints it; the message may have several lines, and either may be missing."""

    frames: tuple[ReportedFrame, ...] = ()
    exception: str = ""
    """As it is printed, with its module where there is one."""
    message: str = ""

    @property
    def short_name(self) -> str:
        return self.exception.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class CitedPlace:
    """A file that the report points at, by path, by permalink or in a traceback."""

    file: str
    first: int | None = None
    last: int | None = None
    commit: str | None = None


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A value that the report gives for something: `batch_size=1`, "lr of 0.1", `--epochs 3`."""

    name: str
    value: str | float | bool | None
    text: str = ""
    """The words it was found in."""


@dataclass(frozen=True, slots=True)
class BugReport:
    title: str
    text: str
    """The whole of it, as it came."""
    symptom: str = ""
    expected: str = ""
    steps: tuple[str, ...] = ()
    snippets: tuple[Snippet, ...] = ()
    tracebacks: tuple[ReportedTraceback, ...] = ()
    """In the order of the text: of a chain, the one that got out comes last."""
    versions: Mapping[str, str] = field(default_factory=dict)
    values: tuple[NamedValue, ...] = ()
    reliefs: tuple[NamedValue, ...] = ()
    """Values with which it says that all is well; they are not among the others."""
    well_said: tuple[str, ...] = ()
    """What it says about when all is well, in its words."""
    places: tuple[CitedPlace, ...] = ()
    """As people cite them, in the order of the text; then frames, the innermost first."""
    names: tuple[str, ...] = ()
    """Identifiers that it mentions, dotted or not, in the order of their first mention."""
    commit: str | None = None
    """Where the bug was seen: a hash, often shortened, or a release as it was written."""
    fixed_commit: str | None = None
    """Where it is gone, for whoever reports after the fact."""
    source: str = ""
    """The file or address that it came from."""
