"""The lines below a script's output, on an emulated terminal."""

from __future__ import annotations

from seismograd.cli.live_screen import LiveScreen
from seismograd.cli.live_table import table
from seismograd.reports.style import Style
from seismograd.traces import LossSummary, TraceSummary
from seismograd.traces.curve import Point
from seismograd.traces.events import Alarm, Place
from tests.cli.terminal_emulator import WIDTH, Terminal


def test_output_scrolls_above_the_footer(terminal: Terminal) -> None:
    screen = LiveScreen(terminal)
    screen.show(["--", "a 1"])
    screen.write("one\n")
    screen.write("two\nthree\n")
    screen.show(["--", "a 2", "!"])
    assert terminal.shown() == ["one", "two", "three", "--", "a 2", "!"]
    screen.show(["--"])
    assert terminal.shown() == ["one", "two", "three", "--"]
    screen.close()
    assert terminal.shown() == ["one", "two", "three", ""]


def test_an_unfinished_line_is_kept_and_goes_on(terminal: Terminal) -> None:
    screen = LiveScreen(terminal)
    screen.show(["foot"])
    screen.write("loading ...")
    assert terminal.shown() == ["loading ...", "foot"]
    screen.write(" done\nnext")
    assert terminal.shown() == ["loading ... done", "next", "foot"]
    screen.close()
    assert terminal.shown() == ["loading ... done", "next", ""]


def test_a_progress_bar_stays_on_its_line(terminal: Terminal) -> None:
    screen = LiveScreen(terminal)
    screen.show(["foot"])
    for percent in (10, 50, 100):
        screen.write(f"\r{percent}% of it")
    assert terminal.shown() == ["100% of it", "foot"]
    screen.write("\n")
    assert terminal.shown() == ["100% of it", "foot"]


def test_a_line_that_wraps_is_erased_whole(terminal: Terminal) -> None:
    screen = LiveScreen(terminal)
    screen.show(["foot"])
    screen.write("x" * (2 * WIDTH + 5))
    screen.show(["boot"])
    screen.write("\nend\n")
    assert terminal.shown() == ["x" * WIDTH, "x" * WIDTH, "xxxxx", "end", "boot"]


def test_a_footer_never_wraps(terminal: Terminal) -> None:
    screen = LiveScreen(terminal)
    screen.show(["y" * 100])
    screen.show(["z"])
    assert terminal.shown() == ["z"]


def test_the_table_has_values_and_the_last_alarms() -> None:
    alarms = tuple(Alarm(alarm=f"nan-{n}", step=n, place=Place("a.py", n)) for n in range(5))
    told = TraceSummary(steps=1200, loss=LossSummary(last=Point(1200, 0.25)), alarms=alarms)
    rows = table(told, 2, 61.2, Style())
    assert rows[1].split() == ["step", "epoch", "loss", "lr", "gradient", "time"]
    assert rows[2].split() == ["1,200", "2", "0.25", "-", "-", "1:01"]
    assert rows[3:] == [
        "! nan-2 at step 2 (a.py:2)",
        "! nan-3 at step 3 (a.py:3)",
        "! nan-4 at step 4 (a.py:4)",
        "! and 2 more alarms",
    ]
