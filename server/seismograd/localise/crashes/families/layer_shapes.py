"""A layer that gets another width or another number of axes than it was built for."""

from __future__ import annotations

import ast
import re
from math import prod

from seismograd.faults import FaultType, Fix
from seismograd.localise.crashes.answers import related, replacement, tensors_at, without
from seismograd.localise.crashes.crash import Crash
from seismograd.localise.crashes.failure import Failure, place_of, same_tensor, shape_text
from seismograd.localise.crashes.family import family
from seismograd.localise.crashes.layers import LayerCall, layer_text, read_layer_call
from seismograd.localise.crashes.origins import Origins
from seismograd.localise.crashes.sources import Function, argument, called_name, constant
from seismograd.traces.events import Frame, Layer, Place


def _explain(failure: Failure, match: re.Match[str]) -> Crash | None:
    call = read_layer_call(failure.layer)
    if call is None:
        return None
    return _rank(failure, call) or _missing_flatten(failure, call) or _other(failure, call)


def _other(failure: Failure, call: LayerCall) -> Crash | None:
    if call.got is None or call.got == call.width:
        return None
    return _axes_swapped(failure, call) or _width(failure, call)


def _rank(failure: Failure, call: LayerCall) -> Crash | None:
    """Images without their channel or batch axis, or flattened ones."""
    spatial, axes = call.wanted.spatial, len(call.shape)
    if not spatial or axes in (spatial + 1, spatial + 2):
        return None
    shape = shape_text(call.given.shape)
    cause = f"{layer_text(call.frame)} needs {spatial + 2} axes and gets {shape}."
    lacks_channel = call.width == 1 and axes == spatial
    advice = "Add the channel axis with `unsqueeze(1)`." if lacks_channel else None
    return _at_call(failure, call, "layer-axes", cause, advice)


def _missing_flatten(failure: Failure, call: LayerCall) -> Crash | None:
    if call.type != "Linear" or len(call.shape) < 3 or prod(call.shape[1:]) != call.width:
        return None
    cause = (
        f"{layer_text(call.frame)} expects {call.width} features and gets "
        f"{shape_text(call.given.shape)}, which has {call.width} features only when it is flattened."
    )
    advice = "Flatten the input from axis 1 on before this layer."
    return _at_call(failure, call, "missing-flatten", cause, advice)


def _axes_swapped(failure: Failure, call: LayerCall) -> Crash | None:
    """Some other axis, and only one, has the width; the batch axis does not count."""
    axes = call.shape[1:] if len(call.shape) > 2 else ()
    if sum(size == call.width for size in axes) != 1 or call.width < 2:
        return None
    cause = (
        f"{layer_text(call.frame)} expects {call.width} in axis {call.wanted.axis} and gets "
        f"{shape_text(call.given.shape)}, where another axis has {call.width}."
    )
    return _at_call(failure, call, "axis-order", cause, "Permute the axes of the input.")


def _at_call(
    failure: Failure, call: LayerCall, name: str, cause: str, advice: str | None
) -> Crash | None:
    """On the line that hands the tensor over; inside of a container that is the layer's own."""
    assert call.frame.module is not None
    built = call.frame.module.built
    place = _handed_over(failure, call)
    if place is None:
        place = built
    if place is None:
        return None
    origin = Origins(failure).of_tensor(call.given)
    others = related(
        (built, "The layer is built here."), (origin.place if origin else None, "Made here.")
    )
    return Crash(
        name,
        place,
        FaultType.SHAPE,
        cause,
        0.75,
        (FaultType.LRM, FaultType.CPP),
        advice,
        tensors_at(failure),
        without(others, place),
    )


def _handed_over(failure: Failure, call: LayerCall) -> Place | None:
    """The project's line that calls the layer itself, or the network with this very tensor."""
    if failure.last is None:
        return None
    if not _in_container(failure):
        return place_of(failure.last)
    named = failure.named_tensor(call.given)
    from_data = call.given.grad_fn is None
    return place_of(named[0]) if named and from_data else None


def _in_container(failure: Failure) -> bool:
    return any(
        frame.module is not None and frame.module.type == "Sequential" for frame in failure.below
    )


