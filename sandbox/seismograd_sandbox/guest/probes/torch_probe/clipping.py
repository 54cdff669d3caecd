"""Gradient clipping: what the norm was before, and what gradients were clipped to."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from .kit import Kit
from .norms import total_norm
from .untraced import aside, may_look


class Clipping:
    """Knows how the gradients of the coming step were clipped."""

    def __init__(self, kit: Kit, sampling: Callable[[], bool]) -> None:
        self._kit = kit
        self._sampling = sampling
        self.norm: Any = None
        """A tensor with one element, or a number: the norm before clipping."""
        self.clipped_to: float | None = None

    def begin(self) -> None:
        utils = self._kit.torch.nn.utils
        look, note = self._kit.guard(self._look), self._kit.guard(self._note)

        def by_norm(plain: Any) -> Any:
            def clip_grad_norm_(parameters: Any, max_norm: Any, *rest: Any, **options: Any) -> Any:
                norm = plain(parameters, max_norm, *rest, **options)
                if (rest[0] if rest else options.get("norm_type", 2.0)) in (2, 2.0):
                    note(norm, max_norm)
                return norm

            return clip_grad_norm_

        def by_value(plain: Any) -> Any:
            def clip_grad_value_(parameters: Any, *rest: Any, **options: Any) -> Any:
                if not isinstance(parameters, self._kit.torch.Tensor):
                    parameters = list(parameters)
                look(parameters, rest[0] if rest else options.get("clip_value"))
                return plain(parameters, *rest, **options)

            return clip_grad_value_

        home = sys.modules[utils.clip_grad_norm_.__module__]
        for name, make in (("clip_grad_norm_", by_norm), ("clip_grad_value_", by_value)):
            self._kit.patches.around(home, name, make)
            self._kit.patches.replace(utils, name, partial(_same, vars(home)[name]))

    def forget(self) -> None:
        self.norm = self.clipped_to = None

    def _note(self, norm: Any, clipped_to: Any) -> None:
        if self._sampling():
            self._keep(norm, clipped_to)

    def _look(self, parameters: Any, clipped_to: Any) -> None:
        torch = self._kit.torch
        if self._sampling() and may_look(torch):
            some = parameters if isinstance(parameters, list) else [parameters]
            with aside(torch):
                grads = [p.grad for p in some if p.grad is not None]
                self._keep(total_norm(torch, grads), clipped_to)

    def _keep(self, norm: Any, clipped_to: Any) -> None:
        """Of parts of a network that are clipped one by one, the norms add up."""
        norm = norm.detach() if isinstance(norm, self._kit.torch.Tensor) else norm
        if norm is not None:
            before = self.norm
            self.norm = norm if before is None else (before * before + norm * norm) ** 0.5
        self.clipped_to = float(clipped_to) if isinstance(clipped_to, (int, float)) else None


def _same(made: Any, plain: Any) -> Any:
    """What stands for a function in the module that it comes from, wherever it is shown."""
    return made
