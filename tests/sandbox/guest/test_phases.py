from __future__ import annotations

from typing import Any

from seismograd_sandbox.guest.phases import MAX_EVENTS, Phases


class Trace:
    """Time and events of a run that the test makes up."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.events: list[tuple[str, float]] = []

    def record(self, kind: str, fields: dict[str, Any]) -> None:
        assert kind == "phase"
        self.events.append((fields["phase"], fields["seconds"]))


def begin() -> tuple[Trace, Phases]:
    trace = Trace()
    return trace, Phases(trace)  # type: ignore[arg-type]


def test_a_run_that_trains_and_evaluates() -> None:
    trace, phases = begin()
    trace.seconds = 2.0
    phases.note_import()
    trace.seconds = 3.0
    phases.hear("layer", 0)
    trace.seconds = 5.0
    phases.hear("optimiser", 1)
    trace.seconds = 9.0
    phases.enter("evaluate")
    trace.seconds = 9.5
    phases.hear("losses", 1)
    phases.note_import()
    trace.seconds = 10.0
    phases.hear("step", 2)
    trace.seconds = 14.0
    phases.enter("end")
    phases.hear("step", 3)
    trace.seconds = 15.0
    phases.finish()
    assert trace.events == [
        ("import", 2.0),
        ("setup", 3.0),
        ("train", 4.0),
        ("evaluate", 1.0),
        ("train", 4.0),
        ("end", 1.0),
    ]


def test_a_run_that_only_imports() -> None:
    trace, phases = begin()
    trace.seconds = 1.0
    phases.note_import()
    trace.seconds = 1.5
    phases.enter("end")
    phases.finish()
    assert trace.events == [("import", 1.0), ("setup", 0.5), ("end", 0.0)]


def test_a_run_that_is_killed_before_anything_is_done() -> None:
    trace, phases = begin()
    phases.finish()
    assert trace.events == [("import", 0.0)]


def test_phases_that_change_all_the_time_are_added_up() -> None:
    trace, phases = begin()
    for step in range(1_000):
        phases.hear("step", step + 1)
        trace.seconds += 1.0
        phases.enter("evaluate")
        trace.seconds += 0.5
    phases.finish()
    assert len(trace.events) <= MAX_EVENTS + 3
    assert sum(seconds for phase, seconds in trace.events if phase == "train") == 1_000.0
    assert sum(seconds for phase, seconds in trace.events if phase == "evaluate") == 500.0
