"""Hooks into what a step is made of: the loss, its gradients, and the optimiser that uses them."""

from __future__ import annotations

import functools
from typing import Any

from ..replacements import Replacements
from ..wrapping import followed, preceded
from .call_samples import first_tensor
from .data import Data
from .losses import Losses
from .optimisers import Optimisers
from .scene import Scene
from .visible_steps import VisibleSteps


class StepHooks:
    """These would be compiled with the program where there is a compiler: then they step aside."""

    def __init__(
        self,
        scene: Scene,
        visible: VisibleSteps,
        losses: Losses,
        optimisers: Optimisers,
        data: Data,
    ) -> None:
        self._scene = scene
        self._visible = visible
        self._losses = losses
        self._optimisers = optimisers
        self._data = data
        self._replacements = Replacements()
        self._applying = 0

    def install(self) -> None:
        keras, guard = self._scene.keras, self._scene.guard
        for kind in _optimiser_kinds(keras):
            step = "apply" if hasattr(kind, "apply") else "apply_gradients"
            self._replacements.replace(kind, step, self._applied)
            self._replacements.replace(kind, "scale_loss", followed(guard(self._scaled)))
        self._replacements.replace(
            keras.optimizers.Optimizer, "_get_current_learning_rate", followed(guard(self._rate))
        )
        computing = "_compute_loss" if hasattr(keras.Model, "_compute_loss") else "compute_loss"
        self._replacements.replace(keras.Model, computing, followed(guard(self._computed)))
        self._replacements.replace(
            keras.Model, "_aggregate_additional_loss", followed(guard(self._added))
        )
        self._watch_differentiation()

    def remove(self) -> None:
        self._replacements.undo()

    def _watch_differentiation(self) -> None:
        framework, guard = self._scene.backend.framework, self._scene.guard
        if self._scene.on_torch:
            note = preceded(guard(self._differentiated))
            self._replacements.replace(framework.autograd, "backward", note)
            note = preceded(guard(self._derived))
            self._replacements.replace(framework.autograd, "grad", note)
        elif hasattr(framework, "GradientTape"):
            note = preceded(guard(self._recorded))
            self._replacements.replace(framework.GradientTape, "gradient", note)

    def _applied(self, plain: Any) -> Any:
        """One optimiser may hold another: the outermost takes the step."""
        before, after = self._scene.guard(self._before), self._scene.guard(self._visible.after)

        @functools.wraps(plain)
        def apply(optimizer: Any, grads: Any, *arguments: Any, **options: Any) -> Any:
            grads = list(grads) if isinstance(grads, zip) else grads
            outermost = self._applying == 0
            step = before(optimizer, grads, arguments, options) if outermost else None
            self._applying += 1
            try:
                result = plain(optimizer, grads, *arguments, **options)
            finally:
                self._applying -= 1
            if step is not None:
                after(optimizer, step)
            return result

        return apply

    def _before(self, optimizer: Any, grads: Any, arguments: Any, options: Any) -> Any:
        self._scene.take_over()
        if not self._scene.backend.may_look():
            self._optimisers.note_used(optimizer)
            return None
        if not hasattr(optimizer, "apply"):
            grads, variables = zip(*grads)
        elif arguments:
            variables = arguments[0]
        else:
            variables = options.get("trainable_variables")
        return self._visible.before(optimizer, grads, variables)

    def _scaled(self, product: Any, optimizer: Any, loss: Any) -> None:
        self._losses.scaled(loss, product)

    def _rate(self, rate: Any, optimizer: Any) -> None:
        self._optimisers.note_rate(optimizer, rate)

    def _added(self, penalty: Any, model: Any, loss: Any) -> None:
        """By a regulariser of a layer, or by the script: a part of the loss beside the data."""
        scene = self._scene
        if scene.progress.activity in (None, "train") and scene.backend.may_look():
            self._losses.added(penalty)

    def _computed(
        self, loss: Any, model: Any, x: Any = None, y: Any = None, *rest: Any, **options: Any
    ) -> None:
        scene = self._scene
        if scene.progress.activity not in (None, "train") or not scene.backend.may_look():
            return
        self._losses.computed(loss)
        example = first_tensor(x if x is not None else y)
        shape = list(getattr(example, "shape", ()))
        scene.progress.batch = int(shape[0]) if shape else None
        if scene.schedule.samples and scene.backend.is_concrete(example):
            with scene.schedule.charged():
                self._data.batch(x, y)

    def _differentiated(self, roots: Any, *arguments: Any, **options: Any) -> None:
        if self._visible.kept.is_looking and self._scene.backend.may_look():
            with self._scene.backend.aside():
                self._visible.kept.before_backward()
        self._visible.left_out.differentiated(roots, options.get("inputs") is None)
        self._losses.differentiated(roots)

    def _derived(self, roots: Any, *arguments: Any, **options: Any) -> None:
        """Gradients that are handed out, and added to nothing."""
        self._visible.left_out.derived(arguments[0] if arguments else options.get("inputs"))
        self._losses.differentiated(roots)

    def _recorded(self, tape: Any, target: Any, *arguments: Any, **options: Any) -> None:
        self._losses.differentiated(target)


def _optimiser_kinds(keras: Any) -> list[type]:
    """The base class, and those that take a step in a way of their own."""
    kinds = [keras.optimizers.Optimizer]
    for kind in (
        getattr(keras.optimizers, "LossScaleOptimizer", None),
        getattr(getattr(keras.optimizers, "legacy", None), "Optimizer", None),
    ):
        own = vars(kind) if isinstance(kind, type) else {}
        if "apply" in own or "apply_gradients" in own:
            kinds.append(kind)
    return kinds
