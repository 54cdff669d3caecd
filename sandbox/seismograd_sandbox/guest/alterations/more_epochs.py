"""So many times the epochs: `fit` is told another number, and loaders are gone through again.

The number of epochs is often read from a file or the command line, where no change of the source
reaches it. A loop of the script keeps its own number; each of its passes over a loader is made
longer instead, so that its evaluations stay where they are.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from typing import Any

from ..altering.alteration import Alteration


class Altered(Alteration):
    def __init__(self, value: str) -> None:
        super().__init__(value)
        self._times = int(value)
        self._steps = 0
        self._is_fitting = False

    def begin_torch(self, torch: Any) -> None:
        loader = torch.utils.data.DataLoader
        plain = loader.__iter__

        @functools.wraps(plain)
        def iterate(loader: Any) -> Any:
            first = plain(loader)
            return first if self._is_fitting else self._passes(loader, first, plain)

        loader.__iter__ = iterate

    def begin_keras(self, keras: Any) -> None:
        plain = keras.Model.fit

        @functools.wraps(plain)
        def fit(*arguments: Any, **options: Any) -> Any:
            self._is_fitting = True
            try:
                return plain(*arguments, **self._longer(plain, arguments, options))
            finally:
                self._is_fitting = False

        keras.Model.fit = fit

    def after_step(self, optimiser: Any) -> None:
        self._steps += 1

    def after_keras_step(self, weights: list[Any]) -> None:
        self._steps += 1

    def _passes(self, loader: Any, first: Any, plain: Callable[[Any], Any]) -> Iterator[Any]:
        """Again only where steps were made meanwhile: evaluations have none."""
        before = self._steps
        yield from first
        for _ in range(self._times - 1 if self._steps > before else 0):
            for batch in plain(loader):
                self.applied += 1
                yield batch

    def _longer(self, plain: Any, arguments: Any, options: dict[str, Any]) -> dict[str, Any]:
        """The options, with more epochs; as they are where epochs are given by their place."""
        parameters = inspect.signature(plain).parameters
        if list(parameters).index("epochs") < len(arguments):
            return options
        first = options.get("initial_epoch", 0)
        count = options.get("epochs", parameters["epochs"].default) - first
        self.applied += 1
        return {**options, "epochs": first + self._times * count}
