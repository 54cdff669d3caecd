"""An exception and all that the trace and the source say about the moment it was raised."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from seismograd.localise.crashes.sources import Sources
from seismograd.traces import TraceSummary
from seismograd.traces.events import Frame, Layer, Place, TensorFacts
from seismograd.traces.events.at_the_end import Raised, RaisedInThread

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
LOSS_FUNCTION = re.compile(r"(^|_)(loss|cross_entropy|crossentropy|entropy_with_logits)$", re.I)
CONTAINERS = frozenset({"Sequential", "ModuleList", "ModuleDict", "DataParallel"})


@dataclass(frozen=True)
class Failure:
    raised: Raised | RaisedInThread
    summary: TraceSummary
    sources: Sources

    @cached_property
    def message(self) -> str:
        return COLOUR.sub("", self.raised.message)

    @property
    def type(self) -> str:
        return self.raised.type.rsplit(".", 1)[-1]

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """Outermost first; those without a line say nothing."""
        return tuple(frame for frame in self.raised.frames if frame.line is not None)

    @cached_property
    def project(self) -> tuple[Frame, ...]:
        return tuple(frame for frame in self.frames if frame.in_project)

    @cached_property
    def last(self) -> Frame | None:
        """The innermost frame of the project."""
        return self.project[-1] if self.project else None

    @cached_property
    def below(self) -> tuple[Frame, ...]:
        """The framework's frames that the project's last line led into."""
        at = max((at for at, frame in enumerate(self.frames) if frame.in_project), default=-1)
        return self.frames[at + 1 :]

    @cached_property
    def layer(self) -> Frame | None:
        """The frame of the framework's layer that failed, where one did."""
        for frame in reversed(self.below):
            if is_framework_layer(frame):
                return frame
        return None

    @cached_property
    def loss(self) -> Frame | None:
        """The frame of the loss that failed, where one did, innermost first."""
        for frame in reversed(self.below):
            name = (frame.function or "").rsplit(".", 1)[-1]
            kind = frame.module.type or "" if frame.module else ""
            if LOSS_FUNCTION.search(name) or kind.endswith("Loss"):
                return frame
        return None

    @property
    def files(self) -> list[str]:
        """The files of the project that the run is known to have used."""
        parts = self.summary.parts
        places = [network.built for network in parts.networks]
        places += [layer.built for layer in parts.layers]
        places += [loader.built for loader in parts.loaders]
        places += [function.built for function in parts.loss_functions]
        places += [frame.module.built for frame in self.frames if frame.module is not None]
        script = self.summary.start.script if self.summary.start else None
        named = [frame.file for frame in self.project] + ([script] if script else [])
        built = [place.file for place in places if place is not None]
        return list(dict.fromkeys(named + built))

    def named_tensor(self, wanted: TensorFacts) -> tuple[Frame, str] | None:
        """The innermost project frame that holds a tensor, and its name there."""
        for frame in reversed(self.project):
            for tensor in frame.tensors:
                if same_tensor(tensor, wanted):
                    return frame, tensor.name
        return None

    def layers_before(self) -> list[Layer]:
        """Layers with weights that had been called, in the order of their first calls."""
        known = (layer for layer in self.summary.parts.layers if layer.parameters)
        return sorted(
            (layer for layer in known if layer.output_shape and layer.called is not None),
            key=lambda layer: layer.layer or 0,
        )


def is_framework_layer(frame: Frame) -> bool:
    module = frame.module
    return (
        module is not None
        and module.built is not None
        and not frame.in_project
        and module.type not in CONTAINERS
        and not (module.type or "").endswith(("Loss", "DataParallel"))
    )


def place_of(frame: Frame) -> Place:
    return Place(frame.file, frame.line)


def same_tensor(one: TensorFacts, other: TensorFacts) -> bool:
    """As far as anybody can see: shape, type, device and range."""
    return _facts(one) == _facts(other)


def _facts(tensor: TensorFacts) -> tuple[object, ...]:
    return (tensor.shape, tensor.dtype, tensor.device, tensor.min, tensor.max, tensor.grad_fn)


def inputs_of(frame: Frame) -> Iterator[TensorFacts]:
    """What a layer or function was given, without its own weights."""
    yield from (tensor for tensor in frame.tensors if not tensor.name.startswith("self."))


def weights_of(frame: Frame) -> Iterator[TensorFacts]:
    yield from (tensor for tensor in frame.tensors if tensor.name.startswith("self."))


def tensor_named(frame: Frame | None, *names: str) -> TensorFacts | None:
    if frame is None:
        return None
    for name in names:
        for tensor in frame.tensors:
            if tensor.name == name:
                return tensor
    return None


def shape_text(shape: tuple[int | None, ...]) -> str:
    """`[8, 3, ?]`."""
    return "[" + ", ".join("?" if size is None else str(size) for size in shape) + "]"
