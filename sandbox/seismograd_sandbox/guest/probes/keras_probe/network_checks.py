"""Questions to the trained model itself, once the script is over."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

from ...altering.nested import tensors_in, with_tensors
from ..lost_amplitude import fits
from ..network_questions import MOST_NUMBERS, ask_all
from ..parameter_effects import MOST_TRIED, Effect, effects
from ..quantile_levels import named_levels
from ..quantile_loss import function_of
from ..replacements import Replacements
from ..torch_gradients import TriedWithGradients
from ..tried_network import Answer, Comparison, TriedNetwork, equal
from .call_samples import first_tensor
from .networks import Networks
from .scene import Scene
from .structure import parts_of

ROWS = 32
"""Of arrays that `fit` was given, where the calls of a model are compiled and cannot be seen."""
MOST_LOSSES = 16
"""Of one model, whose outputs and targets are kept."""
HARMLESS = frozenset({"training", "mask"})
"""What a call may be given by name beside its inputs."""


@dataclass
class Call:
    """A call for training, with its arrays in the order of the arguments."""

    model: Any
    inputs: Any
    arrays: list[Any]
    target: Any = None
    labels: Any = None
    compared: bool = False
    """Whether there was a loss after it: the next one may be for other examples."""
    numbers: Any = None
    """What the loss compares with, where it is measured."""
    varied: bool = False
    comparisons: dict[int, Comparison] = field(default_factory=dict)
    """By loss of the script's own: the first after the call, of measured numbers."""


class NetworkChecks:
    """Keeps the last sampled call for training, and asks about it at the end."""

    def __init__(self, scene: Scene, networks: Networks) -> None:
        self._scene = scene
        self._networks = networks
        self._call: Call | None = None
        self.loss: Any = None
        """The object that compared last."""
        self._wanted = scene.observer.options.check_network

    def seen(self, model: Any, arguments: Any, options: Any) -> None:
        """A call by the script, or by `fit`."""
        if not self._wanted:
            return
        before, self._call = self._call, None
        given = arguments if arguments else tuple(options.values())[:1]
        named = set(options) if arguments else set(list(options)[1:])
        if len(given) == 1 and all(options[one] is None for one in named - {"training"}):
            self._call = self._kept(model, given[0]) if named <= HARMLESS else None
        if self._call is not None and before is not None and before.model is model:
            self._call.varied = before.varied or not equal(before.arrays[0], self._call.arrays[0])

    def fitted(self, model: Any, x: Any, y: Any) -> None:
        """What `fit` was given, which goes for as long as no call is seen."""
        arrays = tensors_in(x, self._is_array)
        if not self._wanted or not arrays or not all(one.ndim for one in arrays):
            return
        first = with_tensors(x, self._is_array, [one[:ROWS] for one in arrays])
        self._call = self._kept(model, first)
        if self._call is not None:
            self._call.varied = len(arrays[0]) > ROWS
            self.given(y[:ROWS] if self._is_array(y) else None)

    def given(self, target: Any) -> None:
        """What the loss after the call compares with."""
        call, target = self._call, first_tensor(target)
        if call is None or call.target is not None or not self._is_array(target):
            return
        array = self._scene.backend.array(target)
        if not call.compared:
            call.compared = True
            call.labels = array if fits(array, call.arrays[0]) else None
        if array.dtype.kind in "iu" or equal(array, array.round()):
            call.target = array
        elif call.numbers is None:
            call.numbers = array  # of later steps, only the losses are seen

    def compared(self, loss: Any, target: Any, output: Any) -> None:
        """An output with its target; a model with several outputs has a loss for each."""
        self.loss, call = loss, self._call
        if call is None or id(loss) in call.comparisons or len(call.comparisons) >= MOST_LOSSES:
            return
        module = str(getattr(function_of(loss), "__module__", "keras"))
        if module.partition(".")[0] == "keras" or not all(map(self._is_array, (target, output))):
            return
        with self._scene.backend.aside():
            arrays = [self._scene.backend.array(one) for one in (target, output)]
        if arrays[0].shape == arrays[1].shape and arrays[0].dtype.kind == "f":
            call.comparisons[id(loss)] = Comparison(loss, *arrays)

    def effects(self, variables: list[Any]) -> dict[int, Effect]:
        """Of each on the answer, by identity; nothing where it cannot be asked."""
        scene = self._scene
        if self._call is None or not scene.on_torch:
            return {}
        native = {id(one): scene.backend.native(one) for one in variables[:MOST_TRIED]}
        tried = TriedOnTorch(scene, self._call)
        with redirect_stdout(StringIO()), scene.backend.aside():
            places, tensors = scene.observer.places, list(native.values())
            found = effects(scene.backend.framework, places, tried, tensors)
        return {key: found[id(one)] for key, one in native.items() if id(one) in found}

    def finish(self) -> None:
        call, self._call = self._call, None
        if call is None:
            return
        tried = (TriedOnTorch if self._scene.on_torch else TriedModel)(self._scene, call)
        tried.loss = self.loss
        with redirect_stdout(StringIO()):  # what it prints was not asked for
            for name, answer in ask_all(tried):
                self._tell(name, call, answer)

    def _tell(self, name: str, call: Call, answer: Answer) -> None:
        births, layer = self._scene.births, answer.layer
        place = None if layer is None else births.place_of(layer)
        self._scene.observer.record(
            "network_check",
            check=name,
            network=self._networks.meet(call.model),
            result=answer.holds,
            shares=answer.shares,
            layer=None if layer is None else self._networks.layer(layer),
            place=answer.place or place or births.place_of(call.model),
        )

    def _kept(self, model: Any, inputs: Any) -> Call | None:
        tensors = tensors_in(inputs, self._is_array)
        sizes = [_size(one) for one in tensors]
        if not tensors or not len(tensors[0].shape) or sum(sizes) > MOST_NUMBERS or 0 in sizes:
            return None
        with self._scene.backend.aside():
            arrays = [self._scene.backend.array(one) for one in tensors]
        return Call(model, with_tensors(inputs, self._is_array, arrays), arrays)

    def _is_array(self, value: Any) -> bool:
        return isinstance(value, self._scene.backend.numpy.ndarray) or bool(
            self._scene.backend.is_concrete(value)
        )


