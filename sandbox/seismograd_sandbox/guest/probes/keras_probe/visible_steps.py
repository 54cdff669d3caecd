"""Steps whose gradients can be seen: those of eager programs, whatever loop they are in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..kept_gradients import KeptGradients
from ..torch_probe.left_out_weights import LeftOutWeights
from .call_samples import CallSamples
from .free_variables import FreeVariables
from .losses import Losses
from .networks import Networks
from .optimisers import Optimisers
from .parcel import Parcel
from .reports import Reports, StepFacts
from .scene import Scene
from .unchanged_variables import UnchangedVariables


@dataclass
class Sample:
    """What a step is looked at with."""

    parcel: Parcel
    facts: StepFacts
    variables: list[Any]


@dataclass
class Step:
    """A step that an optimiser is about to take."""

    number: int
    loss: Any
    penalty: Any
    variables: list[Any]
    sample: Sample | None = None


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
        self.kept = KeptGradients(scene.observer)
        self.unchanged = UnchangedVariables(scene, networks)
        self.left_out = self._watch_left_out()
        self.count = 0

    def _watch_left_out(self) -> LeftOutWeights:
        scene, free = self._scene, FreeVariables(self._scene, self._networks)
        return LeftOutWeights(
            scene.backend.framework,
            scene.observer,
            scene.births,
            lambda: set(),
            free.facts,
            free.is_wanted,
        )

    def before(self, optimizer: Any, grads: Any, variables: Any) -> Step | None:
        """Look at gradients and weights; None where there is nothing to be seen."""
        self._scene.observer.stop_if_enough()
        if variables is None:
            variables = getattr(optimizer, "_trainable_variables", ())
        if not isinstance(grads, (list, tuple)) or not isinstance(variables, (list, tuple)):
            return None
        pairs = [pair for pair in zip(grads, variables) if pair[0] is not None]
        if not pairs or not self._is_there(*pairs[0]):
            return None
        number = self._meet(optimizer, variables)
        penalty = self._losses.penalty()
        step = Step(self._scene.observer.steps, self._losses.take(), penalty, list(variables))
        if self._scene.schedule.samples:
            with self._scene.schedule.charged(), self._scene.backend.aside():
                step.sample = self._open(optimizer, number, pairs)
                self._look(step.sample, step.loss, optimizer, pairs)
                self._look_at_rest(step.sample.parcel, step.variables)
                if self._scene.schedule.layers:
                    self.unchanged.look(step.variables, pairs)
        return step

    def after(self, optimizer: Any, step: Step) -> None:
        self.count += 1
        self._scene.observer.steps += 1
        self._losses.stepped(step.number, step.loss, step.penalty)
        if self._scene.on_torch:
            native, number = self._scene.backend.native, self._optimisers.number(optimizer)
            self.kept.stepped(optimizer, number, lambda: list(map(native, step.variables)))
        if step.sample is not None:
            with self._scene.schedule.charged(), self._scene.backend.aside():
                self._close(optimizer, step.sample)
        self._scene.schedule.next_step()
        self._scene.post.collect()

    def _is_there(self, grad: Any, variable: Any) -> bool:
        backend = self._scene.backend
        return backend.is_concrete(grad) and backend.is_concrete(backend.native(variable))

    def _meet(self, optimizer: Any, variables: Any) -> int:
        """Layers that are new with an optimiser are looked for in its next step."""
        known = self._optimisers.number(optimizer)
        if known is not None:
            return known
        if any(self._networks.owner(variable) is None for variable in variables):
            self._scene.schedule.want_layers()
        return self._optimisers.meet(optimizer, list(variables))

    def _open(self, optimizer: Any, number: int, pairs: list[tuple[Any, Any]]) -> Sample:
        parcel, functions = self._calls.take()
        facts = StepFacts(
            step=self._scene.observer.steps,
            optimiser=number,
            epoch=self._scene.progress.epoch,
            batch=self._scene.progress.batch,
            mode=self._calls.mode,
            functions=functions,
            clipped_to=_clipping(optimizer),
        )
        return Sample(parcel, facts, [variable for _, variable in pairs])

    def _look(
        self, sample: Sample, loss: Any, optimizer: Any, pairs: list[tuple[Any, Any]]
    ) -> None:
        backend, parcel = self._scene.backend, sample.parcel
        if loss is not None:
            parcel.number("loss", loss)
        scale = _scale_of(optimizer)
        if scale is not None:
            parcel.number("scale", backend.native(scale))
        parcel.number("grad_norm", backend.norm([grad for grad, _ in pairs]))
        for index, (grad, variable) in enumerate(pairs):
            weight = backend.native(variable)
            parcel.sample(("before", index), weight)
            owner = self._networks.owner(variable) if self._scene.schedule.layers else None
            if owner is not None:
                parcel.sample(("weight", *owner), weight)
                parcel.sample(("grad", *owner), grad)

    def _look_at_rest(self, parcel: Parcel, variables: list[Any]) -> None:
        """Weights that the optimiser is given without a gradient."""
        for variable in variables if self._scene.schedule.layers else ():
            owner, weight = self._networks.owner(variable), self._scene.backend.native(variable)
            if owner is None or ("weight", *owner) in parcel:
                continue
            if self._scene.backend.is_concrete(weight):
                parcel.sample(("weight", *owner), weight)
        parcel.seal()

    def _close(self, optimizer: Any, sample: Sample) -> None:
        for index, variable in enumerate(sample.variables):
            sample.parcel.sample(("after", index), self._scene.backend.native(variable))
        rate = self._optimisers.rate(optimizer)
        if rate is not None:
            sample.parcel.number("rate", rate)
        self._scene.post.send(sample.parcel, lambda rows: self._reports.write(sample.facts, rows))


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
