"""The course of a run: its events in order, in memory that does not grow with the trace."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from seismograd.traces.curve import Point
from seismograd.traces.events import (
    Alarm,
    Alteration,
    Broadcast,
    ComparedPairs,
    Data,
    Derivative,
    DiscardedGradients,
    End,
    Epoch,
    Evaluation,
    Event,
    FrozenNetwork,
    KeptGradients,
    Layer,
    Layers,
    LayerSample,
    LeftOutWeights,
    Loader,
    Losses,
    LossFunction,
    MaximisedLoss,
    Memory,
    MissingGradients,
    Network,
    NetworkCheck,
    NetworkCopy,
    Optimiser,
    Overlap,
    PairLoss,
    Parameters,
    Phase,
    Raised,
    Reading,
    Restored,
    ScheduleEnd,
    Scheduler,
    Scores,
    Setting,
    Start,
    Step,
    UnusedGradients,
)
from seismograd.traces.printed_metrics import PrintedSeries
from seismograd.traces.reader import MOST_BYTES, TraceReader
from seismograd.traces.tallies.kept import EvenlySpread

MOST_STEPS = 2_000
MOST_EVENTS = 1_000
"""Of a kind that is kept whole: real runs stay far below."""
MOST_LAYERS = 2_000
SAMPLES_A_LAYER = 48
"""Enough to see a course, and few enough that the largest networks fit into memory."""
_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class SampledLayer:
    """The tensors of a layer at a step."""

    step: int
    mode: str | None
    sample: LayerSample


class PenalisedLoss(NamedTuple):
    step: int
    value: float
    penalty: float

    @property
    def of_data(self) -> float:
        return self.value - self.penalty


@dataclass(frozen=True)
class Repetition:
    """The same training once more, with the same code and the same seeds."""

    losses: Sequence[Point]
    sets_seed: bool | None = None
    """Whether the script sets a seed; None where that is not known."""


@dataclass
class RunHistory:
    """What detectors look at. Lists are in the order of the run."""

    start: Start | None = None
    end: End | None = None
    raised: Raised | None = None
    layers: dict[int, Layer] = field(default_factory=dict)
    networks: list[Network] = field(default_factory=list)
    broadcasts: list[Broadcast] = field(default_factory=list)
    loss_functions: list[LossFunction] = field(default_factory=list)
    optimisers: list[Optimiser] = field(default_factory=list)
    schedulers: list[Scheduler] = field(default_factory=list)
    schedule_ends: list[ScheduleEnd] = field(default_factory=list)
    loaders: dict[int, Loader] = field(default_factory=dict)
    settings: list[Setting] = field(default_factory=list)
    overlaps: list[Overlap] = field(default_factory=list)
    alarms: list[Alarm] = field(default_factory=list)
    frozen_networks: list[FrozenNetwork] = field(default_factory=list)
    kept_gradients: list[KeptGradients] = field(default_factory=list)
    discarded_gradients: list[DiscardedGradients] = field(default_factory=list)
    missing_gradients: list[MissingGradients] = field(default_factory=list)
    left_out_weights: list[LeftOutWeights] = field(default_factory=list)
    maximised_losses: list[MaximisedLoss] = field(default_factory=list)
    pair_losses: list[PairLoss] = field(default_factory=list)
    compared_pairs: list[ComparedPairs] = field(default_factory=list)
    network_copies: list[NetworkCopy] = field(default_factory=list)
    derivatives: list[Derivative] = field(default_factory=list)
    network_checks: list[NetworkCheck] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)
    scores: list[Scores] = field(default_factory=list)
    restored: list[Restored] = field(default_factory=list)
    alterations: list[Alteration] = field(default_factory=list)
    data: dict[object, Data] = field(default_factory=dict)
    """The latest word on each loader or role; of a role, for the network that had it first."""
    repetition: Repetition | None = None
    """Where an experiment made one."""
    parameters: Parameters | None = None
    unused_gradients: UnusedGradients | None = None
    printed: Mapping[str, PrintedSeries] = field(default_factory=dict)
    """Numbers that the script printed again and again, by name."""
    trained_layers: set[int] = field(default_factory=set)
    """Of which an optimiser has parameters, as far as that is told."""
    optimiser_spans: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The first and the last step that is known of each."""
    seconds: float = 0.0
    _step_count: int = 0
    _losses: EvenlySpread[Point] = field(default_factory=lambda: EvenlySpread(MOST_STEPS))
    _penalised: EvenlySpread[PenalisedLoss] = field(
        default_factory=lambda: EvenlySpread(MOST_STEPS)
    )
    _steps: EvenlySpread[Step] = field(default_factory=lambda: EvenlySpread(MOST_STEPS))
    _epochs: EvenlySpread[Epoch] = field(default_factory=lambda: EvenlySpread(MOST_EVENTS))
    _evaluations: EvenlySpread[Evaluation] = field(
        default_factory=lambda: EvenlySpread(MOST_EVENTS)
    )
    _memory: EvenlySpread[Memory] = field(default_factory=lambda: EvenlySpread(MOST_EVENTS))
    _samples: dict[int, EvenlySpread[SampledLayer]] = field(default_factory=dict)
    _phases: dict[str, float] = field(default_factory=dict)

    @property
    def has_finished(self) -> bool:
        """Whether the script came to its end by itself: many close with `sys.exit(main())`."""
        end = self.end
        left_well = end is not None and (end.outcome, end.exit_code) == ("exited", 0)
        return left_well or (end is not None and end.outcome == "finished")

    @property
    def step_count(self) -> int:
        """Optimiser steps that are known to have been made."""
        told = self.end.steps if self.end else None
        return self._step_count if told is None else told

    @property
    def losses(self) -> list[Point]:
        """The training loss by step; at even distances where there are very many."""
        return self._losses.items

    @property
    def penalised(self) -> list[PenalisedLoss]:
        """Losses of which a penalty is a part; as for `losses`."""
        return self._penalised.items

    @property
    def data_losses(self) -> list[Point]:
        """`losses` without the penalties on weights or activations that are a part of them."""
        return [Point(one.step, one.of_data) for one in self.penalised] or self.losses

    @property
    def ends_restored(self) -> bool:
        """Whether the weights that it ends with are not those of its last step."""
        last = self.losses[-1].step if self.losses else math.inf
        return any((one.step or 0) > last for one in self.restored)

    @property
    def steps(self) -> list[Step]:
        return self._steps.items

    @property
    def epochs(self) -> list[Epoch]:
        return self._epochs.items

    @property
    def evaluations(self) -> list[Evaluation]:
        return self._evaluations.items

    @property
    def memory(self) -> list[Memory]:
        return self._memory.items

    @property
    def phases(self) -> Mapping[str, float]:
        """Seconds by phase."""
        return self._phases

    def samples(self, layer: int) -> list[SampledLayer]:
        found = self._samples.get(layer)
        return found.items if found else []

    @property
    def sampled_layers(self) -> Iterable[Layer]:
        """Those that are introduced and were measured, in the order in which they were called."""
        return [layer for number, layer in self.layers.items() if number in self._samples]

    def between(self, start: int, end: int) -> RunHistory:
        """The same run as if it had these steps alone; of its optimisers, the last of them.

        Data stays where one set is all there is: of several, it is not known which was used.
        """
        begin, until = self._time_of(start), self._time_of(end)
        steps = end - start
        mine = [one for one in self.optimisers if start <= self._first_step(one) < end]
        return replace(
            self,
            end=replace(self.end, steps=steps) if self.end else None,
            optimisers=mine[-1:],
            data=self.data if len(self.data) == 1 else {},
            restored=[x for x in self.restored if start < (x.step or 0) <= end],
            _step_count=steps,
            _losses=_kept(MOST_STEPS, (x for x in self.losses if start <= x.step < end)),
            _penalised=_kept(MOST_STEPS, (x for x in self.penalised if start <= x.step < end)),
            _steps=_kept(MOST_STEPS, (x for x in self.steps if start <= (x.step or 0) < end)),
            _epochs=_kept(MOST_EVENTS, (x for x in self.epochs if begin <= x.t < until)),
            _evaluations=_kept(MOST_EVENTS, (x for x in self.evaluations if begin <= x.t < until)),
        )

    def _first_step(self, optimiser: Optimiser) -> float:
        span = self.optimiser_spans.get(optimiser.optimiser or 0)
        return span[0] if span else math.inf

    def _time_of(self, step: int) -> float:
        """Of the first sampled step from there on; what comes before all of them counts as well."""
        if step == 0:
            return 0.0
        return next((one.t for one in self.steps if (one.step or 0) >= step), math.inf)

    def take(self, event: Event) -> None:
        self.seconds = max(self.seconds, event.t)
        match event:
            case Losses():
                self._take_losses(event)
            case Step():
                self._take_step(event)
            case Layers():
                self._take_layers(event)
            case Layer(layer=int(number)) if len(self.layers) < MOST_LAYERS:
                self.layers[number] = event
            case Loader(loader=int(number)) if len(self.loaders) < MOST_EVENTS:
                self.loaders[number] = event
            case Data() if len(self.data) < MOST_EVENTS:
                self._take_data(event)
            case _:
                self._take_rest(event)

    def _take_data(self, event: Data) -> None:
        key: object = event.role if event.loader is None else event.loader
        known = self.data.get(key)
        if known is not None and known.network != event.network:
            key = (event.role, event.network)
        self.data[key] = event

    def _take_rest(self, event: Event) -> None:
        match event:
            case Start():
                self.start = event
            case End():
                self.end = event
            case Raised():
                self.raised = event
            case Parameters():
                self.parameters = event
            case UnusedGradients():
                self.unused_gradients = event
            case Epoch():
                self._epochs.offer(event)
            case Evaluation():
                self._evaluations.offer(event)
            case Memory():
                self._memory.offer(event)
            case Phase(phase=str(name), seconds=float(seconds)):
                self._phases[name] = self._phases.get(name, 0.0) + seconds
            case _:
                self._keep_whole(event)

    def _keep_whole(self, event: Event) -> None:
        kept: dict[type[Event], list[Any]] = {
            Network: self.networks,
            Broadcast: self.broadcasts,
            LossFunction: self.loss_functions,
            Optimiser: self.optimisers,
            Scheduler: self.schedulers,
            ScheduleEnd: self.schedule_ends,
            Setting: self.settings,
            Overlap: self.overlaps,
            Alarm: self.alarms,
            FrozenNetwork: self.frozen_networks,
            KeptGradients: self.kept_gradients,
            DiscardedGradients: self.discarded_gradients,
            MissingGradients: self.missing_gradients,
            LeftOutWeights: self.left_out_weights,
            MaximisedLoss: self.maximised_losses,
            PairLoss: self.pair_losses,
            ComparedPairs: self.compared_pairs,
            NetworkCopy: self.network_copies,
            Derivative: self.derivatives,
            NetworkCheck: self.network_checks,
            Reading: self.readings,
            Scores: self.scores,
            Restored: self.restored,
            Alteration: self.alterations,
        }
        if isinstance(event, Optimiser):
            self.trained_layers.update(
                event.layers[: max(0, MOST_LAYERS - len(self.trained_layers))]
            )
        found = kept.get(type(event))
        if found is not None and len(found) < MOST_EVENTS:
            found.append(event)

    def _take_losses(self, event: Losses) -> None:
        first = event.first or 0
        for number, optimiser in enumerate(event.optimisers):
            self._extend_span(optimiser, first + number)
        for number, value in enumerate(event.values):
            if value is not None:
                self._losses.offer(Point(first + number, value))
        for number, (penalty, value) in enumerate(zip(event.penalties, event.values, strict=False)):
            if penalty is not None and value is not None:
                self._penalised.offer(PenalisedLoss(first + number, value, penalty))
        self._step_count = max(self._step_count, first + len(event.values))

    def _take_step(self, event: Step) -> None:
        self._steps.offer(event)
        if event.step is not None:
            self._step_count = max(self._step_count, event.step + 1)
            self._extend_span(event.optimiser, event.step)

    def _extend_span(self, optimiser: int | None, step: int) -> None:
        if optimiser is not None and (optimiser in self.optimiser_spans or self._has_span_left):
            first, last = self.optimiser_spans.get(optimiser, (step, step))
            self.optimiser_spans[optimiser] = min(first, step), max(last, step)

    @property
    def _has_span_left(self) -> bool:
        return len(self.optimiser_spans) < MOST_EVENTS

    def _take_layers(self, event: Layers) -> None:
        for sample in event.layers:
            number = sample.layer
            if number is None or (number not in self._samples and self._is_full):
                continue
            spread = self._samples.setdefault(number, EvenlySpread(SAMPLES_A_LAYER))
            spread.offer(SampledLayer(event.step or 0, event.mode, sample))

    @property
    def _is_full(self) -> bool:
        return len(self._samples) >= MOST_LAYERS


def _kept(most: int, items: Iterable[_Item]) -> EvenlySpread[_Item]:
    kept: EvenlySpread[_Item] = EvenlySpread(most)
    for item in items:
        kept.offer(item)
    return kept


def read_history(path: Path | str, most_bytes: int = MOST_BYTES) -> RunHistory:
    """Raises `TraceUnreadable`, and `FileNotFoundError` where there is no trace."""
    history = RunHistory()
    with TraceReader(path, most_bytes) as reader:
        for event in reader.read():
            history.take(event)
    return history
