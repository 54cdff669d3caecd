"""Operations of the project's own lines on tensors whose shapes do not fit."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from seismograd.faults import FaultType, Fix
from seismograd.localise.crashes.answers import (
    at_last_line,
    related,
    replaced_text,
    tensors_at,
    without,
)
from seismograd.localise.crashes.crash import Crash
from seismograd.localise.crashes.failure import Failure, place_of, weights_of
from seismograd.localise.crashes.family import Family, family
from seismograd.localise.crashes.origins import Origins
from seismograd.localise.crashes.sources import Function
from seismograd.traces.events import Place

CAUSES: tuple[tuple[str, str, str | None], ...] = (
    (
        r"size of tensor a \((\d+)\) must match the size of tensor b \((\d+)\) at non-singleton "
        r"dimension (\d+)",
        "The two operands have {0} and {1} elements in axis {2}, which do not broadcast.",
        None,
    ),
    (
        r"Sizes of tensors must match except in dimension (\d+)\. Expected size (\d+) but got "
        r"size (\d+) for tensor number (\d+)",
        "Tensors joined along axis {0} differ in another axis: {1} in the first and {2} in tensor "
        "number {3}.",
        "Join along the axis in which they differ, or make the others equal first.",
    ),
    (
        r"stack expects each tensor to be equal size, but got (\[.*?\]) at entry 0 and (\[.*?\]) "
        r"at entry (\d+)",
        "The tensors to stack have different shapes: {0} at entry 0 and {1} at entry {2}.",
        "Pad them to one size first (`torch.nn.utils.rnn.pad_sequence`).",
    ),
    (
        r"shape '(\[.*?\])' is invalid for input of size (\d+)",
        "A tensor of {1} elements cannot have the shape {0}.",
        "Compute the size from the tensor, for example `x.flatten(1)`.",
    ),
    (
        r"mat1 and mat2 shapes cannot be multiplied \((\d+x\d+) and (\d+x\d+)\)",
        "A matrix of {0} cannot be multiplied by one of {1}.",
        None,
    ),
    (
        r"size mismatch, got input \((\d+)\), mat \((\d+x\d+)\), vec \((\d+)\)",
        "A matrix of {1} cannot be multiplied by a vector of {2} elements.",
        None,
    ),
    (
        r"inconsistent tensor size, expected tensor (\[.*?\]) and src (\[.*?\])",
        "The two vectors have different lengths: {0} and {1}.",
        None,
    ),
    (
        r"Expected size for first two dimensions of batch2 tensor to be: (\[.*?\]) but got: "
        r"(\[.*?\])",
        "The second operand of a batched matrix product starts with {1} where {0} is needed.",
        "Transpose one of the operands.",
    ),
    (
        r"expanded size of the tensor \((\d+)\) must match the existing size \((\d+)\) at "
        r"non-singleton dimension (\d+)",
        "A tensor with {1} elements in axis {2} cannot be expanded or written to {0}.",
        None,
    ),
    (
        r"output with shape (\[.*?\]) doesn't match the broadcast shape (\[.*?\])",
        "The result has the shape {1} and cannot be written in place into {0}.",
        None,
    ),
    (
        r"shape mismatch: (?:value tensor|indexing tensors|objects)[^.]*",
        "The shapes of the index and of what is indexed do not fit.",
        None,
    ),
    (
        r"The shape of the mask (\[.*?\]) at index (\d+) does not match the shape of the indexed "
        r"tensor (\[.*?\])",
        "The mask has the shape {0} and the tensor {2}; they differ in axis {1}.",
        None,
    ),
    (
        r"Dimension out of range \(expected to be in range of (\[.*?\]), but got (-?\d+)\)",
        "There is no axis {1} in this tensor; its axes are {0}.",
        None,
    ),
    (
        r"number of dimensions in the tensor input does not match the length of the desired "
        r"ordering of dimensions i\.e\. input\.dim\(\) = (\d+) is not equal to len\(dims\) = (\d+)",
        "The tensor has {0} axes and {1} are named.",
        None,
    ),
    (
        r"einsum\(\): (.{0,200})",
        "The operands do not fit the einsum equation: {0}.",
        None,
    ),
    (
        r"operands could not be broadcast together with (?:remapped )?shapes? (.{0,80})",
        "The arrays do not broadcast: {0}.",
        None,
    ),
    (
        r"matmul: Input operand 1 has a mismatch in its core dimension",
        "The inner sizes of the two arrays of a matrix product differ.",
        None,
    ),
    (
        r"Expected hidden(?:\[\d\])? size (\(.*?\)), got (\[.*?\])",
        "The hidden state has the shape {1} and the layer needs {0}.",
        "Make the hidden state for the size of this batch.",
    ),
    (
        r"expected sequence of length (\d+) at dim (\d+) \(got (\d+)\)",
        "The rows have different lengths, {0} and {2}, and make no tensor.",
        "Pad the rows to one length first.",
    ),
    (
        r"split_with_sizes expects split_sizes to sum exactly to (\d+)",
        "The sizes to split into do not add up to {0}.",
        None,
    ),
    (
        r"batch1 and batch2 must have same number of batches|must be a 3D tensor|"
        r"both arguments to (?:linear|matmul) need to be at least 1D",
        "The operands of a matrix product have axes that do not fit.",
        None,
    ),
    (
        r"tensors used as indices|too many indices for tensor of dimension (\d+)",
        "The tensor is indexed by more or other axes than it has.",
        None,
    ),
)


def _family(pattern: str, cause: str, advice: str | None) -> Family:
    def explain(failure: Failure, match: re.Match[str]) -> Crash | None:
        said = [part or "" for part in match.groups()]
        text = cause.format(*said, *[""] * 4)
        found = at_last_line(failure, "tensor-shapes", FaultType.SHAPE, text, 0.75)
        return replace(found, advice=advice) if found else None

    return family(pattern, explain)


def _not_contiguous(failure: Failure, match: re.Match[str]) -> Crash | None:
    cause = "`view` needs elements that lie in memory in this order, and a transpose moved them."
    found = at_last_line(failure, "view-of-transposed", FaultType.SHAPE, cause, 0.9)
    if found is None:
        return None
    return replace(
        found,
        advice="Use `reshape`, after making sure that the axes are in the order it needs.",
        fixes=_reshape(failure),
    )


def _reshape(failure: Failure) -> tuple[Fix, ...]:
    assert failure.last is not None
    place: Place = place_of(failure.last)
    ends = [
        call.func.end_col_offset
        for call in failure.sources.calls_at(place)
        if isinstance(call.func, ast.Attribute)
        and call.func.attr == "view"
        and call.func.end_lineno == place.line
    ]
    end = max((end for end in ends if end is not None), default=None)
    if end is None or place.line is None:
        return ()
    columns = (end - len("view"), end)
    title = "Replace view by reshape"
    return replaced_text(failure.sources, place.file, place.line, columns, "reshape", title)


def _own_weight(failure: Failure, match: re.Match[str]) -> Crash | None:
    """A weight of the project's own module that another width was chosen for."""
    frame = failure.last
    if frame is None or frame.module is None or frame.module.built is None:
        return None
    rows, width = int(match.group(3)), int(match.group(2))
    weights = [
        weight
        for weight in weights_of(frame)
        if weight.shape == (rows, int(match.group(4))) and width not in weight.shape
    ]
    function = failure.sources.class_named(failure.files, frame.module.type or "")
    if not weights or function is None or not _takes_sizes(function[1]):
        return None
    place = frame.module.built
    return Crash(
        "own-weight-width",
        place,
        FaultType.LCN,
        f"`{weights[0].name}` of {frame.module.type} has {rows} rows and is multiplied with "
        f"{width} features.",
        0.75,
        (FaultType.SHAPE,),
        f"Build the module for {width} input features.",
        tensors_at(failure),
        without(related((place_of(frame), "They are multiplied here.")), place),
    )


