"""Observations made by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from seismograd.reproduce.observation import Observation, Reached
from seismograd.traces import LossSummary, TraceSummary
from seismograd.traces.curve import Curve
from seismograd.traces.events import (
    Alarm,
    Device,
    EarlierException,
    Frame,
    Raised,
    RaisedInThread,
    Warned,
)
from seismograd_sandbox.host.outcome import Ending

SCRIPT = "reproduce_it.py"
Place = tuple[str, str]
"""A file and a function of it."""


def frames(*places: Place) -> tuple[Frame, ...]:
    return tuple(Frame(file, line=7, function=function) for file, function in places)


def raised(
    kind: str,
    message: str = "",
    *places: Place,
    because: Sequence[EarlierException] = (),
    group: Sequence[EarlierException] = (),
    bases: Sequence[str] = (),
) -> Observation:
    """A run that an exception ended, in the script or deeper."""
    event = Raised(
        type=kind,
        bases=tuple(bases),
        message=message,
        frames=frames((SCRIPT, "<module>"), *places),
        because=tuple(because),
        group=tuple(group),
    )
    return ended(told=TraceSummary(exception=event), exit_code=1)


def raised_by_the_script(
    kind: str, message: str, text: str, because: Sequence[EarlierException] = ()
) -> Observation:
    frame = Frame(SCRIPT, 9, "<module>", text)
    event = Raised(type=kind, message=message, frames=(frame,), because=tuple(because))
    return ended(told=TraceSummary(exception=event), exit_code=1)


def raised_in_a_thread(kind: str, message: str) -> Observation:
    event = RaisedInThread(type=kind, message=message, thread="loader")
    return ended(told=TraceSummary(thread_exceptions=(event,)))


def measuring(**values: object) -> Observation:
    return ended(measured=values, exit_code=1)


def with_losses(*values: float) -> Observation:
    curve = Curve()
    for step, value in enumerate(values):
        curve.add(step, value)
    return ended(told=TraceSummary(loss=LossSummary.of(curve), steps=len(values)))


def with_alarm(name: str) -> Observation:
    return ended(told=TraceSummary(alarms=(Alarm(alarm=name),)))


def warned(category: str, message: str) -> Observation:
    return ended(told=TraceSummary(warnings=(Warned(category=category, message=message),)))


def on_device(kind: str, observation: Observation) -> Observation:
    told = TraceSummary(exception=observation.exception, devices=(Device(type=kind),))
    return ended(told=told, exit_code=observation.exit_code)


def ended(
    ending: Ending = Ending.EXITED,
    *,
    exit_code: int | None = 0,
    stdout: str = "",
    stderr: str = "",
    told: TraceSummary | None = None,
    measured: Mapping[str, object] | None = None,
    reached: Sequence[Place] = (),
    seconds: float = 1.5,
    signal: int | None = None,
) -> Observation:
    return Observation(
        ending=ending,
        exit_code=exit_code,
        stdout=stdout,
        stderr=stderr,
        told=told or TraceSummary(),
        measured=measured or {},
        reached=tuple(Reached(file, function, 1) for file, function in reached),
        seconds=seconds,
        script=SCRIPT,
        signal=signal,
    )