def _width(failure: Failure, call: LayerCall) -> Crash | None:
    assert call.frame.module is not None
    built = call.frame.module.built
    if built is None or failure.last is None:
        return None
    place = _chosen_at(failure, call, built)
    producer = _producer(failure, call)
    others = related(
        (built, f"The {call.type} layer is built here."),
        (place_of(failure.last), "It is called here."),
        (producer.built if producer else None, "This layer makes its input."),
    )
    cause = (
        f"{layer_text(call.frame)} expects an input with {call.width} {_unit(call)} and gets "
        f"{call.got}: shape {shape_text(call.given.shape)}."
    )
    return Crash(
        "layer-width",
        place,
        FaultType.LCN,
        cause,
        0.85,
        (FaultType.SHAPE,),
        f"Build the layer with {call.wanted.names[0]}={call.got}.",
        tensors_at(failure),
        without(others, place),
        _fixes(failure, call, built) if place == built else (),
    )


def _unit(call: LayerCall) -> str:
    return "channels" if call.wanted.spatial else "features"


def _producer(failure: Failure, call: LayerCall) -> Layer | None:
    axis = call.wanted.axis
    for layer in reversed(failure.layers_before()):
        shape = layer.output_shape
        if -len(shape) <= axis < len(shape) and shape[axis] == call.got:
            return layer
    return None


def _fixes(failure: Failure, call: LayerCall, built: Place) -> tuple[Fix, ...]:
    written = failure.sources.call_of(built, call.type)
    width = argument(written, 0, *call.wanted.names) if written is not None else None
    if width is None or constant(width) is None:
        return ()
    title = f"Change {call.wanted.names[0]} to {call.got}"
    return replacement(failure.sources, built.file, width, str(call.got), title)


def _chosen_at(failure: Failure, call: LayerCall, built: Place) -> Place:
    """The line that chose the width: where it is a parameter, the one that passed it."""
    written = failure.sources.call_of(built, call.type)
    width = argument(written, 0, *call.wanted.names) if written is not None else None
    function = failure.sources.function_at(built)
    if not isinstance(width, ast.Name) or function is None:
        return built
    position = _position(function, width.id)
    if position is None:
        return built
    if function.name == "__init__":
        return _owner_built(failure, call) or built
    return _only_caller(failure, function, position, width.id, call.width) or built


def _position(function: Function, name: str) -> int | None:
    names = [part.arg for part in function.args.args]
    skipped = 1 if names[:1] == ["self"] else 0
    return names.index(name) - skipped if name in names[skipped:] else None


def _owner_built(failure: Failure, call: LayerCall) -> Place | None:
    """Where the module around the layer is built, if the layer gets the module's own input."""
    at = max((at for at, frame in enumerate(failure.frames) if _owns(frame)), default=None)
    if at is None:
        return None
    outside = failure.frames[:at]
    passed = any(same_tensor(tensor, call.given) for frame in outside for tensor in frame.tensors)
    module = failure.frames[at].module
    return module.built if passed and module is not None else None


def _owns(frame: Frame) -> bool:
    return frame.in_project and frame.module is not None and frame.module.built is not None


def _only_caller(
    failure: Failure, function: Function, position: int, name: str, width: int
) -> Place | None:
    found = [
        Place(file, call.lineno)
        for file in failure.files
        for call in failure.sources.calls(file)
        if called_name(call) == function.name and constant(argument(call, position, name)) == width
    ]
    return found[0] if len(found) == 1 else None


MESSAGES = "|".join(
    (
        r"shapes cannot be multiplied",
        r"size mismatch, got input",
        r"to have \d+ channels, but got",
        r"expected input\[.*\] to have",
        r"Expected [23456]D",
        r"expected \d+D (?:\(\w+\) )?or \d+D",
        r"running_mean should contain",
        r"input\.size\(-1\) must be equal to input_size",
        r"input has inconsistent input_size",
        r"normalized_shape=",
        r"embedding dimension of \d+, but got",
        r"to be divisible by .*group",
        r"must have \d+ dimensions",
    )
)
FAMILIES = (family(MESSAGES, _explain),)
