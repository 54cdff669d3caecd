"""Where alterations take hold of a training in Keras on PyTorch."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .alteration import Batch
from .nested import tensors_in, with_tensors
from .torch_driver import TorchDriver


class KerasDriver:
    """In `fit` at the batch that a training step is given; in loops of the script as in PyTorch."""

    def __init__(self, keras: Any, driver: TorchDriver) -> None:
        self._keras = keras
        self._driver = driver
        self._met: set[int] = set()
        self._is_stepping = False

    def install(self) -> None:
        for each in self._driver.all:
            self._driver.safely(each.begin_keras, self._keras)
        self._driver.watch_calls(self._keras.layers.Layer)
        if "__call__" in vars(self._keras.Model):
            # Of a probe, which at times puts back what calls of layers were before it came.
            self._driver.watch_calls(self._keras.Model)
        owner = next(
            kind for kind in self._keras.Model.__mro__ if "make_train_function" in vars(kind)
        )
        plain = owner.make_train_function

        @functools.wraps(plain)
        def make_train_function(model: Any, *arguments: Any, **options: Any) -> Any:
            result = plain(model, *arguments, **options)
            self._wrap_step(model)
            return result

        owner.make_train_function = make_train_function
        self._hook_steps(self._keras.optimizers.Optimizer)
        scaling = getattr(self._keras.optimizers, "LossScaleOptimizer", None)
        if scaling is not None and "apply" in vars(scaling):
            self._hook_steps(scaling)

    def _hook_steps(self, kind: Any) -> None:
        plain = kind.apply

        @functools.wraps(plain)
        def apply(optimiser: Any, *arguments: Any, **options: Any) -> Any:
            with self._stepping(optimiser):
                return plain(optimiser, *arguments, **options)

        kind.apply = apply

    @contextmanager
    def _stepping(self, optimiser: Any) -> Iterator[None]:
        """One optimiser may hold another: the outermost takes the step."""
        if self._is_stepping:
            yield
            return
        for each in self._driver.all:
            self._driver.safely(each.before_keras_step, optimiser)
        self._is_stepping = True
        try:
            yield
        finally:
            self._is_stepping = False
        self._driver.safely(self._stepped, optimiser)

    def _stepped(self, optimiser: Any) -> None:
        weights = [variable.value for variable in optimiser._trainable_variables]
        for each in self._driver.all:
            self._driver.safely(each.after_keras_step, weights)

    def _wrap_step(self, model: Any) -> None:
        plain = model.train_function
        if plain is None or getattr(plain, "is_altered", False):
            return

        def step(data: Any) -> Any:
            self._meet(model)
            altered = self._driver.safely(self._altered, model, data)
            with self._driver.inside():
                result = plain(data if altered is None else altered)
            self._driver.end_batch()
            return result

        step.is_altered = True  # type: ignore[attr-defined]
        model.train_function = step

    def _meet(self, model: Any) -> None:
        if id(model) not in self._met:
            self._met.add(id(model))
            for each in self._driver.all:
                self._driver.safely(each.meet_keras_model, self._keras, model)

    def _altered(self, model: Any, data: Any) -> Any:
        """`data` is a list with the batch: inputs, targets and weights of examples."""
        batch = data[0]
        if not isinstance(batch, (list, tuple)) or len(batch) < 2 or batch[1] is None:
            return [self._changed(model, batch, "whole"), *data[1:]]
        parts = list(batch)
        targets = tensors_in(parts[1], self._driver.is_plain)
        self._driver.note_size(targets)
        parts[0] = self._changed(model, parts[0], "input")
        for at in range(1, len(parts)):  # the weight of an example goes where its target goes
            parts[at] = self._changed(model, parts[at], "target")
        return [tuple(parts), *data[1:]]

    def _changed(self, model: Any, value: Any, role: str) -> Any:
        tensors = tensors_in(value, self._driver.is_plain)
        if not tensors:
            return value
        size = int(tensors[0].shape[0])
        batch = Batch(self._driver.torch, tensors, True, model, size)
        return with_tensors(value, self._driver.is_plain, self._driver.changed(batch, role))
