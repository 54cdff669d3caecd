"""Functions about functions: `functools`, and copying."""

from __future__ import annotations

from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.iteration import items_of
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.values import (
    Const,
    Mapping,
    Object,
    Record,
    Sequence,
    Symbol,
    Unknown,
    Value,
)

MAX_REDUCTION = 64
PARTIAL = "functools.partial"


def register(library: Library) -> None:
    library.object_calls[PARTIAL] = _call_partial
    library.functions["functools.reduce"] = _reduce
    library.functions["copy.copy"] = _copy
    library.functions["copy.deepcopy"] = _copy
    library.functions["typing.cast"] = _cast


def _call_partial(call: Call) -> Value | None:
    partial = call.receiver
    if not isinstance(partial, Object) or not partial.call.positional:
        return None
    given = partial.call
    keywords = {name: a for name, a in given.keywords.items() if name != "func"} | call.keywords
    positional = [*given.positional[1:], *call.positional]
    function = given.positional[0].value
    open_ = call.open or given.open
    return call.interpreter.invocation.apply(function, positional, keywords, call.place, open_)


def _reduce(call: Call) -> Value | None:
    function, source = call.value(0, "function"), call.value(1, "iterable")
    items = None if source is None else items_of(call.interpreter, source)
    start = call.value(2, "initial")
    if function is None or items is None or len(items) > MAX_REDUCTION:
        return None
    if isinstance(function, Symbol) and function.path.startswith("operator."):
        return None
    items = items if start is None else [start, *items]
    if not items:
        return Unknown(call.place)
    total = items[0]
    for item in items[1:]:
        pair = [Argument(total, call.place), Argument(item, call.place)]
        total = call.interpreter.invocation.apply(function, pair, {}, call.place)
    return total


def _copy(call: Call) -> Value | None:
    """A copy; models are built from copies of layers, so what is inside stays the same thing."""
    thing = call.value(0, "x")
    if isinstance(thing, Sequence):
        made = Sequence(thing.kind, list(thing.items), call.place, thing.open)
        made.loop = call.interpreter.loop
        return made
    if isinstance(thing, Mapping):
        kind = Record if isinstance(thing, Record) else Mapping
        return kind(dict(thing.items), call.place, thing.open)
    if isinstance(thing, Object):
        return _copied_object(call, thing)
    return thing


def _copied_object(call: Call, thing: Object) -> Object:
    made = Object(thing.path, thing.call, call.place)
    made.attributes = dict(thing.attributes)
    return made


def _cast(call: Call) -> Value | None:
    return call.value(1, "val") or Const(None, call.place)
