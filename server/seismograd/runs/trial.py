"""A short run for an experiment: of a changed copy, with other seeds, ended when enough is seen."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.runs.execute import workplace_for
from seismograd.runs.guest_command import TRACE, guest_command
from seismograd.runs.plan import Plan
from seismograd.runs.python_variables import interpreter_variables
from seismograd.traces.history import RunHistory
from seismograd.traces.reader import TraceReader
from seismograd.traces.trace_file import TraceUnreadable
from seismograd_sandbox.host.outcome import Ending, Outcome
from seismograd_sandbox.host.selection import Choice

LOOK_S = 0.2


@dataclass(frozen=True, slots=True)
class Trial:
    """What is run, and how much of it."""

    plan: Plan
    changed: Mapping[str, str] = field(default_factory=dict)
    """Files with another content than on disk, by their path in the project."""
    shift_seeds: int = 0
    most_steps: int | None = None
    """Optimiser steps after which the run is ended."""


@dataclass(frozen=True, slots=True)
class TrialResult:
    history: RunHistory
    seconds: float
    has_failed: bool
    """Whether the script ended with an error of its own, rather than at its end or by us."""


def run_trial(trial: Trial, choice: Choice, cancel: Cancellation) -> TrialResult:
    """Raises `SandboxUnusable`."""
    plan = replace(trial.plan, shift_seeds=trial.shift_seeds, live=False)
    with tempfile.TemporaryDirectory(prefix="seismograd-trial-") as folder:
        outbox = Path(folder)
        _, session = choice.open(workplace_for(plan, outbox), cancel)
        with session, _Watch(outbox / TRACE, trial.most_steps, cancel) as watch:
            for path, text in trial.changed.items():
                session.write(path, text.encode())
            command = guest_command(plan, session, "trial")
            variables = interpreter_variables(plan, session.project)
            outcome = session.run(command, environment=variables, cancel=watch.stop)
        return TrialResult(watch.history, outcome.seconds, _has_failed(outcome))


def _has_failed(outcome: Outcome) -> bool:
    return outcome.ending is not Ending.CANCELLED and outcome.exit_code != 0


class _Watch:
    """Reads the trace as it grows, and stops the run where it has made enough steps."""

    def __init__(self, trace: Path, most_steps: int | None, cancel: Cancellation) -> None:
        self.history = RunHistory()
        self.stop = Cancellation()
        self._reader = TraceReader(trace)
        self._most_steps = most_steps
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._look, name="seismograd-trial", daemon=True)
        cancel.when_set(self.stop.set)

    def __enter__(self) -> _Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()
        self._reader.close()

    def _look(self) -> None:
        is_last = False
        while not is_last:
            is_last = self._is_over.wait(LOOK_S)
            try:
                for event in self._reader.new():
                    self.history.take(event)
            except TraceUnreadable:
                return
            if self._most_steps is not None and self.history.step_count >= self._most_steps:
                self.stop.set()
