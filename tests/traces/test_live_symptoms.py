from __future__ import annotations

import pytest

from seismograd.faults import Severity
from seismograd.traces import live_symptoms
from seismograd.traces.events import Losses, Optimiser
from seismograd.traces.history import RunHistory
from seismograd.traces.live_symptoms import EVERY_S, SHARE, LiveSymptoms
from seismograd.traces.symptom import Symptom


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_growing_trace_shows_its_symptoms_at_most_every_second() -> None:
    history, clock = RunHistory(), Clock()
    live = LiveSymptoms(history, clock)
    assert live.refresh() == ()
    history.take(Optimiser(optimiser=0, type="Adam"))
    history.take(Losses(first=0, values=(1.0, 1.01) * 150))
    clock.now += EVERY_S / 2
    assert live.refresh() == ()
    clock.now += EVERY_S
    assert [symptom.name for symptom in live.refresh()] == ["loss-flat"]


def test_a_look_that_takes_long_is_followed_by_a_longer_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, looks = Clock(), []

    def slow(_history: RunHistory) -> list[Symptom]:
        looks.append(clock.now)
        clock.now += 3.0
        return [
            Symptom("a", Severity.WARNING, "1"),
            Symptom("a", Severity.WARNING, "2"),
            Symptom("b", Severity.HINT, "3"),
        ]

    monkeypatch.setattr(live_symptoms, "find_symptoms", slow)
    live = LiveSymptoms(RunHistory(), clock)
    assert [(one.name, one.message) for one in live.refresh()] == [("a", "1")]
    clock.now += 3.0 / SHARE - 1
    live.refresh()
    assert looks == [100.0]
    clock.now += 2
    live.refresh()
    assert len(looks) == 2
