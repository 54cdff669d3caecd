"""Models that the script calls itself to use what they have learned: in which mode it does.

A model that is called without gradients is not trained by it. Calls between two steps are one
evaluation; where there are some before every few steps, they are a part of the training.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import Any

from ..repeated_inputs import RepeatedInputs
from ..replacements import Replacements
from .call_samples import first_tensor
from .networks import Networks
from .scene import Scene
from .structure import parts_of

FEWEST_STEPS = 5
"""Since the evaluation before: pseudo labels and the like are asked for in every step."""
MOST_HELD = 64


@dataclass
class _Evaluation:
    """Calls of a model since the last step."""

    model: Any
    is_wanted: bool
    """Whether it has learned something, and its answers depend on the mode."""
    calls: int = 0
    in_training_mode: int = 0
    place: dict[str, Any] | None = None
    repeated: RepeatedInputs = field(default_factory=RepeatedInputs)


class CallsByHand:
    """Told only where one of them is in training mode: of the others there is nothing to say."""

    def __init__(self, scene: Scene, networks: Networks) -> None:
        self._scene = scene
        self._networks = networks
        self._replacements = Replacements()
        self._inside = False
        self._under_way: dict[int, _Evaluation] = {}
        """By the identity of the model."""
        self._steps = 0
        """When they began."""
        self._last = 0
        """When those before began."""
        self._held: list[dict[str, Any]] = []
        self._is_told = False

    def install(self) -> None:
        """Only on PyTorch it is known whether gradients are wanted; models have no own call."""
        model = self._scene.keras.Model
        if self._scene.on_torch and "__call__" not in vars(model):
            self._replacements.replace(model, "__call__", self._calling)

    def remove(self) -> None:
        self._replacements.undo()

    def finish(self) -> None:
        self._end()
        if self._is_told:
            self._tell_held()

    def _calling(self, plain: Any) -> Any:
        # What stands in the base class by now: it is watched at times.
        base, note = self._scene.keras.layers.Layer, self._scene.guard(self._called)

        @functools.wraps(plain)
        def __call__(model: Any, *arguments: Any, **options: Any) -> Any:  # noqa: N807
            if self._inside or self._scene.backend.keeps_gradients():
                return base.__call__(model, *arguments, **options)
            self._inside = True
            try:
                output = base.__call__(model, *arguments, **options)
            finally:
                self._inside = False
            note(model, arguments, options, output)
            return output

        return __call__

    def _called(self, model: Any, arguments: Any, options: Any, output: Any) -> None:
        backend = self._scene.backend
        if not backend.may_look() or not backend.is_concrete(first_tensor(output)):
            return
        now = self._current(model)
        if not now.is_wanted:
            return
        now.calls += 1
        if options.get("training") is True and self._scene.progress.activity is None:
            now.in_training_mode += 1
            now.place = now.place or self._scene.observer.places.caller()
            self._note_repetition(now, arguments[0] if arguments else None)

    def _is_trained(self, model: Any) -> bool:
        """By an optimiser: not what follows another model, as the mean of its weights does."""
        return any(self._networks.is_trained(one) for one in model.trainable_variables)

    def _current(self, model: Any) -> _Evaluation:
        if self._steps != self._scene.observer.steps:
            self._end()
            self._steps = self._scene.observer.steps
        if id(model) not in self._under_way:
            is_wanted = self._is_trained(model) and _depends_on_mode(self._scene, model)
            self._under_way[id(model)] = _Evaluation(model, is_wanted)
        return self._under_way[id(model)]

    def _note_repetition(self, now: _Evaluation, inputs: Any) -> None:
        given, backend = first_tensor(inputs), self._scene.backend
        if isinstance(given, backend.numpy.ndarray) and given.dtype.kind in "fiub":
            given = backend.framework.as_tensor(given)
        if backend.is_concrete(given):
            with backend.aside():
                now.repeated.add(given)

    def _end(self) -> None:
        ended = [one for one in self._under_way.values() if one.calls]
        self._under_way = {}
        before = self._last
        self._last = self._steps if ended else before
        for one in ended if self._steps >= before + FEWEST_STEPS else ():
            self._add(one)

    def _add(self, ended: _Evaluation) -> None:
        is_wrong = ended.in_training_mode == ended.calls
        self._held.append(self._fields(ended, "train" if is_wrong else "eval"))
        del self._held[:-MOST_HELD]
        if is_wrong:
            self._tell_held()

    def _fields(self, ended: _Evaluation, mode: str) -> dict[str, Any]:
        return {
            "batches": ended.calls,
            "network": self._networks.meet(ended.model),
            "mode": mode,
            "grad_enabled": False,
            "place": ended.place,
            "times": ended.repeated.times(),
        }

    def _tell_held(self) -> None:
        held, self._held, self._is_told = self._held, [], True
        for fields in held:
            self._scene.observer.record("evaluation", **fields)


def _depends_on_mode(scene: Scene, model: Any) -> bool:
    """Batch normalisation that is frozen uses its running means in both modes."""
    for part in parts_of(scene, model):
        kind = type(part.layer).__name__.lower()
        if "dropout" in kind or ("batchnorm" in kind and part.layer.trainable):
            return True
    return False
