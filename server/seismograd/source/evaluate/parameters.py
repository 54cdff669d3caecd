"""Handing the arguments of a call to the parameters of a function."""

from __future__ import annotations

import ast

from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.frames import Frame
from seismograd.source.evaluate.literals import softened
from seismograd.source.evaluate.values import (
    Function,
    Mapping,
    Place,
    Sequence,
    Unknown,
    Value,
)


def bind_parameters(function: Function, given: list[Value], call: Call, frame: Frame) -> None:
    """Set the locals of a frame; `given` are the positional arguments, the receiver included."""
    arguments = function.node.args
    names = [*arguments.posonlyargs, *arguments.args]
    _bind_positional(function, names, given, call, frame)
    if arguments.vararg is not None:
        rest = Sequence("tuple", given[len(names) :], call.place, call.open)
        frame.locals[arguments.vararg.arg] = rest
    if arguments.kwonlyargs:
        _bind_keyword_only(function, call, frame)
    if arguments.kwarg is not None:
        known = {item.arg for item in [*arguments.args, *arguments.kwonlyargs]}
        extra: dict[object, Value] = {
            name: argument.value for name, argument in call.keywords.items() if name not in known
        }
        frame.locals[arguments.kwarg.arg] = Mapping(extra, call.place, call.open)


def _bind_positional(
    function: Function, names: list[ast.arg], given: list[Value], call: Call, frame: Frame
) -> None:
    keywords = call.keywords
    without_default = len(names) - len(function.defaults)
    for index, item in enumerate(names):
        name = item.arg
        if index < len(given):
            frame.locals[name] = given[index]
        elif name in keywords:
            frame.locals[name] = keywords[name].value
        else:
            at = index - without_default
            default = function.defaults[at] if at >= 0 else None
            frame.locals[name] = _left_out(function, item, default, call)


def _bind_keyword_only(function: Function, call: Call, frame: Frame) -> None:
    defaults = function.keyword_defaults
    for index, item in enumerate(function.node.args.kwonlyargs):
        given = call.keywords.get(item.arg)
        if given is not None:
            frame.locals[item.arg] = given.value
        else:
            default = defaults[index] if index < len(defaults) else None
            frame.locals[item.arg] = _left_out(function, item, default, call)


def _left_out(function: Function, item: ast.arg, default: Value | None, call: Call) -> Value:
    if default is None:
        return Unknown(Place(function.chunk, item), item.arg)
    return softened(default) if call.open else default
