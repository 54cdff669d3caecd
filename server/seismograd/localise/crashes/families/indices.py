"""Class labels and embedding indices that are out of range."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from seismograd.faults import FaultType
from seismograd.localise.crashes.answers import at_last_line, related, tensors_at, without
from seismograd.localise.crashes.crash import Crash
from seismograd.localise.crashes.failure import Failure, inputs_of, place_of, tensor_named
from seismograd.localise.crashes.family import family
from seismograd.localise.crashes.last_layer import last_layer
from seismograd.localise.crashes.layers import layer_width
from seismograd.localise.crashes.origins import Origins
from seismograd.localise.crashes.sources import argument, constant
from seismograd.traces.events import Place, TensorFacts


@dataclass(frozen=True)
class _Found:
    """Indices, the table or scores that they point into, and where that is built."""

    what: str
    size: int | None
    built: Place | None
    tensor: TensorFacts | None
    low: int | None
    high: int | None


def _embedding(failure: Failure, match: re.Match[str]) -> Crash | None:
    frame = failure.layer
    if frame is None or frame.module is None or "Embedding" not in (frame.module.type or ""):
        return _functional_embedding(failure)
    table = next((t for f in failure.below if (t := tensor_named(f, "weight"))), None)
    size = table.shape[0] if table is not None and table.shape else layer_width(frame)
    given = next(inputs_of(frame), None)
    found = _Found(f"{frame.module.type}", size, frame.module.built, given, *_range(given))
    return _answer(failure, found, "embedding-index")


def _functional_embedding(failure: Failure) -> Crash | None:
    """`F.embedding`, `gather`, `index_select`: the table is a tensor without a layer."""
    frame = next((f for f in reversed(failure.below) if tensor_named(f, "weight")), None)
    given, table = tensor_named(frame, "input"), tensor_named(frame, "weight")
    if given is None or table is None:
        return None
    size = table.shape[0] if table.shape else None
    return _answer(
        failure, _Found("The table", size, None, given, *_range(given)), "embedding-index"
    )


def _range(tensor: TensorFacts | None) -> tuple[int | None, int | None]:
    if tensor is None:
        return None, None
    low, high = tensor.min, tensor.max
    return (None if low is None else int(low)), (None if high is None else int(high))


def _label(failure: Failure, match: re.Match[str]) -> Crash | None:
    frame = failure.loss
    output, target = tensor_named(frame, "input"), tensor_named(frame, "target")
    low, high = _range(target)
    low, high = _over_all_data(failure, low, high)
    said = int(match.group(1)) if match.groups() and match.group(1) else None
    layer = last_layer(failure, output)
    found = _Found(
        "The network",
        output.shape[1] if output is not None and len(output.shape) > 1 else None,
        layer.built if layer is not None else None,
        target,
        said if low is None else low,
        said if high is None else high,
    )
    return _answer(failure, found, "class-index")


def _over_all_data(
    failure: Failure, low: int | None, high: int | None
) -> tuple[int | None, int | None]:
    """The labels of all batches seen: one batch need not have every class."""
    counted = [label for data in failure.summary.parts.data for label in data.labels]
    seen = [int(float(label)) for label in counted if re.fullmatch(r"-?\d{1,9}(\.0)?", label)]
    if low is not None and high is not None:
        seen += [low, high]
    return (min(seen), max(seen)) if seen else (low, high)


def _answer(failure: Failure, found: _Found, name: str) -> Crash | None:
    if failure.last is None:
        return None
    if found.low is not None and _is_in_data(found):
        return _in_data(failure, found, name)
    place = found.built or place_of(failure.last)
    reach = f"the highest index is {found.high}" if found.high is not None else "an index is higher"
    noun = "entries" if name == "embedding-index" else "classes"
    return Crash(
        name,
        place,
        FaultType.LCN,
        f"{found.what} has {found.size} {noun}, and {reach}.",
        0.85 if found.built else 0.6,
        (FaultType.CPP,),
        f"Build it with at least {found.high + 1} {noun}." if found.high is not None else None,
        tensors_at(failure),
        without(related((place_of(failure.last), "The index is used here.")), place),
    )


def _is_in_data(found: _Found) -> bool:
    """Negative, or counted from 1 with as many values as there are classes."""
    if found.low is None or found.low < 0:
        return True
    return found.low == 1 and found.what == "The network" and found.high == found.size


def _in_data(failure: Failure, found: _Found, name: str) -> Crash | None:
    assert failure.last is not None
    origins = Origins(failure, with_writes=True)
    origin = origins.of_tensor(found.tensor) if found.tensor is not None else None
    if origin is None:
        origin = origins.of_argument(failure.last, 1 if name == "class-index" else 0, "target")
    place = origin.place if origin else place_of(failure.last)
    return Crash(
        name,
        place,
        FaultType.CPP,
        f"Indices go from {found.low} to {found.high}, and {found.size} entries have the indices "
        f"0 to {(found.size or 1) - 1}.",
        0.8 if origin else 0.6,
        (FaultType.LCN,),
        "Subtract 1 from the labels." if found.low == 1 else "Map the negative index to an entry.",
        tensors_at(failure),
        without(related((place_of(failure.last), "The index is used here.")), place),
    )


def _device_side(failure: Failure, match: re.Match[str]) -> Crash | None:
    """Kernels only say that some check failed: nearly always an index, told by the data."""
    return (
        _classes_of_data(failure)
        or _tables_of_data(failure)
        or at_last_line(
            failure,
            "device-assert",
            FaultType.CPP,
            "A check on the GPU failed, most often a class label or index out of range.",
            0.4,
        )
    )


def _classes_of_data(failure: Failure) -> Crash | None:
    low, high = _over_all_data(failure, None, None)
    widths = [
        f.input_shape[1] for f in failure.summary.parts.loss_functions if len(f.input_shape) > 1
    ]
    layer = last_layer(failure, None)
    size = widths[-1] if widths else None
    if size is None and layer is not None and len(layer.output_shape) > 1:
        size = layer.output_shape[-1]
    if size is None or high is None or low is None or 0 <= low <= high < size:
        return None
    built = layer.built if layer is not None else None
    return _answer(failure, _Found("The network", size, built, None, low, high), "class-index")


def _tables_of_data(failure: Failure) -> Crash | None:
    for layer in failure.summary.parts.layers:
        if layer.type != "Embedding" or layer.built is None:
            continue
        written = failure.sources.call_of(layer.built, "Embedding")
        size = constant(argument(written, 0, "num_embeddings")) if written else None
        inputs = (array.max for data in failure.summary.parts.data for array in data.inputs)
        tops = [int(top) for top in inputs if top is not None and _is_whole(top)]
        if size is not None and tops and max(tops) >= size:
            found = _Found("Embedding", size, layer.built, None, 0, max(tops))
            return _answer(failure, found, "embedding-index")
    return None


def _is_whole(value: float) -> bool:
    return abs(value) < 2**53 and float(value).is_integer()


def _plain_index(failure: Failure, match: re.Match[str]) -> Crash | None:
    """Positions in a tensor of the project's own line."""
    if not any(tensor.shape for frame in failure.project for tensor in frame.tensors):
        return None
    index, size = int(match.group(1)), int(match.group(2))
    given = next((one for one in _last_tensors(failure) if _range(one)[1] == index), None)
    if given is not None and index >= size:
        return _out_of_data(failure, given, index, size)
    cause = f"Index {index} is out of range for an axis of {size} elements."
    return at_last_line(failure, "index-range", FaultType.API, cause, 0.5)


def _last_tensors(failure: Failure) -> Iterator[TensorFacts]:
    """Whole numbers in the project's innermost frame."""
    tensors = failure.last.tensors if failure.last is not None else ()
    return (one for one in tensors if "int" in (one.dtype or ""))


def _out_of_data(failure: Failure, given: TensorFacts, index: int, size: int) -> Crash | None:
    """Indices that the project has computed or read."""
    low = _range(given)[0]
    is_from_one = low == 1 and index == size
    found = _in_data(failure, _Found("The tensor", size, None, given, low, index), "index-range")
    if found is None:
        return None
    advice = "Subtract 1 from the indices." if is_from_one else None
    return replace(found, advice=advice, alternatives=(FaultType.SHAPE, FaultType.API))


FAMILIES = (
    family(r"Target (-?\d+) is out of bounds", _label),
    family(r"index out of range in self", _embedding),
    family(r"device-side assert", _device_side),
    family(r"one_hot.{0,40}(?:smaller than num_classes|non-negative)", _label),
    family(
        r"index (-?\d+) is out of bounds for (?:dimension|axis) \d+ with size (\d+)", _plain_index
    ),
)
