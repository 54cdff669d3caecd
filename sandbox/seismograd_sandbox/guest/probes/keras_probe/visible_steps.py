"""Steps whose gradients can be seen: those of eager programs, whatever loop they are in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .call_samples import CallSamples
from .losses import Losses
from .networks import Networks
from .optimisers import Optimisers
from .parcel import Parcel
from .reports import Reports, StepFacts
from .scene import Scene


@dataclass
class Step:
    """A step that an optimiser is about to take."""

    number: int
    loss: Any
    parcel: Parcel
    facts: StepFacts
    variables: list[Any]
    sampled: bool


class VisibleSteps:
    def __init__(
        self,
        scene: Scene,
        networks: Networks,
        optimisers: Optimisers,
        losses: Losses,
        reports: Reports,
        calls: CallSamples,
    ) -> None:
        self._scene = scene
        self._networks = networks
        self._optimisers = optimisers
        self._losses = losses
        self._reports = reports
        self._calls = calls
        self.count = 0

    def before(self, optimizer: Any, grads: Any, variables: Any) -> Step | None:
        """Look at gradients and weights; None where there is nothing to be seen."""
        if variables is None:
            variables = getattr(optimizer, "_trainable_variables", ())
        if not isinstance(grads, (list, tuple)) or not isinstance(variables, (list, tuple)):
            return None
        pairs = list(zip(grads, variables))
        seen = [pair for pair in pairs if self._is_there(*pair)]
        if not seen:
            return None
        with self._scene.schedule.charged(), self._scene.backend.aside():
            return self._open(optimizer, list(variables), seen)

    def _is_there(self, grad: Any, variable: Any) -> bool:
        backend = self._scene.backend
        return backend.is_concrete(grad) and backend.is_concrete(backend.native(variable))

    def after(self, optimizer: Any, step: Step) -> None:
        with self._scene.schedule.charged(), self._scene.backend.aside():
            self.count += 1
            self._scene.observer.steps += 1
            self._losses.stepped(step.number, step.loss)
            if step.sampled:
                self._close(optimizer, step)
        self._scene.schedule.next_step()
        self._scene.post.collect()

    def _open(self, optimizer: Any, variables: list[Any], seen: list[tuple[Any, Any]]) -> Step:
        number = self._optimisers.meet(optimizer, variables)
        if any(self._networks.owner(variable) is None for variable in variables):
            self._scene.schedule.want_layers()
        parcel, functions = self._calls.take()
        progress = self._scene.progress
        facts = StepFacts(
            self._scene.observer.steps, number, progress.epoch, progress.batch, self._calls.mode
        )
        facts.functions = functions
        facts.clipped_to = _clipping(optimizer)
        sampled = self._scene.schedule.samples
        step = Step(facts.step, self._losses.take(), parcel, facts, [v for _, v in seen], sampled)
        if sampled:
            self._look(step, optimizer, seen)
        return step

    def _look(self, step: Step, optimizer: Any, seen: list[tuple[Any, Any]]) -> None:
        backend, parcel = self._scene.backend, step.parcel
        if step.loss is not None:
            parcel.number("loss", step.loss)
        scale = _scale_of(optimizer)
        if scale is not None:
            parcel.number("scale", backend.native(scale))
        parcel.number("grad_norm", backend.norm([grad for grad, _ in seen]))
        for index, (grad, variable) in enumerate(seen):
            weight = backend.native(variable)
            parcel.sample(("before", index), weight)
            owner = self._networks.owner(variable) if self._scene.schedule.layers else None
            if owner is not None:
                parcel.sample(("weight", *owner), weight)
                parcel.sample(("grad", *owner), grad)
        parcel.seal()

    def _close(self, optimizer: Any, step: Step) -> None:
        for index, variable in enumerate(step.variables):
            step.parcel.sample(("after", index), self._scene.backend.native(variable))
        rate = self._optimisers.rate(optimizer)
        if rate is not None:
            step.parcel.number("rate", rate)
        self._scene.post.send(step.parcel, lambda rows: self._reports.write(step.facts, rows))


def _clipping(optimizer: Any) -> float | None:
    inner = getattr(optimizer, "inner_optimizer", optimizer)
    clipped = getattr(inner, "global_clipnorm", None)
    return float(clipped) if clipped else None


def _scale_of(optimizer: Any) -> Any:
    """By what a loss was multiplied before it was differentiated."""
    if not hasattr(optimizer, "inner_optimizer"):
        return getattr(optimizer, "loss_scale_factor", None)
    scale = getattr(optimizer, "dynamic_scale", None)
    return getattr(optimizer, "initial_scale", None) if scale is None else scale
