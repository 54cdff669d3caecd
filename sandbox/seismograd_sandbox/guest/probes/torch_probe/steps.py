"""Steps of optimisers: what each was given, and what it did."""

from __future__ import annotations

import importlib
from typing import Any

from ..kept_gradients import KeptGradients
from .clipping import Clipping
from .discarded_gradients import DiscardedGradients
from .kit import Kit
from .loaders import Loaders
from .losses import Losses
from .missing_gradients import MissingGradients
from .modules import Modules
from .norms import dense, total_norm
from .optimisers import Optimisers, learning_rates
from .plan import Plan
from .report import Report
from .scaling import Scaling
from .unchanged_parameters import UnchangedParameters
from .untraced import aside, can_be_read, may_look
from .updates import Updates, parameters_of
from .window import Slot, Window

MOST_SKIPPED = 20
"""Steps left out by a scaler that are told one by one; later ones where they are sampled."""


class Steps:
    """Called before and after each step, and where a step was left out."""

    def __init__(
        self,
        kit: Kit,
        plan: Plan,
        report: Report,
        modules: Modules,
        optimisers: Optimisers,
        losses: Losses,
        loaders: Loaders,
        clipping: Clipping,
    ) -> None:
        self._kit = kit
        self._plan = plan
        self._report = report
        self._modules = modules
        self._optimisers = optimisers
        self._losses = losses
        self._loaders = loaders
        self._clipping = clipping
        self._updates = Updates(kit.torch)
        self._norm: Any = None
        self._measured = False
        self._skipped = 0
        self.kept = KeptGradients(kit.observer)
        self.discarded = DiscardedGradients(kit, losses.forget)
        self.missing = MissingGradients(kit)
        self.unchanged = UnchangedParameters(kit, optimisers)
        self.scaling: Scaling | None = None
        self.taken = 0

    def begin(self) -> list[Any]:
        hooks = importlib.import_module("torch.optim.optimizer")
        plan, before = self._plan, self._kit.guard(self._before)
        stop_if_enough = self._kit.observer.stop_if_enough

        def pre_hook(optimiser: Any, arguments: Any, options: Any) -> Any:
            stop_if_enough()
            return before(optimiser, arguments, options) if plan.window is not None else None

        post_hook = self._kit.guard(self._after)
        return [
            hooks.register_optimizer_step_pre_hook(pre_hook),
            hooks.register_optimizer_step_post_hook(post_hook),
        ]

    def without_optimiser(self) -> None:
        """After a backward pass of a loop that changes its parameters by itself."""
        if self._optimisers.built == 0 and not self._kit.observer.claimed:
            self._measure(None)
            self._after(None, (), {})

    def skipped(self, optimiser: Any) -> None:
        """A scaler found gradients that no step can be made of."""
        if not self._kit.is_ours:
            return
        self._skipped += 1
        torch = self._kit.torch
        with aside(torch):
            number = self._optimisers.meet(optimiser)
            loss = self._losses.stepped(number, closure=False)
            if self._plan.sampling or self._skipped <= MOST_SKIPPED:
                norm = total_norm(torch, _gradients(optimiser))
                measured = {"loss": loss, "grad_norm": norm, "scale": self._scale()}
                self._report.step({**self._fields(optimiser, number), "skipped": True}, measured)
        self._count(number)

    def _before(self, optimiser: Any, arguments: Any, options: Any) -> Any:
        if not self._kit.is_ours or not may_look(self._kit.torch):
            return None
        closure = _closure(arguments, options)
        if closure is None:
            self._measure(optimiser)
            return None
        return _with_closure(arguments, options, self._measuring(closure, optimiser))

    def _measuring(self, closure: Any, optimiser: Any) -> Any:
        """A closure makes the gradients; after its first call they are those of the step."""
        measure = self._kit.guard(self._measure)

        def closed() -> Any:
            result = closure()
            if not self._measured:
                measure(optimiser)
            return result

        return closed

    def _measure(self, optimiser: Any) -> None:
        """The gradients and the weights, right before they are changed."""
        window, torch = self._plan.window, self._kit.torch
        if window is None or not may_look(torch):
            return
        self._measured = True
        with aside(torch):
            if self._clipping.norm is None:
                norm = total_norm(torch, self._gradients(optimiser))
                self._norm = self._unscaled(norm, optimiser)
            if optimiser is not None:
                self._updates.before(optimiser)
            if window.with_layers:
                self._sample_parameters(window)

    def _after(self, optimiser: Any, arguments: Any, options: Any) -> None:
        if not self._kit.is_ours:
            self._plan.stop()
            return
        self._kit.mail.collect()
        number = None if optimiser is None else self._optimisers.number(optimiser)
        if number is None and optimiser is not None:
            number = self._optimisers.meet(optimiser)
            self._plan.new_stage()
        closure = _closure(arguments, options) is not None
        if optimiser is not None:
            self.kept.stepped(optimiser, number, lambda: parameters_of(optimiser))
            self.discarded.stepped(optimiser, number, closure)
            self.missing.stepped(optimiser, number)
        backwards = self._losses.backwards
        loss = self._losses.stepped(number, closure=closure)
        has_other_rate = optimiser is not None and self._optimisers.has_other_rate(
            optimiser, number
        )
        if self._plan.window is not None and may_look(self._kit.torch):
            with aside(self._kit.torch):
                self._tell(self._plan.window, optimiser, number, loss, backwards)
        elif has_other_rate:
            self._report.step(self._fields(optimiser, number), {})
        self._count(number)

    def _tell(
        self, window: Window, optimiser: Any, number: int | None, loss: Any, backwards: int
    ) -> None:
        clipping = self._clipping
        measured = {
            "loss": loss,
            "grad_norm": self._norm if clipping.norm is None else clipping.norm,
            "update_ratio": self._updates.after(optimiser) if optimiser is not None else None,
            "scale": self._scale(),
            "skipped": getattr(optimiser, "found_inf", None),
        }
        fields = self._fields(optimiser, number)
        fields["backwards"] = backwards if backwards > 1 else None
        self._report.step(fields, measured)
        if window.with_layers:
            self._report.layers(window, self._kit.observer.steps)

    def _fields(self, optimiser: Any, number: int | None) -> dict[str, Any]:
        return {
            "step": self._kit.observer.steps,
            "epoch": self._loaders.epoch,
            "optimiser": number,
            "lr": learning_rates(optimiser) if optimiser is not None else None,
            "clipped_to": self._clipping.clipped_to,
            "batch": self._loaders.batch,
        }

    def _count(self, number: int | None) -> None:
        self._kit.observer.steps += 1
        self.taken += 1
        self._loaders.stepped()
        self._clipping.forget()
        self._norm, self._measured = None, False
        self._plan.next_step(number)

    def _sample_parameters(self, window: Window) -> None:
        mode = "eval" if window.modes == ["eval"] else "train"
        torch = self._kit.torch
        for module, number in self._modules.layers():
            for name, parameter in module._parameters.items():
                if not can_be_read(torch, parameter):
                    continue
                window.add(Slot(number, "weight", name, mode), parameter)
                self.unchanged.look(number, name, parameter)
                if parameter.grad is not None:
                    gradient = dense(parameter.grad)
                    if can_be_read(torch, gradient):
                        window.add(Slot(number, "grad", name, mode), gradient)

    def _gradients(self, optimiser: Any) -> list[Any]:
        if optimiser is not None:
            return _gradients(optimiser)
        layers = (module for module, _ in self._modules.layers())
        parameters = (p for layer in layers for p in layer._parameters.values())
        return [p.grad for p in parameters if p is not None and p.grad is not None]

    def _unscaled(self, norm: Any, optimiser: Any) -> Any:
        """Some optimisers are given scaled gradients, and the scale."""
        scale = getattr(optimiser, "grad_scale", None)
        return norm if norm is None or scale is None else norm / scale.to(norm.device)

    def _scale(self) -> Any:
        return self.scaling.scale if self.scaling is not None else None


def _gradients(optimiser: Any) -> list[Any]:
    return [p.grad for p in parameters_of(optimiser) if p.grad is not None]


def _closure(arguments: Any, options: Any) -> Any:
    return options.get("closure") if len(arguments) < 2 else arguments[1]


def _with_closure(arguments: Any, options: Any, closure: Any) -> tuple[Any, Any]:
    if len(arguments) < 2:
        return arguments, {**options, "closure": closure}
    return (arguments[0], closure, *arguments[2:]), options
