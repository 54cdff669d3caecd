"""Trials in sandboxes of this machine, several at once, each in a session of its own."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from queue import Empty, LifoQueue
from typing import Self

from seismograd.cancellation import Cancellation
from seismograd.compute.compute import Compute
from seismograd.compute.machine_capacity import VISIBLE_GPUS, machine_capacity, visible_gpus
from seismograd.compute.slots import Needs, find_slots
from seismograd.compute.trial_setup import THREADS, TrialSetup
from seismograd.runs.trial import Trial, TrialResult, TrialRunner, Watch


class ThisMachine(Compute):
    """Sessions are opened when they are first needed, and kept."""

    def __init__(
        self,
        setup: TrialSetup,
        cancel: Cancellation,
        at_once: int = 1,
        threads: int | None = None,
        gpus: Sequence[str] = (),
    ) -> None:
        """`threads` of each training (None: as many as it likes); `gpus` are handed out in turn."""
        self.at_once = at_once
        self._setup = setup
        self._cancel = cancel
        self._threads = threads
        self._gpus = gpus
        self._idle: LifoQueue[TrialRunner] = LifoQueue()
        self._runners: list[TrialRunner] = []
        self._numbers = count()

    @classmethod
    def with_room_for(
        cls, needs: Needs, most: int, setup: TrialSetup, cancel: Cancellation
    ) -> Self:
        """As many trainings at once as cores, memory and GPUs allow: one in any case."""
        gpus = visible_gpus(setup.plan.entry.root) if needs.gpus else []
        slots = find_slots([machine_capacity(gpus)], needs, most)
        if slots.at_once <= 1:
            return cls(setup, cancel)
        return cls(setup, cancel, slots.at_once, slots.threads, gpus)

    def run(self, trial: Trial, watch: Watch | None = None) -> TrialResult:
        runner = self._take()
        try:
            return runner.run(trial, watch)
        finally:
            self._idle.put(runner)

    def _take(self) -> TrialRunner:
        try:
            return self._idle.get_nowait()
        except Empty:
            runner = self._setup.open_runner(self._variables(), self._cancel)
            self._runners.append(runner)
            return runner

    def _variables(self) -> dict[str, str]:
        """For the next session."""
        number = next(self._numbers)
        variables = {} if self._threads is None else {THREADS: str(self._threads)}
        if self._gpus:
            variables[VISIBLE_GPUS] = self._gpus[number % len(self._gpus)]
        return variables

    def close(self) -> None:
        for runner in self._runners:
            runner.close()
