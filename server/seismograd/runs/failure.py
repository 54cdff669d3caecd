"""The exception that ended a script, and the line of the project that it points at."""

from __future__ import annotations

from dataclasses import dataclass

from seismograd.traces.events import Frame, Raised

MOST_CHARACTERS = 500


@dataclass(frozen=True, slots=True)
class Failure:
    type: str
    message: str
    file: str | None = None
    line: int | None = None
    function: str | None = None
    text: str | None = None

    @property
    def place(self) -> str | None:
        return None if self.file is None else f"{self.file}:{self.line}"

    def __str__(self) -> str:
        what = f"{self.type}: {self.message}" if self.message else self.type
        return what if self.place is None else f"{what.rstrip('.')} ({self.place})"


def failure_of(event: Raised) -> Failure:
    """With the innermost line of the project, or of anything where none of it was there."""
    type_ = event.type or "an exception"
    message = " ".join(event.message.split())[:MOST_CHARACTERS]
    if event.place is not None:
        # Python's own words for a syntax error end with the same place.
        words, _, place = message.rpartition(" (")
        is_named = place.endswith(f"line {event.place.line})")
        message = words if is_named else message
        return Failure(type_, message, event.place.file, event.place.line)
    ours = [frame for frame in event.frames if frame.in_project] or list(event.frames)
    if not ours:
        return Failure(type_, message)
    frame: Frame = ours[-1]
    return Failure(type_, message, frame.file, frame.line, frame.function, frame.text)
