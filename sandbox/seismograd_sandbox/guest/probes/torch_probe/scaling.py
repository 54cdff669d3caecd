"""Mixed precision: automatic casts, and scalers that skip steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .kit import Kit
from .patches import Patches


class Scaling:
    """Knows the scaler of the coming step."""

    def __init__(self, kit: Kit, steps: Callable[[], int], skipped: Callable[[Any], None]) -> None:
        self._kit = kit
        self._steps = steps
        self._skipped = skipped
        self._told = False
        self._scaled: tuple[Any, Any] = (None, None)
        """What a scaler made last, and the loss that it was given."""
        self.scaler: Any = None

    @property
    def scale(self) -> Any:
        """A tensor with one element that the scaler will change; None without a scaler."""
        scale = getattr(self.scaler, "_scale", None)
        return scale.detach().clone() if scale is not None else None

    def unscaled(self, root: Any) -> Any:
        """The loss itself, where a scaled one is differentiated."""
        scaled, loss = self._scaled
        if root is not scaled:
            return root
        self._scaled = (None, None)
        return loss

    def begin(self) -> None:
        torch = self._kit.torch
        scaler = getattr(getattr(torch, "amp", None), "GradScaler", None)
        scaler = scaler or getattr(getattr(torch.cuda, "amp", None), "GradScaler", None)
        if scaler is not None:
            self._kit.births.watch(scaler)
            self._watch_scaler(scaler)
        self._watch_autocast(torch)

    def _watch_scaler(self, kind: Any) -> None:
        enter, leave = self._kit.guard(self._enter), self._kit.guard(self._leave)

        def make(plain: Any) -> Any:
            def step(scaler: Any, optimizer: Any, *arguments: Any, **options: Any) -> Any:
                before = enter(scaler)
                result = plain(scaler, optimizer, *arguments, **options)
                leave(optimizer, before)
                return result

            return step

        self._kit.patches.around(kind, "step", make)
        self._kit.patches.around(kind, "scale", self._around_scale)

    def _around_scale(self, plain: Any) -> Any:
        note = self._kit.guard(self._note_scaled)

        def scale(scaler: Any, outputs: Any) -> Any:
            result = plain(scaler, outputs)
            note(outputs, result)
            return result

        return scale

    def _note_scaled(self, loss: Any, scaled: Any) -> None:
        """Not of several outputs at once, which are differentiated as they are."""
        if isinstance(loss, self._kit.torch.Tensor):
            self._scaled = (scaled, loss)

    def _enter(self, scaler: Any) -> int | None:
        if not scaler.is_enabled():
            return None
        self.scaler = scaler
        if not self._told:
            self._told = True
            self._kit.setting("grad_scaler", True, self._kit.births.place_of(scaler))
        return self._steps()

    def _leave(self, optimiser: Any, before: int | None) -> None:
        if before is not None and self._steps() == before:
            self._skipped(optimiser)
        self.scaler = None

    def _watch_autocast(self, torch: Any) -> None:
        """Only until it was entered once; what is told does not change."""
        module = getattr(getattr(torch, "amp", None), "autocast_mode", None)
        kind = getattr(module, "autocast", None) or getattr(torch, "autocast", None)
        if kind is None:
            return
        told = self._kit.guard(self._tell_autocast)

        def make(plain: Any) -> Any:
            def __enter__(self: Any) -> Any:  # noqa: N807
                told(self)
                once.undo()
                return plain(self)

            return __enter__

        once = Patches()
        once.around(kind, "__enter__", make)

    def _tell_autocast(self, autocast: Any) -> None:
        value = str(getattr(autocast, "fast_dtype", "")).split(".")[-1]
        enabled = getattr(autocast, "_enabled", True)
        place = self._kit.observer.places.caller()
        self._kit.setting("autocast", (value or True) if enabled else False, place)
