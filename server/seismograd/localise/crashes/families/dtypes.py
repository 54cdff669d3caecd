"""Tensors of one type where another is needed."""

from __future__ import annotations

import ast
import re

from seismograd.faults import FaultType
from seismograd.localise.crashes.answers import related, tensors_at, without
from seismograd.localise.crashes.crash import Crash
from seismograd.localise.crashes.failure import (
    Failure,
    inputs_of,
    place_of,
    tensor_named,
    weights_of,
)
from seismograd.localise.crashes.family import family
from seismograd.localise.crashes.origins import Origin, Origins
from seismograd.localise.crashes.sources import called_name
from seismograd.traces.events import Frame, Place, TensorFacts

USUAL = "float32"
"""The type of layers, unless somebody chose another."""
CASTS = {
    "float16": {"half", "float16"},
    "bfloat16": {"bfloat16"},
    "float64": {"double", "float64"},
    "float32": {"float", "float32"},
}
METHOD = {"float32": "float()", "int64": "long()", "float16": "half()", "float64": "double()"}


def _layer(failure: Failure, match: re.Match[str]) -> Crash | None:
    """The odd one of a layer's weights and its input."""
    frame = failure.layer
    if frame is None:
        return _operands(failure)
    weight = next((t for t in weights_of(frame) if _is_float(t)), None)
    given = [tensor for tensor in inputs_of(frame) if tensor.dtype is not None]
    odd = next((t for t in given if weight is not None and t.dtype != weight.dtype), None)
    if weight is None or odd is None:
        return _operands(failure)
    if weight.dtype != USUAL and odd.dtype == USUAL:
        return _cast_model(failure, frame, weight, odd)
    return _wrong_input(failure, odd, str(weight.dtype), f"the weights are {weight.dtype}")


def _is_float(tensor: TensorFacts) -> bool:
    return "float" in (tensor.dtype or "")


def _cast_model(
    failure: Failure, frame: Frame, weight: TensorFacts, odd: TensorFacts
) -> Crash | None:
    if failure.last is None:
        return None
    cast = _cast_line(failure, weight.dtype or "")
    place = cast or place_of(failure.last)
    return Crash(
        "dtype-mismatch",
        place,
        FaultType.API,
        f"The weights are {weight.dtype} and the input `{odd.name}` is {odd.dtype}.",
        0.8 if cast else 0.6,
        (FaultType.CPP,),
        f"Give the input the type of the weights with `.to(torch.{weight.dtype})`, or train under "
        "`torch.autocast`.",
        tensors_at(failure),
        without(related((place_of(failure.last), "They meet here.")), place),
    )


def _cast_line(failure: Failure, dtype: str) -> Place | None:
    """The one line that gives something this type, or makes it the usual one."""
    words = CASTS.get(dtype, set())
    found = {
        Place(file, call.lineno)
        for file in failure.files
        for call in failure.sources.calls(file)
        if called_name(call) in words or _names_type(call, words)
    }
    return found.pop() if len(found) == 1 else None


def _names_type(call: ast.Call, words: set[str]) -> bool:
    if called_name(call) not in ("to", "type", "set_default_dtype", "set_dtype"):
        return False
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return any(isinstance(part, ast.Attribute) and part.attr in words for part in given)


def _wrong_input(
    failure: Failure, odd: TensorFacts, wanted: str, why: str, position: int = 0
) -> Crash | None:
    if failure.last is None:
        return None
    origin = _origin(failure, odd, position)
    place = origin.place if origin else place_of(failure.last)
    return Crash(
        "dtype-mismatch",
        place,
        FaultType.CPP,
        f"`{_name(failure, odd)}` is {odd.dtype}, and {why}.",
        0.85 if origin else 0.65,
        (FaultType.API,),
        f"Make it {wanted} with `.{METHOD.get(wanted, f'to(torch.{wanted})')}`.",
        tensors_at(failure),
        without(related((place_of(failure.last), "The error is raised here.")), place),
    )


def _origin(failure: Failure, odd: TensorFacts, position: int) -> Origin | None:
    origins = Origins(failure)
    found = origins.of_tensor(odd)
    if found is None and failure.last is not None:
        found = origins.of_argument(failure.last, position, odd.name)
    return found


def _name(failure: Failure, tensor: TensorFacts) -> str:
    named = failure.named_tensor(tensor)
    return named[1] if named else tensor.name


def _operands(failure: Failure) -> Crash | None:
    """Of two tensors on the project's own line, the one that is not of the usual type."""
    frame = failure.below[-1] if failure.below and failure.below[-1].tensors else failure.last
    tensors = [tensor for tensor in (frame.tensors if frame else ()) if tensor.shape]
    odd = [tensor for tensor in tensors if tensor.dtype not in (None, USUAL, "bool")]
    if len({tensor.dtype for tensor in odd}) != 1 or len(odd) == len(tensors):
        return None
    return _wrong_input(failure, odd[0], USUAL, f"what it is combined with is {USUAL}")


def _class_targets(failure: Failure, match: re.Match[str]) -> Crash | None:
    target = tensor_named(failure.loss, "target")
    if target is None or target.dtype == "int64":
        return None
    why = "a loss over classes needs int64 class indices"
    return _wrong_input(failure, target, "int64", why, position=1)


def _float_targets(failure: Failure, match: re.Match[str]) -> Crash | None:
    """Binary cross-entropy and regression compare with floats; some notice in backward only."""
    target = tensor_named(failure.loss, "target") or _known_target(failure)
    if target is None or _is_float(target):
        return None
    why = "this loss needs float targets"
    return _wrong_input(failure, target, USUAL, why, position=1)


def _known_target(failure: Failure) -> TensorFacts | None:
    """The target of the last loss, in the frame that calls backward."""
    known = {
        (function.target_shape, function.target_dtype)
        for function in failure.summary.parts.loss_functions
    }
    for frame in reversed(failure.project):
        for tensor in frame.tensors:
            if (tensor.shape, tensor.dtype) in known and not _is_float(tensor):
                return tensor
    return None


def _index_type(failure: Failure, match: re.Match[str]) -> Crash | None:
    """An embedding or gather that is given no whole numbers."""
    frame = failure.layer or (failure.below[-1] if failure.below else None)
    if frame is None:
        return None
    odd = next((t for t in inputs_of(frame) if _is_float(t)), None)
    if odd is None or (frame.module is None and odd.requires_grad):
        return None
    return _wrong_input(failure, odd, "int64", "an index has to be int64")


FAMILIES = (
    family(r"indices.{0,60}scalar types: (?:Long|Int)", _index_type),
    family(
        r"expected target dtype to be Long|expected scalar type Long but found|"
        r"not implemented for '(?:Float|Double|Int|Char|Bool)'|expected floating point type for "
        r"target|Expected object of scalar type Long",
        _class_targets,
    ),
    family(
        r"Found dtype \w+ but expected|result type \w+ can't be cast to|not implemented for '"
        r"(?:Long|Int|Bool)'|expected scalar type \w+ but found (?:Long|Int)",
        _float_targets,
    ),
    family(
        r"must have the same dtype|expected m1 and m2 to have the same dtype|expected scalar type "
        r"\w+ but found|Input type .{0,120}should be the same|expected .{0,40}dtype|"
        r"same dtype|can't be cast to|not implemented for '",
        _layer,
    ),
)
