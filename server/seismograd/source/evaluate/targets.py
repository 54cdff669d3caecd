"""Assigning to names, attributes, items and patterns of these."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from seismograd.source.evaluate.attributes import set_attribute
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.frames import Frame
from seismograd.source.evaluate.iteration import items_of
from seismograd.source.evaluate.literals import softened
from seismograd.source.evaluate.subscripts import subscript
from seismograd.source.evaluate.values import (
    Choice,
    Const,
    Mapping,
    Member,
    Object,
    Place,
    Sequence,
    Stream,
    Symbol,
    Tensor,
    Unknown,
    Value,
    integer,
)

if TYPE_CHECKING:
    from seismograd.source.evaluate.interpreter import Interpreter


def bind_target(run: Interpreter, target: ast.expr, value: Value, frame: Frame) -> None:
    """Give a target of an assignment its value."""
    if isinstance(target, ast.Name):
        run.assign(frame, target.id, value)
    elif isinstance(target, ast.Tuple | ast.List):
        _unpack(run, target.elts, value, frame)
    elif isinstance(target, ast.Attribute):
        _assign_attribute(run, target, value, frame)
    elif isinstance(target, ast.Subscript):
        _assign_item(run, target, value, frame)
    elif isinstance(target, ast.Starred):
        bind_target(run, target.value, value, frame)


def _unpack(run: Interpreter, wanted: list[ast.expr], value: Value, frame: Frame) -> None:
    items = items_of(run, value)
    starred = [index for index, element in enumerate(wanted) if isinstance(element, ast.Starred)]
    if items is not None and starred:
        items = _gather(items, starred[0], len(wanted), frame)
    if items is not None and len(items) == len(wanted):
        for element, item in zip(wanted, items, strict=True):
            bind_target(run, element, item, frame)
        return
    for index, element in enumerate(wanted):
        part = None if starred else _part(run, value, index, Place(frame.chunk, element))
        bind_target(run, element, part or _unknown_part(element, frame), frame)


def _gather(items: list[Value], star: int, wanted: int, frame: Frame) -> list[Value] | None:
    """The items with those that go to the starred target put into one list."""
    after = wanted - star - 1
    if len(items) < wanted - 1:
        return None
    middle = Sequence("list", items[star : len(items) - after])
    return [*items[:star], middle, *items[len(items) - after :]]


def _unknown_part(element: ast.expr, frame: Frame) -> Value:
    place = Place(frame.chunk, element)
    if isinstance(element, ast.Starred):
        return Sequence("list", [], place, True)
    return Unknown(place, element.id if isinstance(element, ast.Name) else "")


def _part(run: Interpreter, value: Value, index: int, place: Place) -> Value | None:
    if isinstance(value, Unknown | Member | Object | Tensor | Choice | Stream):
        return subscript(run, value, Const(index), place)
    if isinstance(value, Sequence) and value.open and index < len(value.items):
        return value.items[index]
    return None


def _assign_attribute(run: Interpreter, target: ast.Attribute, value: Value, frame: Frame) -> None:
    base = run.evaluate(target.value, frame)
    place = Place(frame.chunk, target)
    set_attribute(run, base, target.attr, value, place)
    call = Call("operator.setattr", [Argument(base, place), Argument(value, place)],
                {"name": Argument(Const(target.attr), place)}, place, run)  # fmt: skip
    call.receiver = base
    run.record(call)


def _assign_item(run: Interpreter, target: ast.Subscript, value: Value, frame: Frame) -> None:
    base = run.evaluate(target.value, frame)
    index = run.evaluate(target.slice, frame)
    place = Place(frame.chunk, target)
    set_item(run, base, index, value)
    arguments = [Argument(base, place), Argument(index, place), Argument(value, place)]
    call = Call("operator.setitem", arguments, {}, place, run)
    call.receiver = base
    model = run.library.functions.get(call.path)
    if model is not None:
        model(call)
    run.record(call)


def set_item(run: Interpreter, base: Value, index: Value, value: Value) -> None:
    """Put a value into a dict or list."""
    if isinstance(base, Mapping):
        if isinstance(index, Const):
            run.store.set_item(base.items, index.value, value)
        elif isinstance(index, Symbol):
            run.store.set_item(base.items, index.path, value)
        else:
            doubt(run, base)
    elif isinstance(base, Sequence):
        at = integer(index)
        if at is not None and not base.open and -len(base.items) <= at < len(base.items):
            items = list(base.items)
            items[at] = value
            run.store.set_items(base, items, False)
        else:
            run.store.set_items(base, [], True)


def doubt(run: Interpreter, mapping: Mapping) -> None:
    """Some key, not known which, was changed: what is known may be overridden."""
    for key, value in list(mapping.items.items()):
        weaker = softened(value)
        if weaker is not value:
            run.store.set_item(mapping.items, key, weaker)
    run.store.open(mapping)


def delete_target(run: Interpreter, target: ast.expr, frame: Frame) -> None:
    """What `del` does."""
    if isinstance(target, ast.Name):
        run.assign(frame, target.id, Unknown(Place(frame.chunk, target), target.id))
    elif isinstance(target, ast.Tuple | ast.List):
        for element in target.elts:
            delete_target(run, element, frame)
    elif isinstance(target, ast.Subscript):
        base = run.evaluate(target.value, frame)
        _delete_item(run, base, run.evaluate(target.slice, frame))


def _delete_item(run: Interpreter, base: Value, index: Value) -> None:
    if isinstance(base, Mapping):
        if isinstance(index, Const):
            run.store.remove_item(base.items, index.value)
        else:
            doubt(run, base)
    elif isinstance(base, Sequence):
        at = integer(index)
        if at is not None and not base.open and -len(base.items) <= at < len(base.items):
            items = list(base.items)
            del items[at]
            run.store.set_items(base, items, False)
        else:
            run.store.set_items(base, [], True)
