"""The few lines that say how a training goes."""

from __future__ import annotations

from seismograd.reports.measures import clock
from seismograd.reports.run_status import status_cells
from seismograd.reports.run_text import alarm_line
from seismograd.reports.style import Style, printable
from seismograd.traces import TraceSummary

_WIDTH = 11
_SHOWN_ALARMS = 3


def table(told: TraceSummary, epoch: int | None, seconds: float, style: Style) -> list[str]:
    """Names, values, and the last alarms."""
    cells = {**status_cells(told, epoch), "time": clock(seconds)}
    rule = style.paint("─" * (_WIDTH * len(cells)), "dim")
    names = style.paint("".join(f"{name:<{_WIDTH}}" for name in cells), "dim")
    values = "".join(f"{value or '-':<{_WIDTH}}" for value in cells.values())
    return [rule, names, values, *_alarms(told, style)]


def _alarms(told: TraceSummary, style: Style) -> list[str]:
    shown = [alarm_line(alarm) for alarm in told.alarms[-_SHOWN_ALARMS:]]
    hidden = len(told.alarms) - len(shown)
    if hidden > 0:
        shown.append(f"and {hidden} more alarms")
    return [style.paint(f"! {printable(line)}", "red") for line in shown]
