"""Where schedulers are stepped."""

from __future__ import annotations

from seismograd.program.model import Program, Scheduler
from seismograd.source.evaluate.calls import Call


def steps_of(program: Program, scheduler: Scheduler) -> list[Call]:
    """The calls of `step()` of a scheduler."""
    return program.derived(_steps)[id(scheduler)]


def _steps(program: Program) -> dict[int, list[Call]]:
    index = program.index
    return {
        id(scheduler): [call for call in index.on(scheduler.value) if call.method == "step"]
        for scheduler in program.schedulers
    }
