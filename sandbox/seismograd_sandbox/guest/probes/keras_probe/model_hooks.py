"""Hooks into what is called on a model: `compile`, `fit`, `evaluate`, `train_on_batch`."""

from __future__ import annotations

import functools
from typing import Any

from ..replacements import Replacements
from ..restored_weights import RestoredWeights
from ..wrapping import bound, preceded
from .calls import Calls
from .calls_by_hand import CallsByHand
from .data import Data
from .fitting import Fitting
from .freezing import Freezing
from .loss_functions import LossFunctions
from .network_checks import NetworkChecks
from .scene import Scene
from .settings import Settings
from .step_hooks import StepHooks

TOLD = (
    "on_train_begin",
    "on_epoch_begin",
    "on_train_batch_begin",
    "on_train_batch_end",
    "on_epoch_end",
    "on_train_end",
    "on_test_begin",
    "on_test_batch_end",
    "on_test_end",
    "on_predict_begin",
    "on_predict_end",
)


class ModelHooks:
    def __init__(
        self,
        scene: Scene,
        fitting: Fitting,
        loss_functions: LossFunctions,
        data: Data,
        calls: Calls,
        step_hooks: StepHooks,
        checks: NetworkChecks,
        freezing: Freezing,
        by_hand: CallsByHand,
    ) -> None:
        self._scene = scene
        self._fitting = fitting
        self._loss_functions = loss_functions
        self._settings = Settings(scene)
        self._data = data
        self._calls = calls
        self._step_hooks = step_hooks
        self._checks = checks
        self._freezing = freezing
        self._by_hand = by_hand
        self._replacements = Replacements()

    def install(self) -> None:
        keras, guard, replace = self._scene.keras, self._scene.guard, self._replacements.replace
        for name in TOLD:
            note = guard(getattr(self._fitting, name))
            replace(keras.callbacks.CallbackList, name, preceded(note))
        restored = RestoredWeights(self._scene.observer).around(guard)
        replace(keras.layers.Layer, "set_weights", restored)
        replace(keras.Model, "load_weights", restored)
        replace(keras.Model, "compile", self._compiling)
        replace(keras.Model, "fit", self._during(self._fit_begins))
        replace(keras.Model, "evaluate", self._during(self._evaluation_begins))
        replace(keras.Model, "predict", self._during(None))
        replace(keras.Model, "train_on_batch", self._single_batch)

    def remove(self) -> None:
        self._replacements.undo()

    def _compiling(self, plain: Any) -> Any:
        note = self._scene.guard(self._compiled)

        @functools.wraps(plain)
        def compiling(model: Any, *arguments: Any, **options: Any) -> Any:
            result = plain(model, *arguments, **options)
            note(model, bound(plain, (model, *arguments), options))
            return result

        return compiling

    def _compiled(self, model: Any, arguments: dict[str, Any]) -> None:
        place = self._scene.observer.places.caller()
        self._loss_functions.note_compiled(model, place)
        self._settings.compiled(arguments, place)
        self._scene.take_over()

    def _during(self, begins: Any) -> Any:
        """A call that others may be inside of: what it left behind is put in order after it."""
        begin = self._scene.guard(begins) if begins is not None else None
        end = self._scene.guard(self._call_ends)

        def wrapping(plain: Any) -> Any:
            @functools.wraps(plain)
            def wrapped(model: Any, *arguments: Any, **options: Any) -> Any:
                depth = self._scene.progress.depth
                if begin is not None and depth == 0:
                    begin(model, bound(plain, (model, *arguments), options))
                aside = self._step_aside(model)
                try:
                    return plain(model, *arguments, **options)
                finally:
                    if aside:
                        self._come_back()
                    end(depth)

            return wrapped

        return wrapping

    def _single_batch(self, plain: Any) -> Any:
        guard = self._scene.guard
        before, after = guard(self._fitting.before_batch), guard(self._fitting.after_batch)

        @functools.wraps(plain)
        def single(model: Any, *arguments: Any, **options: Any) -> Any:
            depth = self._scene.progress.depth
            before(model)
            aside = self._step_aside(model)
            try:
                result = plain(model, *arguments, **options)
            finally:
                if aside:
                    self._come_back()
                self._scene.progress.back_to(depth)
            after(model, result)
            return result

        return single

    def _fit_begins(self, model: Any, arguments: dict[str, Any]) -> None:
        self._scene.take_over()
        self._scene.progress.model = model
        self._settings.precision(model)
        self._loss_functions.fitted = place = self._scene.observer.places.caller()
        self._settings.fitted(arguments, place)
        self._data.training(arguments)
        self._freezing.fitted(model)
        self._checks.fitted(model, arguments.get("x"), arguments.get("y"))

    def _evaluation_begins(self, model: Any, arguments: dict[str, Any]) -> None:
        self._data.testing(arguments)

    def _call_ends(self, depth: int) -> None:
        self._scene.progress.back_to(depth)
        if depth == 0:
            self._fitting.flush()
            self._data.finish()

    def _step_aside(self, model: Any) -> bool:
        """PyTorch compiles whatever Python code a step runs through: ours must not be there."""
        compiles = getattr(model, "_jit_compile", None)
        if not compiles or not self._scene.on_torch:
            return False
        self._calls.pause()
        self._by_hand.remove()
        self._step_hooks.remove()
        return True

    def _come_back(self) -> None:
        self._step_hooks.install()
        self._by_hand.install()
        self._calls.resume()
