"""Draws by which the loop decides on an example come out alike: nothing is augmented by chance.

The value is where a draw from 0 to 1 ends up: with `1` what happens "if random() < p" never
happens, with `0` what happens "if random() > p". Draws from a range end up in its middle. Draws
before the first step (the data itself), inside of networks, and in evaluations stay as they are.
"""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from ..altering.alteration import Alteration

INSIDE = ("forward", "call")
MAX_FRAMES = 60
MIDDLE = 0.5


class Altered(Alteration):
    applies_within = 20

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self._share = min(max(float(value), 0.0), 1.0 - 1e-6)
        self._has_begun = False

    def begin_torch(self, torch: Any) -> None:
        self._torch = torch
        random = importlib.import_module("random")
        self._replace(random, "random", lambda: self._share)
        self._replace(random, "uniform", lambda low, high: low + MIDDLE * (high - low))
        self._replace(torch, "rand", self._of_tensor(torch.rand))
        numpy = sys.modules.get("numpy")
        if numpy is not None:
            self._begin_numpy(numpy)

    def begin_keras(self, keras: Any) -> None:
        """Layers that change pictures by chance hand them on."""
        for name, kind in vars(keras.layers).items():
            if name.startswith("Random") and isinstance(kind, type) and name != "RandomCrop":
                kind.call = self._handing_on(kind.call)  # type: ignore[attr-defined]

    def after_backward(self) -> None:
        self._has_begun = True

    def _begin_numpy(self, numpy: Any) -> None:
        for name in ("rand", "random", "random_sample"):
            self._replace(numpy.random, name, self._of_array(numpy, getattr(numpy.random, name)))
        steady, plain = self._generator(numpy), numpy.random.default_rng
        numpy.random.default_rng = lambda *arguments, **options: steady(
            plain(*arguments, **options).bit_generator
        )

    def _generator(self, numpy: Any) -> Any:
        alteration, base = self, numpy.random.Generator

        def random(generator: Any, *arguments: Any, **options: Any) -> Any:
            drawn = base.random(generator, *arguments, **options)
            return alteration._steady(drawn, numpy.full_like)

        return type("Generator", (base,), {"random": random})

    def _of_tensor(self, plain: Any) -> Callable[..., Any]:
        full = self._torch.full_like
        return lambda *arguments, **options: self._filled(plain(*arguments, **options), full)

    def _of_array(self, numpy: Any, plain: Any) -> Callable[..., Any]:
        full = numpy.full_like
        return lambda *arguments, **options: self._filled(plain(*arguments, **options), full)

    def _steady(self, drawn: Any, full_like: Any) -> Any:
        is_held = self._is_held()
        self._note(is_held)
        return self._filled(drawn, full_like) if is_held else drawn

    def _filled(self, drawn: Any, full_like: Any) -> Any:
        """One number, or one for each example: more of them are data."""
        shape = getattr(drawn, "shape", ())
        if sum(size > 1 for size in shape) > 1:
            return drawn
        return full_like(drawn, self._share) if len(shape) else self._share

    def _replace(self, module: Any, name: str, steady: Callable[..., Any]) -> None:
        plain = getattr(module, name)

        @functools.wraps(plain)
        def draw(*arguments: Any, **options: Any) -> Any:
            is_held = self._is_held()
            self._note(is_held)
            return (steady if is_held else plain)(*arguments, **options)

        setattr(module, name, draw)

    def _note(self, is_held: bool) -> None:
        if is_held:
            self.applied += 1
            self.place = self.caller() or self.place

    def _is_held(self) -> bool:
        """Whether it is the project that draws, for a batch of the training."""
        if not self._has_begun or not self._torch.is_grad_enabled():
            return False
        frame: FrameType | None = sys._getframe(3)
        for _ in range(MAX_FRAMES):
            if frame is None:
                return True
            if frame.f_code.co_name in INSIDE:
                return False
            frame = frame.f_back
        return True

    def _handing_on(self, plain: Any) -> Callable[..., Any]:
        @functools.wraps(plain)
        def call(layer: Any, inputs: Any, *arguments: Any, **options: Any) -> Any:
            self.applied += 1
            return inputs

        return call
