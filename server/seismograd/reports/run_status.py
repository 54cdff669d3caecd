"""How far a run is, in a few words."""

from __future__ import annotations

from seismograd.reports.measures import number
from seismograd.traces import TraceSummary


def status_cells(told: TraceSummary, epoch: int | None) -> dict[str, str]:
    """What is worth watching, by name; empty where it is not known."""
    last = told.loss.last
    return {
        "step": f"{told.steps:,}" if told.steps else "",
        "epoch": "" if epoch is None else str(epoch),
        "loss": number(last.value) if last else "",
        "lr": number(told.learning_rate.last),
        "gradient": number(told.gradient_norm.last),
    }


def status_line(told: TraceSummary, epoch: int | None) -> str:
    """In one line; empty before the first step."""
    shown = [f"{name} {value}" for name, value in status_cells(told, epoch).items() if value]
    return ", ".join(shown) if told.steps else ""
