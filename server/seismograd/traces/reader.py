"""Read a trace from its beginning, and follow it while the run goes on."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Protocol, Self

from seismograd.traces.events import End, Event
from seismograd.traces.lines import LineCutter
from seismograd.traces.parsing import Unread, parse_line
from seismograd.traces.trace_file import TraceFile

POLL_SECONDS = 0.1
MOST_BYTES = 2 << 30
"""Far more than the writer's bound: what is larger was not written by it."""
TOO_LONG = "too long"
TORN = "torn"


class Wish(Protocol):
    """A wish to stop: true once it was made."""

    def __bool__(self) -> bool: ...


class Sized(NamedTuple):
    """An event, and how many bytes it took."""

    event: Event
    size: int


class TraceReader:
    """Gives the events of a trace in their order; what is no event is counted and skipped.

    Memory does not grow with the trace. `with` closes the file.
    """

    def __init__(self, path: Path | str, most_bytes: int = MOST_BYTES) -> None:
        self._file = TraceFile(Path(path))
        self._most_bytes = most_bytes
        self._lines = LineCutter()
        self._skipped: Counter[str] = Counter()
        self.bytes_read = 0
        self.restarts = 0
        """How often the file was cut off or replaced, and read anew."""

    @property
    def skipped(self) -> Mapping[str, int]:
        """How many lines were no events of ours, by the reason."""
        found = self._skipped + Counter({TOO_LONG: self._lines.too_long})
        return dict(found)

    def read(self) -> Iterator[Event]:
        """All events up to the present end of the trace, a last line without newline included.

        Raises `TraceUnreadable`, and `FileNotFoundError` where there is no trace.
        """
        return (found.event for found in self.read_sized())

    def read_sized(self) -> Iterator[Sized]:
        if not self._file.is_open:
            self._file.open()
        yield from self._new()
        yield from self._last()

    def new(self) -> Iterator[Event]:
        """The events that have come since; none where the trace is not there yet.

        Raises `TraceUnreadable` where something else lies in its place from the beginning.
        """
        return (found.event for found in self._new())

    def follow(
        self,
        is_over: Callable[[], bool] | None = None,
        cancel: Wish | None = None,
        poll_s: float = POLL_SECONDS,
    ) -> Iterator[Event]:
        """Events as they come, until the owner of the run says that it is over.

        Where nobody can say that, the run's own `end` counts. A cancelled reader stops at once.
        """
        while not cancel:
            # Asked before reading: what was written until then is read in any case.
            last_turn = is_over() if is_over is not None else False
            for event in self.new():
                yield event
                if cancel:
                    return
                last_turn = last_turn or (is_over is None and isinstance(event, End))
            if last_turn:
                yield from (found.event for found in self._last())
                return
            time.sleep(poll_s)

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _new(self) -> Iterator[Sized]:
        if not self._file.is_open and not self._is_there():
            return
        yield from self._to_the_end()
        if self._file.begin_anew_if_changed():
            yield from self._last()
            self.restarts += 1
            yield from self._to_the_end()

    def _is_there(self) -> bool:
        try:
            self._file.open()
        except FileNotFoundError:
            return False
        return True

    def _to_the_end(self) -> Iterator[Sized]:
        # The end as it is now: somebody may write faster than anybody reads.
        left = self._file.unread
        while chunk := self._file.read(min(left, self._most_bytes - self.bytes_read)):
            left -= len(chunk)
            self.bytes_read += len(chunk)
            if not any(chunk):
                left -= self._file.skip_hole()
            for line in self._lines.feed(chunk):
                yield from self._parsed(line, Unread.GARBAGE.value)

    def _last(self) -> Iterator[Sized]:
        """A last line may be whole and lack its newline only."""
        rest = self._lines.rest()
        if rest is not None:
            yield from self._parsed(rest, TORN)

    def _parsed(self, line: bytes, if_garbage: str) -> Iterator[Sized]:
        found = parse_line(line)
        if isinstance(found, Event):
            yield Sized(found, len(line))
        elif found is Unread.GARBAGE:
            self._skipped[if_garbage] += 1
        elif found is not Unread.BLANK:
            self._skipped[found.value] += 1
