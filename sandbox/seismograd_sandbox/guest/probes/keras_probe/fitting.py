"""`fit`, `evaluate` and `train_on_batch`: what happens around and between their steps."""

from __future__ import annotations

import time
from typing import Any

from ..identity import ByIdentity
from .data import Data
from .hidden_steps import HiddenSteps
from .loss_functions import LossFunctions
from .losses import Losses
from .metric_readings import metric_readings
from .networks import Networks
from .plain import numbers
from .running_means import RunningMeans
from .scene import Scene
from .visible_steps import VisibleSteps


class Fitting:
    """Hears what the callbacks of a model are told, without being one of them."""

    def __init__(
        self,
        scene: Scene,
        networks: Networks,
        losses: Losses,
        visible: VisibleSteps,
        hidden: HiddenSteps,
        data: Data,
        loss_functions: LossFunctions,
    ) -> None:
        self._scene = scene
        self._networks = networks
        self._losses = losses
        self._means = RunningMeans(scene, losses)
        self._visible = visible
        self._hidden = hidden
        self._data = data
        self._loss_functions = loss_functions
        self._told_metrics: ByIdentity[bool] = ByIdentity()
        self._epoch_began = 0.0
        self._begin_batch = 0
        self._visible_before = 0
        self._test_batches = 0

    # Training

    def on_train_begin(self, callbacks: Any, logs: Any = None) -> None:
        model = model_of(callbacks)
        self._scene.observer.enter_phase("train")
        self._scene.progress.enter("train")
        self._scene.progress.model = model
        self._means.averaged = self._scene.has_own(model, "train_step")
        if getattr(model, "built", True):
            self._networks.meet(model)
            self._hidden.begin(model)

    def on_epoch_begin(self, callbacks: Any, epoch: int, logs: Any = None) -> None:
        self._scene.progress.epoch = int(epoch)
        self._epoch_began = time.perf_counter()
        self._means.begin_epoch()

    def on_train_batch_begin(self, callbacks: Any, batch: int, logs: Any = None) -> None:
        self._begin_batch = int(batch)
        self._visible_before = self._visible.count

    def on_train_batch_end(self, callbacks: Any, batch: int, logs: Any = None) -> None:
        if self._visible.count == self._visible_before:
            model = model_of(callbacks)
            first = self._hidden.taken(model, int(batch) - self._begin_batch + 1)
            self._networks.meet(model)
            loss = (logs or {}).get("loss")
            if loss is not None:
                self._means.add(first, int(batch) + 1, loss)
        self._data.go_on()

    def on_epoch_end(self, callbacks: Any, epoch: int, logs: Any = None) -> None:
        self._losses.forget()
        self._scene.observer.record(
            "epoch",
            epoch=int(epoch),
            metrics=numbers(logs),
            seconds=round(time.perf_counter() - self._epoch_began, 6),
        )

        self._tell_metrics(model_of(callbacks), numbers(logs))

    def _tell_metrics(self, model: Any, logs: dict[str, Any]) -> None:
        """Once for each: Keras has resolved their names by now."""
        for metric, fields in metric_readings(model, logs):
            if metric not in self._told_metrics:
                self._told_metrics.set(metric, True)
                place = self._loss_functions.place_of(metric, model)
                self._scene.observer.record("reading", place=place, **fields)

    def on_train_end(self, callbacks: Any, logs: Any = None) -> None:
        self._scene.progress.leave()
        self.flush()

    # Evaluation

    def on_test_begin(self, callbacks: Any, logs: Any = None) -> None:
        self._scene.observer.enter_phase("evaluate")
        self._scene.progress.enter("test")
        self._test_batches = 0

    def on_test_batch_end(self, callbacks: Any, batch: int, logs: Any = None) -> None:
        self._test_batches = int(batch) + 1

    def on_test_end(self, callbacks: Any, logs: Any = None) -> None:
        self._scene.progress.leave()
        self._losses.forget()
        if self._scene.progress.activity == "train":
            self._scene.observer.enter_phase("train")
            return  # the metrics of a validation come with those of its epoch
        metrics = numbers(logs)
        model = model_of(callbacks)
        self._scene.observer.record(
            "evaluation",
            loss=metrics.get("loss"),
            metrics=metrics,
            batches=self._test_batches,
            network=self._networks.meet(model),
            mode="eval",
            grad_enabled=False,
        )

    def on_predict_begin(self, callbacks: Any, logs: Any = None) -> None:
        self._scene.progress.enter("predict")

    def on_predict_end(self, callbacks: Any, logs: Any = None) -> None:
        self._scene.progress.leave()

    # Single batches

    def before_batch(self, model: Any) -> None:
        self._scene.progress.enter("train")
        self._scene.progress.model = model
        self._visible_before = self._visible.count
        if self._networks.network(model) is None and getattr(model, "built", False):
            self._networks.meet(model)
            self._hidden.begin(model)

    def after_batch(self, model: Any, result: Any) -> None:
        if self._visible.count != self._visible_before:
            return
        self._networks.meet(model)
        first = self._hidden.taken(model, 1)
        shown = result.get("loss") if isinstance(result, dict) else result
        shown = shown[0] if isinstance(shown, (list, tuple)) else shown
        if shown is not None:
            self._losses.stepped(first, float(shown))

    def flush(self) -> None:
        """Send what is still waiting."""
        self._losses.send()
        self._means.send()
        self._scene.post.collect()


def model_of(callbacks: Any) -> Any:
    """Not by the public name: with JAX that copies the whole state of the model."""
    model = getattr(callbacks, "_model", None)
    if model is None:
        model = callbacks.model
    return getattr(model, "module", model) if type(model).__name__.startswith("Distrib") else model
