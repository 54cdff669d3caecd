"""Every call of a network by the script, for the price of one more function call.

Hooks of the framework are either for all modules, whose calls they make slower, or become part
of a network and of what is saved of it. The class of a network is neither.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ..replacements import Replacements
from .kit import Kit

Called = Callable[[Any, Any, Any, Any], None]


class NetworkCalls:
    def __init__(self, kit: Kit, called: Called) -> None:
        self._kit = kit
        self.called: Called = kit.guard(called)
        self._replacements = Replacements()
        self._kinds: set[type] = set()
        self._inside = False
        self.looks = True
        """Whether calls for training are looked at; else they are but counted."""
        self.trained: set[int] = set()
        """The identities of networks whose calls have a graph where gradients are on."""
        self.counted = 0
        self._first: Any = None
        """A network whose calls are heard of from its next one on, while it is being called."""

    def watch(self, network: Any) -> None:
        """From now on; somebody else has to tell how the call ends that is under way."""
        kind, base = type(network), self._kit.torch.nn.Module
        if kind in self._kinds or kind.__call__ is not base.__call__ or kind is base:
            return
        self._kinds.add(kind)
        self._replacements.replace(kind, "__call__", self._calling)
        self._first = network

    @property
    def inside(self) -> bool:
        return self._inside or self._first is not None

    def is_first(self, network: Any) -> bool:
        return self._first is network

    def end_first(self, inputs: Any, options: Any, output: Any) -> None:
        network, self._first = self._first, None
        self.called(network, inputs, options, output)

    def stop(self) -> None:
        self._replacements.undo()

    def _calling(self, plain: Any) -> Any:
        base, called = self._kit.torch.nn.Module, self.called
        with_graph = self._kit.torch.is_grad_enabled

        @functools.wraps(plain)
        def __call__(module: Any, *arguments: Any, **options: Any) -> Any:  # noqa: N807
            # What stands in the base class by now: tracers put something of their own there.
            if self._inside:
                return base.__call__(module, *arguments, **options)
            self._inside, self._first = True, None
            try:
                result = base.__call__(module, *arguments, **options)
            finally:
                self._inside = False
            for_training = with_graph() and _may_have_graph(result)
            if not self.looks and id(module) in self.trained and for_training:
                self.counted += 1
            else:
                called(module, arguments, options, result)
            return result

        return __call__


def _may_have_graph(result: Any) -> bool:
    """Not where a network was frozen after its training: it is used then."""
    return bool(getattr(result, "requires_grad", True))
