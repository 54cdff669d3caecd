"""What a program trains, with which optimiser, how often and in which batches."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, prod
from typing import NamedTuple

from seismograd.program.model import Layer, Network, Optimiser, Program
from seismograd.program.settings import Setting
from seismograd.program.torch.datasets import IMAGE_SETS, dataset_name
from seismograd.source.evaluate.values import Const, Place, Sequence, Tensor, integer

FEW_UPDATES = 100
"""Below so many steps of an optimiser it is doubtful that a network got far."""


class TrainingRun(NamedTuple):
    """One training, by a loop or by a call of `fit`."""

    place: Place
    optimiser: Optimiser | None
    networks: tuple[Network, ...]
    epochs: Setting | None
    batch_size: Setting | None
    samples: int | None

    @property
    def updates(self) -> int | None:
        """How many steps the optimiser takes in all, where that is known."""
        epochs = _count(self.epochs)
        batch = _count(self.batch_size)
        if epochs is None or batch is None or not self.samples:
            return None
        return epochs * ceil(self.samples / batch)

    @property
    def is_overridable(self) -> bool:
        """Whether the numbers are defaults that a user may well override."""
        values = [setting.value for setting in (self.epochs, self.batch_size) if setting]
        return any(isinstance(value, Const) and value.soft for value in values)


def _count(setting: Setting | None) -> int | None:
    found = None if setting is None else setting.integer
    return found if found is not None and found > 0 else None


def training_runs(program: Program) -> Iterator[TrainingRun]:
    yield from _loops(program)
    yield from _fits(program)


def _loops(program: Program) -> Iterator[TrainingRun]:
    for loop in program.loops:
        loader = loop.loader
        name = None if loader is None else dataset_name(loader.dataset)
        # The size of a known set counts only where the loader goes over its training part.
        whole = loader is not None and loader.role == "train"
        samples = IMAGE_SETS[name][2] if name is not None and whole else None
        batch = None if loader is None else loader.settings.get("batch_size")
        optimisers: list[Optimiser | None] = [*loop.optimisers] or [None]
        for optimiser in optimisers:
            yield TrainingRun(
                loop.place, optimiser, tuple(loop.networks), loop.epochs, batch, samples
            )


def _fits(program: Program) -> Iterator[TrainingRun]:
    for fit in program.fits:
        if fit.call.loop is not None:
            # Called again and again: how often in all is not known.
            continue
        optimiser = fit.compile.optimiser if fit.compile is not None else None
        networks = () if fit.network is None else (fit.network,)
        steps = fit.settings.get("steps_per_epoch")
        samples = fit.samples if steps is None or steps.is_none else None
        yield TrainingRun(
            fit.place, optimiser, networks, fit.settings.get("epochs"),
            fit.settings.get("batch_size"), samples,
        )  # fmt: skip


def parameter_count(network: Network) -> int | None:
    """The number of weights of a network of dense and convolutional layers."""
    total = 0
    for layer in network.layers:
        if not layer.is_learned:
            continue
        weights = layer_weights(layer)
        if weights is None:
            return None
        total += weights[0]
    return total if network.complete else None


def layer_weights(layer: Layer) -> tuple[int, int, int] | None:
    """Number of kernel weights, fan-in and fan-out of a dense or convolutional layer."""
    units = layer.units
    width = _input_width(layer)
    if units is None or width is None or layer.kind not in ("dense", "conv"):
        return None
    window = _window(layer)
    if window is None:
        return None
    return units * width * window, width * window, units * window


def _input_width(layer: Layer) -> int | None:
    given = layer.setting("in_units")
    if given is not None and given.integer is not None:
        return given.integer
    source = layer.tensor.inputs[0] if layer.tensor is not None and layer.tensor.inputs else None
    shape = source.shape if isinstance(source, Tensor) else None
    last = shape[-1] if shape and layer.path.startswith("keras.") else None
    return last if isinstance(last, int) else None


def _window(layer: Layer) -> int | None:
    if layer.kind == "dense":
        return 1
    size = layer.setting("kernel_size")
    if size is None:
        return None
    if size.integer is not None:
        return size.integer ** int(layer.path[-2]) if layer.path[-2:-1].isdigit() else None
    if isinstance(size.value, Sequence):
        sides = [integer(item) for item in size.value.items]
        return prod(side for side in sides if side is not None) if None not in sides else None
    return None
