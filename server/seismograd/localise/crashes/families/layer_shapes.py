"""A layer that gets another width or another number of axes than it was built for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from math import prod

from seismograd.faults import FaultType, Fix
from seismograd.localise.crashes.answers import related, replacement, tensors_at, without
from seismograd.localise.crashes.bindings import bindings_of
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
        return _composite(failure, match)
    return _rank(failure, call) or _missing_flatten(failure, call) or _other(failure, call)


def _composite(failure: Failure, match: re.Match[str]) -> Crash | None:
    """A layer made of layers, such as a transformer's, whose own width is not shown."""
    frame = failure.layer
    if frame is None or frame.module is None or frame.module.built is None or failure.last is None:
        return None
    sizes = re.search(r"dimension of (\d{1,9}), but got (\d{1,9})", failure.message)
    if sizes is None:
        return None
    place = _repeated_layer(failure, frame) or frame.module.built
    return Crash(
        "layer-width",
        place,
        FaultType.LCN,
        f"{frame.module.type} expects {sizes[1]} features and gets {sizes[2]}.",
        0.8,
        (FaultType.SHAPE,),
        f"Build the layer with a width of {sizes[2]}.",
        tensors_at(failure),
        without(related((place_of(failure.last), "It is called here.")), place),
    )


def _repeated_layer(failure: Failure, frame: Frame) -> Place | None:
    """`TransformerEncoder(layer, 6)` copies a layer: the width is the layer's."""
    assert frame.module is not None
    assert frame.module.built is not None
    built = frame.module.built
    written = failure.sources.call_of(built, frame.module.type or "")
    layer = argument(written, 0, "encoder_layer", "decoder_layer") if written else None
    if layer is None:
        return None
    inside = Frame(built.file, built.line, in_project=True)
    origin = Origins(failure).of_expression(inside, layer)
    return origin.place if origin else None


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
        f"{shape_text(call.given.shape)}, which has as many only when it is flattened."
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
    """The line that chose the width: where it is a parameter, the one that passed it on."""
    place, kind, names = built, call.type, call.wanted.names
    position = 0
    for owner in _owners(failure, call):
        parameter = _parameter_passed(failure, place, kind, position, names)
        if parameter is None or owner.module is None or owner.module.built is None:
            return place
        function, position, name = parameter
        if function.name != "__init__":
            return _only_caller(failure, function, position, name, call.width) or place
        place, kind, names = owner.module.built, owner.module.type or "", (name,)
    parameter = _parameter_passed(failure, place, kind, position, names)
    if parameter is not None and parameter[0].name != "__init__":
        function, position, name = parameter
        return _only_caller(failure, function, position, name, call.width) or place
    return place


def _parameter_passed(
    failure: Failure, place: Place, kind: str, position: int, names: tuple[str, ...]
) -> tuple[Function, int, str] | None:
    """The function around a line, if an argument of the call there is a bare parameter of it."""
    written = failure.sources.call_of(place, kind)
    value = argument(written, position, *names) if written is not None else None
    function = failure.sources.function_at(place)
    if not isinstance(value, ast.Name) or function is None:
        return None
    at = _position(function, value.id)
    return None if at is None else (function, at, value.id)


def _position(function: Function, name: str) -> int | None:
    names = [part.arg for part in function.args.args]
    skipped = 1 if names[:1] == ["self"] else 0
    return names.index(name) - skipped if name in names[skipped:] else None


def _owners(failure: Failure, call: LayerCall) -> Iterator[Frame]:
    """The project's modules around the layer, innermost first, as long as each hands its own
    input on."""
    for frame in reversed(failure.project):
        if frame.module is None or not _hands_on_input(failure, frame, call):
            return
        yield frame


def _hands_on_input(failure: Failure, frame: Frame, call: LayerCall) -> bool:
    function = failure.sources.function_at(place_of(frame))
    if function is None:
        return False
    return any(
        same_tensor(tensor, call.given)
        and _position(function, tensor.name) is not None
        and not any(b.line < (frame.line or 0) for b in bindings_of(function, tensor.name))
        for tensor in frame.tensors
    )


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
