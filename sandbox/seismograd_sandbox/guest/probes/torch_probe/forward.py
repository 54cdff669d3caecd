"""Hooks on every call of a module, in place in sampled steps only: the others cost nothing."""

from __future__ import annotations

import sys
import weakref
from types import FrameType
from typing import Any

from .activations import of_layer, of_tensor
from .kit import Kit
from .loss_functions import LossFunctions
from .modules import Modules, is_layer
from .network_calls import NetworkCalls
from .network_checks import NetworkChecks
from .parallel import WRAPPERS
from .readings import Readings
from .tensors import first_tensor
from .untraced import aside, may_look
from .window import Slot, Window

MAX_EVALUATIONS = 8
"""Calls of networks in evaluation mode after which a window stops waiting for a step."""
CONVOLUTIONS = ("Conv", "BatchNorm", "InstanceNorm", "GroupNorm", "MaxPool", "AvgPool")


class Forward:
    """Meets networks and layers, and samples what goes into them and comes out."""

    def __init__(self, kit: Kit, modules: Modules, loss_functions: LossFunctions) -> None:
        self._kit = kit
        self._modules = modules
        self._loss_functions = loss_functions
        self._before = kit.guard(self._enter)
        self._after = kit.guard(self._leave)
        self._handles: list[Any] = []
        self._window: Window | None = None
        self._stack: list[Any] = []
        self._mode = "train"
        self._evaluations = 0
        self._convolved = False
        self._activated = False
        self._last: weakref.ref[Any] | None = None
        self.checks: NetworkChecks | None = None
        self.calls: NetworkCalls | None = None
        self.readings: Readings | None = None
        self.forbidden = False
        """Set where code is compiled: hooks would be compiled with it."""

    def open(self, window: Window) -> None:
        self._window = window
        self._stack.clear()
        self._evaluations = 0
        if not self._handles and not self.forbidden:
            hooks = self._kit.torch.nn.modules.module
            self._handles = [
                hooks.register_module_forward_pre_hook(self._before),
                hooks.register_module_forward_hook(self._after),
            ]

    def close(self) -> None:
        while self._handles:
            self._handles.pop().remove()
        self._window = None

    def forbid(self) -> None:
        self.forbidden = True
        if self.calls is not None:
            self.calls.stop()
        if self.readings is not None:
            self.readings.stop()
        while self._handles:
            self._handles.pop().remove()

    def _enter(self, module: Any, inputs: Any) -> None:
        if not self._kit.is_ours:
            self.close()
        elif self._stack:
            self._stack.append(module)
        elif type(module).__name__ in WRAPPERS:
            self._enter_wrapper(module)
        elif not isinstance(module, self._kit.observer.claimed):
            self._stack.append(module)
            self._enter_network(module)

    def _enter_network(self, module: Any) -> None:
        if not may_look(self._kit.torch) or not _has_parameters(module):
            return
        self._mode = "train" if module.training else "eval"
        self._convolved = self._activated = False
        with aside(self._kit.torch):
            self._modules.meet_network(module)
        if self.calls is not None:
            self.calls.watch(module)
        if not module.training:
            self._evaluations += 1
            if self._evaluations > MAX_EVALUATIONS:
                self.close()

    def _leave(self, module: Any, inputs: Any, output: Any) -> None:
        if not self._pop(module):
            return
        if self.calls is not None and self.calls.is_first(module):
            self.calls.end_first(inputs, _keywords(module), output)
        if self._window is None or not may_look(self._kit.torch):
            return
        if not isinstance(module, self._kit.observer.claimed):
            is_network = not self._stack and _has_parameters(module)
            # As it was when it was called: some switch themselves to evaluation on the way.
            if self.checks is not None and is_network and self._mode == "train":
                self.checks.seen(module, inputs, _keywords(module))
            with aside(self._kit.torch):
                self._look(self._window, module, inputs, output)

    def _pop(self, module: Any) -> bool:
        """Whether the call of a module began under our eyes; calls that failed are forgotten."""
        for depth in range(len(self._stack) - 1, -1, -1):
            if self._stack[depth] is module:
                del self._stack[depth:]
                return True
        return False

    def _look(self, window: Window, module: Any, inputs: Any, output: Any) -> None:
        torch = self._kit.torch
        given, made = first_tensor(torch, inputs), first_tensor(torch, output)
        outermost = not self._stack
        if outermost and not _has_parameters(module):
            if made is not None and made.dim() == 0:
                self._loss_functions.meet_module(module, inputs, output)
            return
        if is_layer(module) and made is not None:
            number = self._modules.meet_layer(module, given, made)
            if number is not None and window.with_layers:
                self._sample(window, number, module, given, made)
            self._convolved = _convolves(module, self._convolved)
        if outermost:
            self._loss_functions.answers = tuple(made.shape) if made is not None else None
            batched = given is not None and given.dim() > 0
            self._loss_functions.examples = int(given.shape[0]) if batched else None
            self._loss_functions.inputs = _learned_from(torch, inputs, made)
            self._modules.meet_all(module)

    def _sample(self, window: Window, number: int, module: Any, given: Any, made: Any) -> None:
        if self._mode not in window.modes:
            window.modes.append(self._mode)
        function = of_layer(module)
        if self._is_new(given, made):
            before = None if self._activated else of_tensor(given)
            slot = Slot(number, "input", mode=self._mode, function=before)
            window.add_function(slot, given, self._convolved)
        slot = Slot(number, "activation", mode=self._mode, function=function)
        window.add_function(slot, made, self._convolved)
        self._activated = function is not None or (self._activated and not module._parameters)

    def _is_new(self, given: Any, made: Any) -> bool:
        """Whether an input is worth a look: not what the layer before has just given back."""
        known = self._last is not None and self._last() is given
        self._last = weakref.ref(made)
        return given is not None and not known and given.data_ptr() != made.data_ptr()

    def _enter_wrapper(self, module: Any) -> None:
        """Copies of the network are called in threads of their own; the parameters are here."""
        if len(getattr(module, "device_ids", None) or ()) > 1:
            with aside(self._kit.torch):
                self._modules.meet_network(module.module)
                self._modules.meet_all(module.module)


def _learned_from(torch: Any, inputs: Any, made: Any) -> tuple[Any, ...]:
    """The tensors among the inputs, where a backward pass may follow: else nobody forgets them."""
    if made is None or not made.requires_grad:
        return ()
    return tuple(one for one in inputs if isinstance(one, torch.Tensor))


def _has_parameters(module: Any) -> bool:
    return next(module.parameters(), None) is not None


def _keywords(module: Any) -> dict[str, Any]:
    """What a module that is being called was given by name: hooks for all modules are not told."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        keywords = frame.f_locals.get("kwargs")
        if frame.f_locals.get("self") is module and isinstance(keywords, dict):
            return keywords
        frame = frame.f_back
    return {}


def _convolves(module: Any, before: bool) -> bool:
    """Whether what comes next has its channels in the second axis."""
    name = type(module).__name__
    if name.startswith(CONVOLUTIONS):
        return True
    return before and not module._parameters and name not in ("Flatten", "Unflatten")