def _takes_sizes(owner: ast.ClassDef) -> bool:
    """Whether whoever builds the module chooses something: `__init__` has parameters."""
    methods = [part for part in owner.body if isinstance(part, Function)]
    return any(part.name == "__init__" and len(part.args.args) > 1 for part in methods)


def _mask(failure: Failure, match: re.Match[str]) -> Crash | None:
    """A mask is made by the project, and attention tells what it has to look like."""
    masks = [
        tensor
        for frame in failure.below
        for tensor in frame.tensors
        if "mask" in tensor.name and tensor.shape
    ]
    origin = Origins(failure).of_tensor(masks[0]) if masks else None
    cause = f"The attention mask has a shape that does not fit: {failure.message[:150].strip()}."
    found = at_last_line(failure, "mask-shape", FaultType.SHAPE, cause, 0.75)
    if found is None or origin is None:
        return found
    others = without(related((found.place, "The mask is used here.")), origin.place)
    return replace(found, place=origin.place, related=others)


FAMILIES = (
    family(
        r"shapes cannot be multiplied \((\d{1,9})x(\d{1,9}) and (\d{1,9})x(\d{1,9})\)", _own_weight
    ),
    family(
        r"key_padd(?:ing|ed)_mask|attn_mask|attention mask.{0,40}(?:size|shape)|mask.{0,30}should "
        r"be|the mask and the input",
        _mask,
    ),
    family(r"view size is not compatible with input tensor's size and stride", _not_contiguous),
    *(_family(*row) for row in CAUSES),
)