class TriedModel(TriedNetwork):
    uses_batch_statistics = False

    def __init__(self, scene: Scene, call: Call) -> None:
        self._scene = scene
        self._call = call
        self.batch, self.target, self.varied = call.arrays[0], call.target, call.varied
        self.labels = call.labels
        self.numbers = call.numbers
        self.comparisons = list(call.comparisons.values())
        self.layers = [part.layer for part in parts_of(scene, call.model)]
        formats = {getattr(layer, "data_format", None) for layer in self.layers}
        self.channels_last = "channels_first" not in formats

    def answer(self, batch: Any) -> Any:
        scene, call = self._scene, self._call
        given = with_tensors(call.inputs, self._is_array, [batch, *call.arrays[1:]])
        with scene.backend.aside(), scene.backend.with_chance(), _same_seeds(self.layers):
            try:
                made = first_tensor(call.model(given, training=False))
            except Exception:  # code of the script: it may want something else
                return None
            return self._array(made)

    def loss_of(self, output: Any) -> float | None:
        return self.cost(self.loss, self.numbers, output)

    def cost(self, loss: Any, targets: Any, output: Any) -> float | None:
        with self._scene.backend.aside():
            try:
                return float(loss(targets, output.astype(targets.dtype)))
            except Exception:  # code of the script: it may want something else
                return None

    def named_levels(self, count: int) -> list[tuple[float, ...]]:
        return named_levels(self._scene.observer.places, count)

    def answers_of_layers(self, batch: Any) -> list[tuple[Any, Any]]:
        found: list[tuple[Any, Any]] = []

        def note(layer: Any, output: Any) -> None:
            made = self._array(first_tensor(output))
            if made is not None:
                found.append((layer, made))

        with self._hooked(self.layers, note):
            self.answer(batch)
        return found

    @contextmanager
    def _hooked(self, layers: list[Any], action: Callable[[Any, Any], Any]) -> Iterator[None]:
        """What `action` gives back for a layer and its output, if anything, is the output then."""
        known = {id(layer) for layer in layers}

        def hooking(plain: Any) -> Any:
            @functools.wraps(plain)
            def call(layer: Any, *arguments: Any, **options: Any) -> Any:
                output = plain(layer, *arguments, **options)
                other = action(layer, output) if id(layer) in known else None
                return output if other is None else other

            return call

        watching = Replacements()
        watching.replace(self._scene.keras.layers.Layer, "__call__", hooking)
        try:
            yield
        finally:
            watching.undo()

    def _array(self, made: Any) -> Any:
        """None where there are no finite numbers in it."""
        backend = self._scene.backend
        if not backend.is_concrete(made) or not len(made.shape) or not _size(made):
            return None
        array = backend.array(made)
        usable = array.dtype.kind == "f" and bool(backend.numpy.isfinite(array).all())
        return array if usable else None

    def _is_array(self, value: Any) -> bool:
        return isinstance(value, self._scene.backend.numpy.ndarray)


class TriedOnTorch(TriedModel, TriedWithGradients):
    """Layers of Keras are modules of PyTorch here, and what they give back has a graph."""

    def __init__(self, scene: Scene, call: Call) -> None:
        super().__init__(scene, call)
        self._torch = scene.backend.framework
        self._places = scene.observer.places

    def _leaves(self) -> list[Any]:
        return self.layers

    def _learns(self, layer: Any) -> bool:
        return bool(layer.trainable_weights)

    def _called_again(self) -> Any:
        return self._called_with(self._call.arrays[0])

    def _called_with(self, batch: Any) -> Any:
        call = self._call
        given = with_tensors(call.inputs, self._is_array, [batch, *call.arrays[1:]])
        with self._scene.backend.with_chance(), _same_seeds(self.layers):
            return first_tensor(call.model(given, training=False))


@contextmanager
def _same_seeds(layers: list[Any]) -> Iterator[None]:
    """Layers that draw at random draw the same again: the next numbers are a state of theirs."""
    generators = [one for layer in layers for one in getattr(layer, "_seed_generators", ())]
    states = [one.state for one in generators if hasattr(one, "state")]
    before = [(state, state.numpy().copy()) for state in states if hasattr(state, "numpy")]
    try:
        yield
    finally:
        for state, value in before:
            state.assign(value)


def _size(tensor: Any) -> int:
    size = 1
    for length in tensor.shape:
        size *= int(length)
    return size
