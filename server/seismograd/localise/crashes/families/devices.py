"""Tensors on different devices."""

from __future__ import annotations

import re

from seismograd.faults import FaultType
from seismograd.localise.crashes.answers import at_last_line, related, tensors_at, without
from seismograd.localise.crashes.crash import Crash
from seismograd.localise.crashes.failure import Failure, inputs_of, place_of, weights_of
from seismograd.localise.crashes.family import family
from seismograd.localise.crashes.origins import Origins
from seismograd.localise.crashes.sources import called_name
from seismograd.traces.events import Frame, Place, TensorFacts

CPU = "cpu"
MADE_IN_PLACE = frozenset(
    [
        "zeros",
        "ones",
        "rand",
        "randn",
        "randint",
        "arange",
        "full",
        "empty",
        "eye",
        "tensor",
        "linspace",
        "from_numpy",
    ]
)


def _explain(failure: Failure, match: re.Match[str]) -> Crash | None:
    frame = failure.layer
    weight = next(weights_of(frame), None) if frame is not None else None
    if frame is not None and weight is not None:
        odd = next((t for t in inputs_of(frame) if _differ(t, weight)), None)
        if odd is not None and weight.device == CPU:
            return _model_left(failure, frame, weight, odd)
        if odd is not None:
            return _tensor_left(failure, odd, str(weight.device))
    return _operands(failure)


def _differ(one: TensorFacts, other: TensorFacts) -> bool:
    return one.device is not None and one.device != other.device and bool(one.shape)


def _model_left(
    failure: Failure, frame: Frame, weight: TensorFacts, odd: TensorFacts
) -> Crash | None:
    """All of the network stayed behind, or one layer that is not registered in it."""
    if failure.last is None or frame.module is None:
        return None
    network = next((f.module for f in failure.frames if f.module and f.module.built), None)
    alone = any(
        tensor.device == odd.device and tensor.grad_fn is not None for tensor in inputs_of(frame)
    )
    place = frame.module.built if alone else network.built if network else None
    what = f"The layer {frame.module.type}" if alone else "The model"
    return Crash(
        "device-mismatch",
        place or place_of(failure.last),
        FaultType.REG if alone else FaultType.API,
        f"{what} is on {weight.device} and its input `{odd.name}` on {odd.device}.",
        0.75,
        (FaultType.API,),
        "Register the layer in the model, so that it moves with it."
        if alone
        else f"Move the model with `.to('{odd.device}')` before it is used.",
        tensors_at(failure),
        related((place_of(failure.last), "They meet here.")),
    )


def _tensor_left(failure: Failure, odd: TensorFacts, device: str) -> Crash | None:
    if failure.last is None:
        return None
    named = failure.named_tensor(odd)
    place = _made_here(failure, odd) or (place_of(named[0]) if named else place_of(failure.last))
    name = named[1] if named else odd.name
    return Crash(
        "device-mismatch",
        place,
        FaultType.API,
        f"`{name}` is on {odd.device}, and what it is combined with is on {device}.",
        0.8,
        (FaultType.CPP,),
        f"Move it with `.to('{device}')`.",
        tensors_at(failure),
        without(related((place_of(failure.last), "They meet here.")), place),
    )


def _made_here(failure: Failure, odd: TensorFacts) -> Place | None:
    """Where a tensor is made without a device, in the function that uses it."""
    origin = Origins(failure).of_tensor(odd)
    named = failure.named_tensor(odd)
    if origin is None or named is None or origin.expression is None:
        return None
    calls = failure.sources.calls_at(origin.place)
    made = any(called_name(call) in MADE_IN_PLACE for call in calls)
    function = failure.sources.function_at(origin.place)
    here = failure.sources.function_at(place_of(named[0]))
    return origin.place if made and function is not None and function is here else None


def _operands(failure: Failure) -> Crash | None:
    frames = [*reversed(failure.below), *reversed(failure.project)]
    for frame in frames:
        tensors = [tensor for tensor in frame.tensors if tensor.device and tensor.shape]
        left = [tensor for tensor in tensors if tensor.device == CPU]
        moved = next((tensor for tensor in tensors if tensor.device != CPU), None)
        if left and moved is not None:
            return _tensor_left(failure, left[0], str(moved.device))
    cause = "Tensors on different devices are combined on this line."
    return at_last_line(failure, "device-mismatch", FaultType.API, cause, 0.6)


def _to_numpy(failure: Failure, match: re.Match[str]) -> Crash | None:
    cause = "A tensor on the GPU is turned into a NumPy array, which lives in main memory."
    return at_last_line(failure, "gpu-tensor-to-numpy", FaultType.API, cause, 0.9)


def _generator(failure: Failure, match: re.Match[str]) -> Crash | None:
    wanted, found = match.groups()
    cause = f"The random generator is on {found}, and what is drawn is to be on {wanted}."
    return at_last_line(failure, "generator-on-other-device", FaultType.API, cause, 0.85)


def _forked(failure: Failure, match: re.Match[str]) -> Crash | None:
    cause = "CUDA is used in a forked process, for example in a dataset read by loader workers."
    return at_last_line(failure, "cuda-in-fork", FaultType.API, cause, 0.7)


FAMILIES = (
    family(r"can't convert \w+(?::\d+)? device type tensor to numpy", _to_numpy),
    family(r"Expected a '(\w+)' device type for generator but found '(\w+)'", _generator),
    family(r"Cannot re-initialize CUDA in forked subprocess", _forked),
    family(
        r"Expected all tensors to be on the same device|tensors? (?:is|are) on different|"
        r"is not on the expected device|"
        r"Input type \(torch\.cuda\.\w+\) and \w+ type \(torch\.(?!cuda)|"
        r"Input type \(torch\.(?!cuda)\w+\) and \w+ type \(torch\.cuda|"
        r"indices should be either on cpu or on the same device|"
        r"on the same device",
        _explain,
    ),
)
