"""What is shown while a run goes on: its own output, and below it how the training goes."""

from __future__ import annotations

import os
import sys
import time
from queue import Empty, SimpleQueue
from typing import BinaryIO, Protocol

from seismograd.cli.live_screen import LiveScreen
from seismograd.cli.live_table import table
from seismograd.cli.trouble import say
from seismograd.reports.run_status import status_line
from seismograd.reports.run_text import alarm_line
from seismograd.reports.script_output import ScriptOutput
from seismograd.reports.style import Style
from seismograd.traces import TraceSummary
from seismograd_sandbox.host.sandbox import Stream

LINE_EVERY_S = 10.0


class OutputQueue:
    """Output on its way from the threads of a sandbox to the one that prints."""

    def __init__(self) -> None:
        self._pieces: SimpleQueue[tuple[Stream, bytes]] = SimpleQueue()

    def put(self, stream: Stream, piece: bytes) -> None:
        self._pieces.put((stream, piece))

    def pour(self, display: Display) -> None:
        """Let a display print all that has come."""
        while True:
            try:
                stream, piece = self._pieces.get_nowait()
            except Empty:
                return
            display.output(stream, piece)


class Display(Protocol):
    def output(self, stream: Stream, piece: bytes) -> None: ...
    def progress(self, told: TraceSummary, epoch: int | None) -> None: ...
    def close(self) -> None: ...


def display_for(style: Style, *, keep_stdout: bool) -> Display:
    """A live table on a terminal, plain lines in a pipe; standard output may be left alone."""
    if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        return TerminalDisplay(style, raw_stdout=not (keep_stdout or sys.stdout.isatty()))
    return PipeDisplay(keep_stdout=keep_stdout)


class TerminalDisplay:
    """One screen for both streams; standard output that goes elsewhere goes there untouched."""

    def __init__(self, style: Style, *, raw_stdout: bool) -> None:
        self._style = style
        self._raw_stdout = raw_stdout
        self._screen = LiveScreen(sys.stderr)
        self._start = time.monotonic()
        self._printed = {stream: ScriptOutput() for stream in Stream}

    def output(self, stream: Stream, piece: bytes) -> None:
        if stream is Stream.STDOUT and self._raw_stdout:
            _pass_on(piece, sys.stdout.buffer)
        else:
            self._screen.write(self._printed[stream].text(piece))

    def progress(self, told: TraceSummary, epoch: int | None) -> None:
        seconds = time.monotonic() - self._start
        self._screen.show(table(told, epoch, seconds, self._style))

    def close(self) -> None:
        self._screen.close()


class PipeDisplay:
    """Output goes into a pipe as it is; now and then a line says how far the run is."""

    def __init__(self, *, keep_stdout: bool) -> None:
        self._streams = {
            Stream.STDOUT: sys.stderr if keep_stdout else sys.stdout,
            Stream.STDERR: sys.stderr,
        }
        self._printed = {stream: ScriptOutput() for stream in Stream}
        self._next_line = time.monotonic() + LINE_EVERY_S
        self._said = ""
        self._alarms = 0
        self._is_within_line = False

    def output(self, stream: Stream, piece: bytes) -> None:
        out = self._streams[stream]
        if out.isatty():
            piece = self._printed[stream].text(piece).encode("utf-8", "replace")
        _pass_on(piece, out.buffer)
        if piece and out is sys.stderr:
            self._is_within_line = not piece.endswith(b"\n")

    def progress(self, told: TraceSummary, epoch: int | None) -> None:
        for alarm in told.alarms[self._alarms :]:
            self._say(alarm_line(alarm))
        self._alarms = len(told.alarms)
        if time.monotonic() >= self._next_line:
            self._next_line = time.monotonic() + LINE_EVERY_S
            self._say_once(status_line(told, epoch))

    def _say_once(self, line: str) -> None:
        if line and line != self._said:
            self._said = line
            self._say(line)

    def _say(self, line: str) -> None:
        """On a line of its own: progress bars have no end of line before their own end."""
        if self._is_within_line:
            _pass_on(b"\n", sys.stderr.buffer)
            self._is_within_line = False
        say(line)

    def close(self) -> None:
        return


def _pass_on(piece: bytes, out: BinaryIO) -> None:
    out.write(piece)
    out.flush()
