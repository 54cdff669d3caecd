"""Where alterations take hold of a training in PyTorch.

Inputs are what an outermost module with parameters is called with. Targets are the tensors without
gradient that meet an answer of the network outside of it: in a loss function, in a loss module, or
in a formula of the script. Networks of plain tensors are found by the same rule: an input is what
first meets a parameter.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ..batches import TARGET_NAMES
from ..observer import Observer
from ..probes.identity import ByIdentity
from ..shortening import shortened
from .alteration import Alteration, Batch
from .nested import tensors_in, with_tensors

WRITES = frozenset({"__setitem__", "__set__", "__iadd__", "__isub__", "__imul__", "__itruediv__"})
MAX_TROUBLE = 3
CHANGES = {"input": "change_inputs", "target": "change_targets", "whole": "change_whole"}
OF_OPERATIONS = ("change_inputs", "change_targets", "change_arguments", "after_backward")
"""What an alteration needs to see every operation for, which makes a run half as long again."""


class TorchDriver:
    """Asks each alteration at the right moments; what fails in one leaves the script as it is."""

    def __init__(self, torch: Any, alterations: list[Alteration], observer: Observer) -> None:
        self.torch = torch
        self.all = alterations
        self._observer = observer
        self._seeing = [each for each in alterations if each.sees_functions]
        self._sees_operations = any(each.overrides(*OF_OPERATIONS) for each in alterations)
        self._local = threading.local()
        self._networks: ByIdentity[bool] = ByIdentity()
        self._size: int | None = None
        self._trouble = 0
        self._batches = 0

    def install(self) -> None:
        for each in self.all:
            self.safely(each.begin_torch, self.torch)
        self._wrap_calls(self.torch.nn.Module)
        self._replace_compile()
        self._hook_steps()
        if self._sees_operations:
            _mode(self.torch, self._function).__enter__()

    def watch_calls(self, kind: Any) -> None:
        """Of a class of modules that has a `__call__` of its own."""
        self._wrap_calls(kind)

    @property
    def is_inside(self) -> bool:
        """Of a network, or of what is ours."""
        return bool(getattr(self._local, "depth", 0))

    @contextmanager
    def inside(self) -> Iterator[None]:
        self._local.depth = getattr(self._local, "depth", 0) + 1
        try:
            yield
        finally:
            self._local.depth -= 1

    def safely(self, action: Callable[..., Any], *arguments: Any) -> Any:
        """What it gives back, or None where it failed."""
        try:
            with self.inside():
                return action(*arguments)
        except Exception as error:
            self._trouble += 1
            if self._trouble <= MAX_TROUBLE:
                message = shortened(f"{type(error).__name__}: {error}", 500)
                self._observer.record("trouble", probe=action.__qualname__, message=message)
            return None

    def changed(self, batch: Batch, role: str) -> list[Any]:
        """By all alterations, one after the other; as it was where one fails."""
        tensors = batch.tensors
        for each in self.all:
            found = self.safely(getattr(each, CHANGES[role]), batch)
            if found is None or len(found) != len(tensors):
                continue
            if any(new is not old for new, old in zip(found, batch.tensors)):
                each.applied += 1
            batch.tensors = list(found)
        return batch.tensors

    def end_batch(self) -> None:
        """After its gradients were computed."""
        for each in self.all:
            self.safely(each.after_backward)
        self._count_batch()

    def _count_batch(self) -> None:
        """A run in which nothing can be altered need not go on."""
        self._batches += 1
        self._observer.is_pointless = all(
            each.applies_within is not None
            and self._batches >= each.applies_within
            and not each.applied
            for each in self.all
        )

    def note_size(self, targets: Sequence[Any]) -> None:
        sizes = [int(tensor.shape[0]) for tensor in targets if tensor.dim()]
        self._size = sizes[0] if sizes else self._size

    def is_plain(self, value: Any) -> bool:
        """Whether something is data: a tensor without gradient that is no weight."""
        torch = self.torch
        return (
            isinstance(value, torch.Tensor)
            and not value.requires_grad
            and not isinstance(value, torch.nn.Parameter)
            and value.layout is torch.strided
            and value.dim() > 0
        )

    def _wrap_calls(self, kind: Any) -> None:
        plain, is_torch = kind.__call__, kind is self.torch.nn.Module

        @functools.wraps(plain)
        def call(module: Any, *arguments: Any, **options: Any) -> Any:
            if self.is_inside or next(module.parameters(), None) is None:
                return plain(module, *arguments, **options)
            if not is_torch:
                options = self._with_mode(options)
                if not tensors_in([*arguments, *options.values()], self.is_plain):
                    return self._with_arrays(plain, module, arguments, options)
            arguments, options = self._altered(module, arguments, options)
            with self._in_mode(module, is_torch), self.inside():
                return plain(module, *arguments, **options)

        kind.__call__ = call

    def _altered(self, module: Any, arguments: Any, options: Any) -> tuple[Any, Any]:
        is_training = self.torch.is_grad_enabled()
        if is_training and module not in self._networks:
            self._networks.set(module, True)
            for each in self.all:
                self.safely(each.meet_network, self.torch, module)
        named = _named(module, arguments, options)
        if named is None:
            return arguments, options
        new = self._with_altered(module, named, is_training)
        given = [new[name] for name in list(new)[: len(arguments)]]
        return tuple(given), {name: new[name] for name in options}

    def _with_altered(self, module: Any, named: dict[str, Any], is_training: bool) -> Any:
        targets = {name: value for name, value in named.items() if name.lower() in TARGET_NAMES}
        inputs = {
            name: value
            for name, value in named.items()
            if name not in targets and "mask" not in name.lower()
        }
        for role, some in (("target", targets), ("input", inputs)):
            tensors = tensors_in(some, self.is_plain)
            if tensors:
                if role == "target":
                    self.note_size(tensors)
                batch = Batch(self.torch, tensors, is_training, module, self._size)
                some.update(with_tensors(some, self.is_plain, self.changed(batch, role)))
        return {**named, **inputs, **targets}

    def _with_arrays(self, plain: Any, module: Any, arguments: Any, options: Any) -> Any:
        """Keras makes tensors of them on the way in, where they are seen again."""
        self._local.has_mode = True
        try:
            return plain(module, *arguments, **options)
        finally:
            self._local.has_mode = False

    @property
    def _has_mode(self) -> bool:
        """Whether it was chosen already, further out in the same call."""
        return bool(getattr(self._local, "has_mode", False))

    def _with_mode(self, options: dict[str, Any]) -> dict[str, Any]:
        """Models of Keras are told their mode with each call, where they are."""
        now = options.get("training")
        if not isinstance(now, bool) or self._has_mode:
            return options
        return {**options, "training": self._mode_for(now)}

    @contextmanager
    def _in_mode(self, module: Any, is_torch: bool) -> Iterator[None]:
        is_open = is_torch and not self._has_mode
        wanted = self._mode_for(module.training) if is_open else module.training
        if wanted is module.training:
            yield
            return
        before = [(part, part.training) for part in module.modules()]
        for part, _ in before:
            part.training = wanted
        try:
            yield
        finally:
            for part, was in before:
                part.training = was

    def _mode_for(self, now: bool) -> bool:
        is_training, wanted = self.torch.is_grad_enabled(), now
        for each in self.all:
            found = self.safely(lambda each=each: each.mode(now, is_training=is_training))
            wanted = wanted if found is None else found
            each.applied += found is not None
        return bool(wanted)

    def _function(self, function: Any, arguments: Any, options: Any) -> Any:
        """An operation on tensors, anywhere in the program."""
        for each in self._seeing:
            arguments, options = self._with_arguments(each, function, arguments, options)
        if self.is_inside or not self.torch.is_grad_enabled():
            return function(*arguments, **options)
        name = getattr(function, "__name__", "")
        if name == "backward":
            return self._backward(function, arguments, options)
        if name not in WRITES and not (name.endswith("_") and not name.endswith("__")):
            arguments, options = self._at_border(arguments, options)
        return function(*arguments, **options)

    def _backward(self, function: Any, arguments: Any, options: Any) -> Any:
        result = function(*arguments, **options)
        self.end_batch()
        return result

    def _with_arguments(self, each: Alteration, function: Any, args: Any, options: Any) -> Any:
        def is_tensor(value: Any) -> bool:
            return isinstance(value, self.torch.Tensor)

        given = (args, options)
        tensors = tensors_in(given, is_tensor)
        found = each.change_arguments(self.torch, function, tensors)
        if any(new is not old for new, old in zip(found, tensors)):
            each.applied += 1
            return with_tensors(given, is_tensor, found)
        return given

    def _at_border(self, arguments: Any, options: Any) -> tuple[Any, Any]:
        """Data that meets a tensor with gradient: an input at a weight, a target at an answer."""
        given = (arguments, options)
        graph = tensors_in(given, self._has_graph)
        data = tensors_in(given, self.is_plain) if graph else []
        if not data:
            return arguments, options
        role = "input" if all(tensor.is_leaf for tensor in graph) else "target"
        sizes = {int(tensor.shape[0]) for tensor in graph if tensor.dim()}
        fits = [bool(role == "input" or int(one.shape[0]) in sizes) for one in data]
        chosen = [tensor for tensor, does in zip(data, fits) if does]
        if not chosen:
            return arguments, options
        if role == "target":
            self.note_size(chosen)
        batch = Batch(self.torch, chosen, is_training=True, size=self._size)
        new = iter(self.changed(batch, role))
        whole = [next(new) if does else tensor for tensor, does in zip(data, fits)]
        found: tuple[Any, Any] = with_tensors(given, self.is_plain, whole)
        return found

    def _has_graph(self, value: Any) -> bool:
        return isinstance(value, self.torch.Tensor) and bool(value.requires_grad)

    def _hook_steps(self) -> None:
        hooks = importlib.import_module("torch.optim.optimizer")

        def before(optimiser: Any, arguments: Any, options: Any) -> None:
            for each in self.all:
                self.safely(each.before_step, optimiser)

        def after(optimiser: Any, arguments: Any, options: Any) -> None:
            for each in self.all:
                self.safely(each.after_step, optimiser)
            if not self._sees_operations:
                self._count_batch()

        hooks.register_optimizer_step_pre_hook(before)
        hooks.register_optimizer_step_post_hook(after)

    def _replace_compile(self) -> None:
        """Compiled code cannot be altered; it computes the same, slower."""

        def compile_nothing(model: Any = None, **options: Any) -> Any:
            return model if model is not None else lambda function: function

        if hasattr(self.torch, "compile"):
            self.torch.compile = compile_nothing


def _named(module: Any, arguments: Any, options: Any) -> dict[str, Any] | None:
    """What a module is called with, by the names of its parameters."""
    try:
        signature = inspect.signature(getattr(module, "call", None) or module.forward)
        names = [
            name
            for name, each in signature.parameters.items()
            if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)
        ]
    except (TypeError, ValueError):
        names = []
    names += [f"argument {at}" for at in range(len(names), len(arguments))]
    given = dict(zip(names, arguments))
    return None if set(given) & set(options) else {**given, **options}


def _mode(torch: Any, function: Callable[[Any, Any, Any], Any]) -> Any:
    """A mode in which every operation on tensors is handed to us."""
    overrides = importlib.import_module("torch.overrides")

    def handle(self: Any, called: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return function(called, args, kwargs or {})

    kind = type("Alterations", (overrides.TorchFunctionMode,), {"__torch_function__": handle})
    return kind()
