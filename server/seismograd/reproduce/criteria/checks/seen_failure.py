"""The exception that ended a run, from its trace, or else from what Python printed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from seismograd.reproduce.criteria.matching.names import same_file
from seismograd.reproduce.inner_exceptions import inner_exceptions
from seismograd.reproduce.observation import Observation
from seismograd.traces.events import EarlierException, Raised, RaisedInThread

_MAX_STDERR = 100_000
_HEADER = "Traceback (most recent call last):"
_FRAME = re.compile(r'^ {2,8}File "([^"\n]{1,500})", line (\d{1,9})(?:, in ([^\n]{1,200}))?$', re.M)
_ERROR = re.compile(r"^((?:[A-Za-z_]\w{0,80}\.){0,10}[A-Za-z_]\w{0,80})(?:: ?(.*))?$")
_OWN_WORDS = ("raise ", "raise(", "assert ", "assert(", "sys.exit", "raise SystemExit")


@dataclass(frozen=True, slots=True)
class SeenFrame:
    file: str
    function: str = ""
    line: int | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class SeenFailure:
    type: str
    message: str
    frames: tuple[SeenFrame, ...] = ()
    """Outermost first."""
    bases: tuple[str, ...] = ()
    """Classes that the type descends from, where the run says so."""

    def __str__(self) -> str:
        return f"{self.type}: {self.message}" if self.message else self.type

    def is_of_the_script(self, script: str) -> bool:
        """Whether the script itself raised it, by its own `raise` or `assert`."""
        if not (script and self.frames):
            return False
        innermost = self.frames[-1]
        return same_file(innermost.file, script) and innermost.text.strip().startswith(_OWN_WORDS)


def failures(observation: Observation) -> list[SeenFailure]:
    """What ended the run first, then the members of a group, then what ended threads."""
    raised = observation.exception
    if raised is None:
        # Anybody can print a traceback: where the run was watched to its end, there was none.
        is_watched = observation.told.end is not None
        printed = None if is_watched else _printed(observation.stderr)
        found = [printed] if printed else []
    else:
        found = [_seen(raised), *map(_seen, raised.group)]
    return found + [_seen(thread) for thread in observation.told.thread_exceptions]


def inner_failures(observation: Observation) -> list[SeenFailure]:
    """What those came from, in the same process or in a worker's."""
    return [_seen(inner) for inner in inner_exceptions(observation)]


def _seen(event: Raised | RaisedInThread | EarlierException) -> SeenFailure:
    frames = tuple(
        SeenFrame(frame.file, frame.function or "", frame.line, frame.text or "")
        for frame in event.frames
    )
    return SeenFailure(event.type, event.message, frames, event.bases)


def _printed(stderr: str) -> SeenFailure | None:
    """The last traceback in a text, which is the one that Python ended with."""
    _, header, tail = stderr[-_MAX_STDERR:].rpartition(_HEADER)
    if not header:
        return None
    lines = tail.splitlines()
    for number, line in enumerate(lines):
        error = _ERROR.match(line)
        if error:
            message = "\n".join([error[2] or "", *lines[number + 1 :]]).strip()
            return SeenFailure(error[1], message, _printed_frames(tail))
    return None


def _printed_frames(text: str) -> tuple[SeenFrame, ...]:
    found = []
    for match in _FRAME.finditer(text):
        code = text[match.end() :].lstrip("\n").partition("\n")[0].strip()
        found.append(SeenFrame(match[1], match[3] or "", int(match[2]), code))
    return tuple(found)
