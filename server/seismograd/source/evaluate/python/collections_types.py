"""Containers of the `collections` module."""

from __future__ import annotations

from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.iteration import items_of
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.python import dictionaries
from seismograd.source.evaluate.values import Mapping, Object, Sequence, Unknown, Value, text

_TUPLE_CLASS = "collections.namedtuple"
_TUPLE = "collections.namedtuple.instance"


def register(library: Library) -> None:
    library.functions.update(
        {
            "collections.OrderedDict": dictionaries.make,
            "collections.defaultdict": _default_dict,
            "collections.deque": _deque,
        }
    )
    library.object_calls[_TUPLE_CLASS] = _named_tuple
    library.iterations.append(_tuple_items)


def _default_dict(call: Call) -> Value:
    # Any key may come to be, so the dict is open.
    source = call.positional[1].value if len(call.positional) > 1 else None
    pairs = None if source is None else dictionaries.pairs_of(call, source)
    return Mapping(pairs or {}, call.place, True)


def _deque(call: Call) -> Value:
    source = call.value(0, "iterable")
    items = [] if source is None else items_of(call.interpreter, source)
    bounded = call.value(1, "maxlen") is not None
    made = Sequence("list", items or [], call.place, items is None or bounded)
    made.loop = call.interpreter.loop
    return made


def _named_tuple(call: Call) -> Value:
    made = Object(_TUPLE, call, call.place)
    for index, name in enumerate(_field_names(call.receiver)):
        made.attributes[name] = call.value(index, name) or Unknown(call.place, name)
    return made


def _field_names(factory: Value | None) -> list[str]:
    if not isinstance(factory, Object):
        return []
    spelled = factory.call.value(1, "field_names")
    if isinstance(spelled, Sequence):
        return [text(item) or "" for item in spelled.items]
    return (text(spelled) or "").replace(",", " ").split()


def _tuple_items(value: Value) -> list[Value] | None:
    if isinstance(value, Object) and value.path == _TUPLE and value.attributes:
        return list(value.attributes.values())
    return None
