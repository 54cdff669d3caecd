"""Progress of a reproduction: a live line on a terminal, plain lines in a pipe."""

from __future__ import annotations

import io
import sys
import time

import pytest

from seismograd.cli import reproduce_display
from seismograd.cli.reproduce_display import Display
from seismograd.reports.style import Style
from seismograd.reproduce.candidate import Stage
from seismograd.reproduce.criteria.criterion import Fingerprint
from tests.reproduce.some_results import attempt
from tests.reproduce.validate.small_project import ODD


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def _go_on(display: Display) -> None:
    with display:
        display.stage("Searching")
        display.criteria(Fingerprint((ODD,), "crash"))
        display.attempt(attempt(Stage.DRY_RUN, "Run the snippet.\x1b[2J" + "x" * 200))
        display.attempt(attempt(Stage.REPEATS, "Run it again."))


def test_a_pipe_gets_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    _go_on(Display(Style()))
    lines = pipe.getvalue().splitlines()
    assert [line[:8].strip().endswith("s") for line in lines] == [True] * 5
    assert "\x1b" not in pipe.getvalue()
    assert "→ it does not show the symptom" in lines[3]
    assert len(lines[3]) < 160
    assert "→ held: it is kept" in lines[4]


def test_a_terminal_has_a_last_line_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    _go_on(Display(Style()))
    drawn = terminal.getvalue()
    assert "Searching · 0:00 · 2 tried, the nearest reproduced · Ctrl-C stops" in drawn
    assert drawn.endswith("\x1b[J")


def test_the_clock_goes_on_while_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(reproduce_display, "TICK_S", 0.02)
    monkeypatch.setattr(reproduce_display, "clock", lambda seconds: f"{seconds:.3f}")
    monkeypatch.setenv("TERM", "xterm")
    with Display(Style()) as display:
        display.stage("Searching")
        deadline = time.monotonic() + 10
        while terminal.getvalue().count("Ctrl-C") < 4 and time.monotonic() < deadline:
            time.sleep(0.01)
    assert terminal.getvalue().count("Ctrl-C") >= 4
