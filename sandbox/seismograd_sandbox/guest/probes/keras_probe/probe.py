"""The parts of the probe put together, put in place and taken away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

from ...meter import Budget, Meter
from ...observer import Observer
from ..births import Births
from ..guarded import Guard
from .alarms import Alarms
from .backends import backend_of
from .call_samples import CallSamples
from .calls import Calls
from .calls_by_hand import CallsByHand
from .data import Data
from .fitting import Fitting
from .freezing import Freezing
from .hidden_steps import HiddenSteps
from .loss_functions import LossFunctions
from .losses import Losses
from .model_hooks import ModelHooks
from .network_checks import NetworkChecks
from .networks import Networks
from .optimisers import Optimisers
from .parcel import Post
from .progress import Progress
from .reports import Reports
from .scene import Scene
from .schedule import Schedule
from .step_hooks import StepHooks
from .visible_steps import VisibleSteps

BORN = (
    ("layers", "Layer"),
    ("losses", "Loss"),
    ("metrics", "Metric"),
    ("optimizers", "Optimizer"),
    ("callbacks", "Callback"),
    ("utils", "PyDataset"),
)


class KerasProbe:
    def __init__(self, keras: ModuleType, observer: Observer) -> None:
        self._keras: Any = keras
        self._observer = observer
        self._meter = Meter()
        self._guard = Guard(observer, self._meter)
        self._births = Births(observer.places)
        observer.built_at.append(self._births.place_of)
        self._budget = Budget(
            observer.options.budget,
            self._meter,
            every_step=observer.options.probes == "every-step",
        )
        self._schedule = Schedule(self._budget)
        self._undo: list[Callable[[], None]] = []

    def begin(self) -> None:
        self._guard(self._begin)()

    def finish(self) -> None:
        self._guard(self._finish)()
        self._observer.record(
            "overhead",
            seconds=round(self._meter.spent, 6),
            share=round(self._budget.share_spent, 6),
            **self._schedule.fields(),
        )

    def _begin(self) -> None:
        scene = self._scene()
        if scene.on_torch:
            self._observer.claimed = (*self._observer.claimed, self._keras.layers.Layer)
        self._watch_births(scene.on_torch)
        networks, alarms = Networks(scene), Alarms(self._observer)
        optimisers = Optimisers(scene, networks)
        losses, reports = Losses(scene, alarms), Reports(scene, alarms)
        samples, loss_functions, data = (
            CallSamples(scene),
            LossFunctions(scene, networks),
            Data(scene),
        )
        visible = VisibleSteps(scene, networks, optimisers, losses, reports, samples)
        hidden = HiddenSteps(scene, networks, optimisers, reports)
        fitting = Fitting(scene, networks, losses, visible, hidden, data, loss_functions)
        checks = NetworkChecks(scene, networks)
        calls = Calls(scene, networks, loss_functions, samples, checks)
        step_hooks = StepHooks(scene, visible, losses, optimisers, data)
        freezing, by_hand = Freezing(scene, networks), CallsByHand(scene, networks)
        model_hooks = ModelHooks(
            scene, fitting, loss_functions, data, calls, step_hooks, checks, freezing, by_hand
        )
        self._undo = [calls.pause, model_hooks.remove, step_hooks.remove, freezing.remove]
        self._undo += [by_hand.remove, self._guard(by_hand.finish), fitting.flush]
        self._undo += [partial(self._guard(visible.unchanged.finish), checks)]
        if scene.on_torch:
            self._undo += [self._guard(visible.left_out.finish)]
        self._undo += [self._guard(visible.kept.finish), self._guard(checks.finish), data.finish]
        self._undo += [partial(scene.post.collect, wait=True)]
        step_hooks.install()
        model_hooks.install()
        freezing.install()
        by_hand.install()
        self._schedule.when_changed(calls.watch)
        calls.watch(True)

    def _scene(self) -> Scene:
        backend = backend_of(self._keras)
        return Scene(
            keras=self._keras,
            observer=self._observer,
            backend=backend,
            births=self._births,
            post=Post(backend),
            meter=self._meter,
            budget=self._budget,
            guard=self._guard,
            schedule=self._schedule,
            progress=Progress(),
        )

    def _watch_births(self, on_torch: bool) -> None:
        for module, name in BORN:
            kind = getattr(getattr(self._keras, module, None), name, None)
            if isinstance(kind, type):
                self._births.watch(kind)
        self._births.watch(self._keras.optimizers.schedules.LearningRateSchedule)
        variable = getattr(self._keras, "Variable", None)
        if isinstance(variable, type) and on_torch:  # elsewhere they are made while compiling, too
            self._births.watch(variable)

    def _finish(self) -> None:
        self._births.stop()
        for undo in self._undo:
            undo()
