"""Make a summary of events as they come, in memory that does not grow with the trace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from seismograd.traces.events import (
    Alarm,
    Data,
    Devices,
    End,
    Epoch,
    Evaluation,
    Event,
    Executed,
    Layer,
    Layers,
    Loader,
    Losses,
    LossFunction,
    Memory,
    Network,
    Optimiser,
    Overhead,
    Overlap,
    Packages,
    Parameters,
    Phase,
    Raised,
    RaisedInThread,
    Reached,
    Scheduler,
    Setting,
    Start,
    Step,
    Thinned,
    Trouble,
    UnusedGradients,
    Warned,
)
from seismograd.traces.reader import MOST_BYTES, TraceReader
from seismograd.traces.summary import LossSummary, Parts, TraceSummary
from seismograd.traces.tallies.circumstances import CircumstanceTally
from seismograd.traces.tallies.expenses import ExpenseTally
from seismograd.traces.tallies.kept import Budget, FirstOnes
from seismograd.traces.tallies.layers import MAX_LAYERS, LayerTally
from seismograd.traces.tallies.results import ResultTally
from seismograd.traces.tallies.steps import StepTally

Kept = TypeVar("Kept", bound=Event)
KEPT_BYTES = 8_000_000
KEPT: dict[type[Event], int] = {
    Network: 100,
    Layer: MAX_LAYERS,
    LossFunction: 100,
    Optimiser: 100,
    Scheduler: 100,
    Loader: 100,
    Data: 100,
    Overlap: 100,
    Setting: 200,
    Warned: 200,
    Alarm: 500,
    RaisedInThread: 20,
    Reached: 500,
    Executed: 500,
    Parameters: 10,
    UnusedGradients: 1,
    Trouble: 100,
}
"""Events that are kept as they are, and how many of each."""
SAME: dict[type[Event], Callable[[Any], Hashable]] = {
    Data: lambda event: (event.loader, event.role, event.network),
    Overlap: lambda event: (event.first, event.second),
    Warned: lambda event: (event.category, event.message, event.place),
}
"""What makes a later event the newer word on the same thing."""


def summarise(path: Path | str, most_bytes: int = MOST_BYTES) -> TraceSummary:
    """Raises `TraceUnreadable`, and `FileNotFoundError` where there is no trace."""
    summariser = Summariser()
    with TraceReader(path, most_bytes) as reader:
        for event, size in reader.read_sized():
            summariser.take(event, size)
        return replace(summariser.summary(), skipped=reader.skipped, trace_bytes=reader.bytes_read)


class Summariser:
    """Takes events in their order; a summary can be had at any time."""

    def __init__(self) -> None:
        budget = Budget(KEPT_BYTES)
        self._kept = {
            kind: FirstOnes[Any](most, budget, SAME.get(kind)) for kind, most in KEPT.items()
        }
        self._run = CircumstanceTally()
        self._steps = StepTally()
        self._layers = LayerTally()
        self._results = ResultTally()
        self._expenses = ExpenseTally()
        self._events: Counter[str] = Counter()
        self._seconds = 0.0
        self._takers: dict[type[Event], Callable[[Any], None]] = {
            Start: self._run.take_start,
            Packages: self._run.take_packages,
            Devices: self._run.take_devices,
            Raised: self._run.take_exception,
            End: self._run.take_end,
            Step: self._steps.take_step,
            Losses: self._steps.take_losses,
            Layers: self._layers.take,
            Epoch: self._results.take_epoch,
            Evaluation: self._results.take_evaluation,
            Phase: self._expenses.take_phase,
            Memory: self._expenses.take_memory,
            Overhead: self._expenses.take_overhead,
            Thinned: self._expenses.take_thinned,
        }

    def take(self, event: Event, size: int = 0) -> None:
        """`size`: how many bytes of the trace the event was."""
        self._events[event.KIND] += 1
        self._seconds = max(self._seconds, event.t)
        kept, taker = self._kept.get(type(event)), self._takers.get(type(event))
        if kept is not None:
            kept.offer(event, size)
        elif taker is not None:  # others are for the history of a run alone
            taker(event)

    def summary(self) -> TraceSummary:
        run, steps, results, expenses = self._run, self._steps, self._results, self._expenses
        told = run.end.steps if run.end else None
        return TraceSummary(
            start=run.start,
            packages=dict(run.packages),
            devices=run.devices,
            parts=self._parts(),
            steps=steps.most if told is None else told,
            loss=LossSummary.of(steps.losses.curve()),
            learning_rate=replace(steps.learning_rate),
            gradient_norm=replace(steps.gradient_norm),
            update_ratio=replace(steps.update_ratio),
            grad_scale=replace(steps.grad_scale),
            clipped_steps=steps.clipped,
            skipped_steps=steps.skipped,
            layers=self._layers.summaries(self._kept[Layer].items),
            epochs=tuple(results.epochs.items),
            epoch_count=results.epochs.count,
            evaluations=tuple(results.evaluations.items),
            evaluation_count=results.evaluations.count,
            warnings=_counted(self._all(Warned)),
            alarms=self._all(Alarm),
            troubles=self._all(Trouble),
            exception=run.exception,
            thread_exceptions=self._all(RaisedInThread),
            reached=self._all(Reached),
            executed=self._all(Executed),
            parameters=self._all(Parameters),
            phases=dict(expenses.phases),
            rss_peak_bytes=expenses.rss_peak_bytes,
            cuda_peak_bytes=dict(expenses.cuda_peak_bytes),
            overhead=expenses.overhead,
            thinned=dict(expenses.thinned),
            end=run.end,
            seconds=self._seconds,
            events=dict(self._events),
            left_out=self._left_out(),
        )

    def _parts(self) -> Parts:
        return Parts(
            networks=self._all(Network),
            layers=self._all(Layer),
            loss_functions=self._all(LossFunction),
            optimisers=self._all(Optimiser),
            schedulers=self._all(Scheduler),
            loaders=self._all(Loader),
            data=self._all(Data),
            overlaps=self._all(Overlap),
            settings=self._all(Setting),
        )

    def _all(self, kind: type[Kept]) -> tuple[Kept, ...]:
        return tuple(self._kept[kind].items)

    def _left_out(self) -> dict[str, int]:
        counts = {kind.KIND: kept.left_out for kind, kept in self._kept.items()}
        counts["layers"] = self._layers.left_out
        return {kind: count for kind, count in counts.items() if count}


def _counted(warnings: tuple[Warned, ...]) -> tuple[Warned, ...]:
    """Each once: one that came again is told again at the end, with its count."""
    latest = {(told.category, told.message, told.place): told for told in warnings}
    return tuple(latest.values())
