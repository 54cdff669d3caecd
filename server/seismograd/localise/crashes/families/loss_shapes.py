"""A loss whose two inputs do not have the shapes that it compares."""

from __future__ import annotations

import ast
import re
from math import prod

from seismograd.faults import FaultType
from seismograd.localise.crashes.answers import related, tensors_at, without
from seismograd.localise.crashes.crash import Crash
from seismograd.localise.crashes.failure import Failure, place_of, shape_text, tensor_named
from seismograd.localise.crashes.family import family
from seismograd.localise.crashes.last_layer import last_layer
from seismograd.localise.crashes.origins import Origins
from seismograd.localise.crashes.sources import called_name, constant
from seismograd.traces.events import Frame, Place, TensorFacts


def _explain(failure: Failure, match: re.Match[str]) -> Crash | None:
    frame = failure.loss
    output, target = tensor_named(frame, "input"), tensor_named(frame, "target")
    if frame is None or output is None or target is None or failure.last is None:
        return None
    return (
        _batch_lost(failure, output, target)
        or _one_column(failure, frame, output, target)
        or _other_width(failure, output, target)
        or _at_loss(failure, output, target)
    )


def _batch_lost(failure: Failure, output: TensorFacts, target: TensorFacts) -> Crash | None:
    """The batch axis changed on the way: a reshape with -1 in its place makes up for all else."""
    if not output.shape or not target.shape or output.shape[0] == target.shape[0]:
        return None
    assert failure.last is not None
    loss, reshape = place_of(failure.last), _reshape_of_batch(failure)
    place = reshape or loss
    return Crash(
        "batch-lost",
        place,
        FaultType.SHAPE,
        f"The loss gets predictions for {output.shape[0]} examples and {target.shape[0]} targets.",
        0.8 if reshape else 0.6,
        (FaultType.CPP,),
        "Keep the batch axis: `x.flatten(1)` or `x.view(x.size(0), -1)`." if reshape else None,
        tensors_at(failure),
        without(related((loss, "The loss is computed here.")), place),
    )


def _reshape_of_batch(failure: Failure) -> Place | None:
    found = [
        Place(file, call.lineno)
        for file in failure.files
        for call in failure.sources.calls(file)
        if called_name(call) in ("view", "reshape") and _infers_batch(call)
    ]
    return found[0] if len(found) == 1 else None


def _infers_batch(call: ast.Call) -> bool:
    sizes = call.args
    if len(sizes) == 1 and isinstance(sizes[0], ast.Tuple | ast.List):
        sizes = sizes[0].elts
    return len(sizes) > 1 and _is_minus_one(sizes[0])


def _is_minus_one(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.UnaryOp)
        and isinstance(node.op, ast.USub)
        and constant(node.operand) == 1
    )


def _one_column(
    failure: Failure, frame: Frame, output: TensorFacts, target: TensorFacts
) -> Crash | None:
    """The same elements with an axis of one more or less, or classes with such an axis."""
    same = _count(output) == _count(target)
    column = len(target.shape) == len(output.shape) and _count(target) == (target.shape[0] or 0)
    if (not same and not column) or output.shape == target.shape:
        return None
    assert failure.last is not None
    loss = place_of(failure.last)
    origin = Origins(failure).of_tensor(target) if column and not same else None
    place = origin.place if origin else loss
    wanted = "one class index an example, without a second axis" if column else "equal shapes"
    return Crash(
        "loss-shapes",
        place,
        FaultType.SHAPE,
        f"The loss gets predictions {shape_text(output.shape)} and targets "
        f"{shape_text(target.shape)}; it needs {wanted}.",
        0.85,
        (FaultType.CPP, FaultType.LCH),
        "Use `squeeze(1)` or `unsqueeze(1)` on one of the two."
        if abs(len(output.shape) - len(target.shape)) == 1 or column
        else "Reshape one of the two like the other.",
        tensors_at(failure),
        without(related((loss, "The loss is computed here.")), place),
    )


def _count(tensor: TensorFacts) -> int:
    return prod(size or 0 for size in tensor.shape)


def _other_width(failure: Failure, output: TensorFacts, target: TensorFacts) -> Crash | None:
    if len(output.shape) != len(target.shape) or output.shape[:1] != target.shape[:1]:
        return None
    layer = last_layer(failure, output)
    if layer is None or layer.built is None:
        return None
    assert failure.last is not None
    return Crash(
        "output-width",
        layer.built,
        FaultType.LCN,
        f"The network gives {shape_text(output.shape)} where the targets are "
        f"{shape_text(target.shape)}.",
        0.75,
        (FaultType.SHAPE, FaultType.CPP),
        None,
        tensors_at(failure),
        related((place_of(failure.last), "The loss is computed here.")),
    )


def _at_loss(failure: Failure, output: TensorFacts, target: TensorFacts) -> Crash | None:
    assert failure.last is not None
    return Crash(
        "loss-shapes",
        place_of(failure.last),
        FaultType.SHAPE,
        f"The loss gets predictions {shape_text(output.shape)} and targets "
        f"{shape_text(target.shape)}, which do not fit.",
        0.7,
        (FaultType.LCH, FaultType.CPP),
        None,
        tensors_at(failure),
    )


FAMILIES = (
    family(
        r"Expected input batch_size|target size .{0,80}(?:must be the same|different to the input)"
        r"|multi-target not supported|only batches of spatial targets"
        r"|size of tensor a \(\d+\) must match|Expected target size|input and target (?:shapes|"
        r"batch)|Dimension out of range|Expected .{0,40}target.{0,80}(?:size|shape)",
        _explain,
    ),
)
