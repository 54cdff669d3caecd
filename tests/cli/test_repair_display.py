"""A repair on an emulated terminal, and in a pipe."""

from __future__ import annotations

import pytest

from seismograd.cli.live_screen import LiveScreen
from seismograd.cli.repair_display import TrialTable, listening
from seismograd.repair.objective import Direction, Objective, Origin
from seismograd.repair.repair_training import Listener
from seismograd.repair.trials.trial_record import TrialOutcome, TrialRecord
from seismograd.reports.style import Style
from tests.cli.terminal_emulator import WIDTH, Terminal

ACCURACY = Objective("acc", Direction.MAX, Origin.PRINTED)
TRIALS = (
    TrialRecord(1, "auto", {"lr": 0.1}, TrialOutcome.FINISHED, 0.4, seconds=2.0),
    TrialRecord(2, "auto", {"lr": 1e-3}, TrialOutcome.FINISHED, 0.93, seconds=2.25),
    TrialRecord(3, "auto", {"lr": 9.0}, TrialOutcome.STOPPED, 0.1, 0.5),
)


def search(listener: Listener) -> None:
    listener.say("training without changes")
    listener.baseline(ACCURACY, 0.41)
    for trial in TRIALS:
        listener.trial(trial)


def test_the_footer_says_what_is_best_so_far(terminal: Terminal) -> None:
    table = TrialTable(LiveScreen(terminal), 20, Style())
    search(table.listener)
    *rows, rule, last = terminal.shown()
    assert [row.split()[:2] for row in rows[-4:-1]] == [
        ["trial", "acc"],
        ["1", "0.4"],
        ["2", "0.93"],
    ]
    assert "lr 9 stopped" in rows[-1]
    assert set(rule) == {"─"}
    assert last == "trial 3 of 20, acc 0.93 with lr 0.001  0:00"[: WIDTH - 2] + "…"
    table.close()
    assert terminal.shown()[-1] == ""


def test_columns_stand_below_each_other(terminal: Terminal) -> None:
    table = TrialTable(LiveScreen(terminal), 20, Style())
    search(table.listener)
    table.close()
    rows = [row for row in terminal.shown() if row][-4:]
    assert (
        len({row.index(word) for row, word in zip(rows, ["changes", *["lr"] * 3], strict=True)})
        == 1
    )


def test_the_best_row_is_green_and_one_that_was_stopped_is_faint(terminal: Terminal) -> None:
    table = TrialTable(LiveScreen(terminal), 20, Style(colour=True))
    search(table.listener)
    rows = [line for line in terminal.getvalue().splitlines() if "lr " in line and "  2.2" in line]
    assert rows
    assert all("\x1b[32m" in row for row in rows)
    assert "\x1b[2m    3" in terminal.getvalue()


def test_in_a_pipe_there_is_a_line_for_each_trial(capsys: pytest.CaptureFixture[str]) -> None:
    with listening(20, Style()) as listener:
        search(listener)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2 + len(TRIALS)
    assert lines[-1].split("best")[1].split()[0] == "0.93"
    assert "\x1b" not in "".join(lines)
