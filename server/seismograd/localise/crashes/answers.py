"""Parts that the explanations of several families share."""

from __future__ import annotations

import ast

from seismograd.faults import Edit, FaultType, Fix, Position, Safety, Span
from seismograd.localise.crashes.crash import Crash, RelatedPlace
from seismograd.localise.crashes.failure import Failure, place_of, shape_text
from seismograd.localise.crashes.loops import statement_of
from seismograd.localise.crashes.sources import Sources
from seismograd.traces.events import Frame, Place, TensorFacts

MAX_TENSORS = 8


def related(*pairs: tuple[Place | None, str]) -> tuple[RelatedPlace, ...]:
    """Those that are known, each line once."""
    seen: dict[Place, str] = {}
    for place, message in pairs:
        if place is not None:
            seen.setdefault(place, message)
    return tuple(RelatedPlace(place, message) for place, message in seen.items())


def without(places: tuple[RelatedPlace, ...], place: Place) -> tuple[RelatedPlace, ...]:
    return tuple(each for each in places if each.place != place)


def at_last_line(
    failure: Failure, name: str, fault_type: FaultType, cause: str, confidence: float
) -> Crash | None:
    """An explanation on the project's innermost line, with the tensors there."""
    if failure.last is None:
        return None
    return Crash(
        name,
        place_of(failure.last),
        fault_type,
        cause,
        confidence,
        tensors=tensors_at(failure),
    )


def at_backward(
    failure: Failure,
    name: str,
    place: Place,
    cause: str,
    advice: str | None,
    confidence: float,
    *others: tuple[Place, str],
) -> Crash:
    """An explanation of a backward pass that fails because of an earlier line."""
    fails = (place_of(failure.last) if failure.last else None, "This backward pass fails.")
    return Crash(
        name,
        place,
        FaultType.GRAPH,
        cause,
        confidence,
        (FaultType.LOOP,),
        advice,
        related=without(related(fails, *others), place),
    )


def tensors_at(failure: Failure) -> tuple[TensorFacts, ...]:
    """Those of the innermost call first, then those of the project's line; each name once."""
    frames: list[Frame] = [*reversed(failure.below), *([failure.last] if failure.last else [])]
    found = {
        (tensor.name, tensor.shape): tensor
        for frame in frames
        for tensor in frame.tensors
        if tensor.dtype is not None and "[" not in tensor.name.removeprefix("self")
    }
    return tuple(found.values())[:MAX_TENSORS]


def tensor_text(tensor: TensorFacts) -> str:
    return f"`{tensor.name}` {shape_text(tensor.shape)}"


def replacement(
    sources: Sources, file: str, node: ast.expr, text: str, title: str
) -> tuple[Fix, ...]:
    """An unsafe fix that writes something else in the place of an expression on one line."""
    if node.end_lineno != node.lineno or node.end_col_offset is None:
        return ()
    columns = (node.col_offset, node.end_col_offset)
    return replaced_text(sources, file, node.lineno, columns, text, title)


def replaced_text(
    sources: Sources, file: str, line: int, columns: tuple[int, int], text: str, title: str
) -> tuple[Fix, ...]:
    """Columns as Python's parser counts them: bytes from 0."""
    lines = (sources.text(file) or "").splitlines()
    if not 0 < line <= len(lines):
        return ()
    raw = lines[line - 1].encode("utf-8", "replace")
    start, end = (len(raw[:column].decode("utf-8", "replace")) + 1 for column in columns)
    span = Span(file, Position(line, start), Position(line, end))
    return (Fix(title, Safety.UNSAFE, (Edit(span, text),)),)


def line_after(failure: Failure, frame: Frame, text: str, title: str) -> tuple[Fix, ...]:
    """An unsafe fix that puts a line behind the statement of a frame, indented like it."""
    statement = statement_of(failure, frame)
    lines = (failure.sources.text(frame.file) or "").splitlines()
    if statement is None or not 0 < (statement.end_lineno or 0) <= len(lines):
        return ()
    first, last = lines[statement.lineno - 1], lines[(statement.end_lineno or 0) - 1]
    indent = first[: len(first) - len(first.lstrip())]
    ends_line = len(last.encode()[: statement.end_col_offset].decode("utf-8", "replace"))
    if len(indent) != statement.col_offset or last[ends_line:].strip():
        return ()
    at = Position(statement.end_lineno or 0, len(last) + 1)
    return (Fix(title, Safety.UNSAFE, (Edit(Span(frame.file, at, at), f"\n{indent}{text}"),)),)
