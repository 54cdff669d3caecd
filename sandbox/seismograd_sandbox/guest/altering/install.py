"""The alterations that a run was asked for, put in place as its frameworks are imported."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from ..after_import import AfterImport
from ..observer import Observer
from .alteration import Alteration
from .keras_driver import KerasDriver
from .torch_driver import TorchDriver


class Alterations:
    def __init__(self, words: Sequence[str], observer: Observer) -> None:
        """Words are names, or a name, "=" and a value."""
        self._observer = observer
        self._all = {word: made for word in words if (made := self._made(word)) is not None}
        self._torch: TorchDriver | None = None

    def install(self, imports: AfterImport) -> None:
        imports.when("torch", self._guarded(self._begin_torch))
        imports.when("keras", self._guarded(self._begin_keras))

    def finish(self) -> None:
        """Say of each whether there was anything to alter."""
        for word, each in self._all.items():
            measured = {name: float(value) for name, value in each.measured.items()} or None
            self._observer.record(
                "alteration",
                alteration=word,
                applied=each.applied,
                measured=measured,
                place=each.place,
            )

    def _made(self, word: str) -> Alteration | None:
        name, _, value = word.partition("=")
        try:
            module = importlib.import_module(f"..alterations.{name.replace('-', '_')}", __package__)
            made: Alteration = module.Altered(value)
        except (ImportError, AttributeError, ValueError) as error:
            self._observer.record("trouble", probe="alterations", message=f"{word}: {error}")
            return None
        made.observer = self._observer
        return made

    def _guarded(self, begin: Callable[[Any], None]) -> Callable[[ModuleType], None]:
        return lambda module: self._observer.attempt("alterations", lambda: begin(module))

    def _begin_torch(self, torch: Any) -> None:
        self._torch = TorchDriver(torch, list(self._all.values()), self._observer)
        self._torch.install()

    def _begin_keras(self, keras: Any) -> None:
        if keras.backend.backend() == "torch" and self._torch is not None:
            KerasDriver(keras, self._torch).install()
