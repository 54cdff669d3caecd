"""Calls of layers and loss functions: watched while something is new, and in sampled steps."""

from __future__ import annotations

import functools
from typing import Any

from ..replacements import Replacements
from .call_samples import CallSamples
from .loss_functions import CONTAINERS, LossFunctions
from .network_checks import NetworkChecks
from .networks import Networks
from .scene import Scene


class Calls:
    """Between sampled steps nothing is in the way of a call."""

    def __init__(
        self,
        scene: Scene,
        networks: Networks,
        losses: LossFunctions,
        samples: CallSamples,
        checks: NetworkChecks,
    ) -> None:
        self._scene = scene
        self._networks = networks
        self._losses = losses
        self._samples = samples
        self._checks = checks
        self._depth = 0
        self._strangers: list[Any] = []
        self._watching = Replacements()
        self._paused = False

    def pause(self) -> None:
        """Be out of the way, whatever is wanted."""
        self.watch(False)
        self._paused = True

    def resume(self) -> None:
        self._paused = False
        self.watch(self._scene.schedule.layers)

    def watch(self, wanted: bool) -> None:
        if wanted and not self._watching and not self._paused:
            self._depth = 0
            keras = self._scene.keras
            self._watching.replace(keras.layers.Layer, "__call__", self._layer_called)
            self._watching.replace(keras.losses.Loss, "__call__", self._loss_called)
        elif not wanted and self._watching:
            self._watching.undo()

    def _layer_called(self, plain: Any) -> Any:
        before, after = self._scene.guard(self._before), self._scene.guard(self._after)

        @functools.wraps(plain)
        def call(layer: Any, *arguments: Any, **options: Any) -> Any:
            outermost = self._depth == 0
            if outermost:
                before(layer, arguments)
            self._depth += 1
            try:
                output = plain(layer, *arguments, **options)
            finally:
                self._depth -= 1
            after(layer, arguments, options, output, outermost)
            return output

        return call

    def _loss_called(self, plain: Any) -> Any:
        note = self._scene.guard(self._note_loss)

        @functools.wraps(plain)
        def call(loss: Any, *arguments: Any, **options: Any) -> Any:
            note(loss, arguments, options)
            return plain(loss, *arguments, **options)

        return call

    def _before(self, layer: Any, arguments: Any) -> None:
        self._strangers.clear()
        if getattr(layer, "built", False) and self._is_computed(arguments):
            self._meet(layer)

    def _after(
        self, layer: Any, arguments: Any, options: Any, output: Any, outermost: bool
    ) -> None:
        inputs = arguments[0] if arguments else next(iter(options.values()), None)
        self._networks.note_call(layer, inputs, output)
        if not self._is_computed(output):
            return
        if outermost:
            self._meet(layer)
            self._meet_strangers(layer)
            self._losses.note_answers(layer, output)
        elif self._networks.layer(layer) is None and layer.trainable_weights:
            self._strangers.append(layer)
        if not self._scene.schedule.layers or not self._is_training(options):
            return
        number = self._networks.layer(layer)
        with self._scene.schedule.charged(), self._scene.backend.aside():
            if number is not None:
                self._samples.add(layer, number, inputs, output)
            if outermost and self._networks.network(layer) is not None:
                self._checks.seen(layer, arguments, options)

    def _is_computed(self, value: Any) -> bool:
        """Not while a model is put together or compiled."""
        backend = self._scene.backend
        while isinstance(value, (list, tuple, dict)) and value:
            value = next(iter(value.values())) if isinstance(value, dict) else value[0]
        return backend.may_look() and backend.is_concrete(backend.native(value))

    def _is_training(self, options: Any) -> bool:
        if self._scene.progress.activity is not None:
            self._samples.mode = "train"
            return self._scene.progress.activity == "train"
        training = options.get("training")
        self._samples.mode = "eval" if training is False else "train"
        return training is not False and self._scene.backend.keeps_gradients()

    def _meet(self, layer: Any) -> None:
        """Models, and layers that are used alone and have something to learn."""
        if isinstance(layer, self._scene.keras.Model) or layer.trainable_weights:
            self._networks.meet(layer)

    def _meet_strangers(self, model: Any) -> None:
        """Layers that were called on the way, and that may not be the model's."""
        strangers, self._strangers = self._strangers, []
        inner: set[int] = set()
        outermost: list[Any] = []
        for layer in reversed(strangers):  # a call ends after those inside of it
            weights = set(map(id, layer.weights))
            if not weights & inner:
                outermost.insert(0, layer)
            inner |= weights
        for layer in outermost:
            self._networks.meet_untracked(layer, model)

    def _note_loss(self, loss: Any, arguments: Any, options: Any) -> None:
        given = dict(zip(("y_true", "y_pred"), arguments))
        given.update((name, options[name]) for name in ("y_true", "y_pred") if name in options)
        self._losses.meet(
            loss, given.get("y_true"), given.get("y_pred"), self._scene.progress.model
        )
        self._checks.given(given.get("y_true"))
        if type(loss).__name__ not in CONTAINERS:
            self._checks.compared(loss, given.get("y_true"), given.get("y_pred"))
