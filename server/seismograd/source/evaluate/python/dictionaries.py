"""Dicts: their constructor and methods."""

from __future__ import annotations

from collections.abc import Callable

from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.iteration import items_of
from seismograd.source.evaluate.library import Library, Model
from seismograd.source.evaluate.literals import softened
from seismograd.source.evaluate.values import (
    Const,
    Mapping,
    Record,
    Sequence,
    Unknown,
    Value,
    is_none,
    text,
)

_Method = Callable[[Call, Mapping], Value | None]


def register(library: Library) -> None:
    methods: dict[str, _Method] = {
        "clear": _clear, "copy": _copy, "get": _get, "items": _items, "keys": _keys, "pop": _pop,
        "setdefault": _setdefault, "update": _update, "values": _values,
    }  # fmt: skip
    for name, method in methods.items():
        library.methods[f"builtins.dict.{name}"] = _on_mapping(method)
    library.functions["builtins.dict"] = make
    library.functions["builtins.dict.fromkeys"] = _from_keys
    library.methods["*.get"] = _get_from_unknown


def _on_mapping(method: _Method) -> Model:
    def model(call: Call) -> Value | None:
        if not isinstance(call.receiver, Mapping):
            return Unknown(call.place)
        return method(call, call.receiver)

    return model


def make(call: Call) -> Value | None:
    """`dict(...)` of a dict, of pairs, and of keywords."""
    items: dict[object, Value] = {}
    open_ = call.open
    for argument in call.positional[:1]:
        pairs = pairs_of(call, argument.value)
        items.update(pairs or {})
        open_ = open_ or pairs is None
    items.update({name: argument.value for name, argument in call.keywords.items()})
    return Mapping(items, call.place, open_)


def pairs_of(call: Call, source: Value) -> dict[object, Value] | None:
    """What a dict made from this would hold; None where that is not known in full."""
    if isinstance(source, Mapping):
        return None if source.open else dict(source.items)
    items = items_of(call.interpreter, source)
    if items is None:
        return None
    found: dict[object, Value] = {}
    for pair in items:
        if not isinstance(pair, Sequence) or len(pair.items) != 2 or pair.open:
            return None
        key = pair.items[0]
        if not isinstance(key, Const):
            return None
        found[key.value] = pair.items[1]
    return found


def _from_keys(call: Call) -> Value | None:
    source = call.value(0, "iterable")
    keys = None if source is None else items_of(call.interpreter, source)
    if keys is None or not all(isinstance(key, Const) for key in keys):
        return None
    value = call.value(1, "value") or Const(None, call.place)
    return Mapping({key.value: value for key in keys if isinstance(key, Const)}, call.place)


def _get(call: Call, mapping: Mapping) -> Value | None:
    key = call.value(0, "key")
    if not isinstance(key, Const):
        return Unknown(call.place)
    found = mapping.items.get(key.value)
    if found is not None:
        return found
    default = call.value(1, "default") or Const(None, call.place)
    if not mapping.open:
        return default
    return softened(default) if isinstance(default, Const) and not is_none(default) else None


def _get_from_unknown(call: Call) -> Value | None:
    """The default of `config.get("name", default)` holds until the configuration says otherwise."""
    default = call.value(1, "default")
    named = len(call.positional) == 2 and text(call.positional[0].value) is not None
    if not named or not isinstance(default, Const) or is_none(default):
        return None
    return softened(default)


def _items(call: Call, mapping: Mapping) -> Value:
    pairs: list[Value] = [
        Sequence("tuple", [Const(key, mapping.place), value])
        for key, value in mapping.items.items()
    ]
    return Sequence("list", pairs, call.place, mapping.open)


def _keys(call: Call, mapping: Mapping) -> Value:
    keys: list[Value] = [Const(key, mapping.place) for key in mapping.items]
    return Sequence("list", keys, call.place, mapping.open)


def _values(call: Call, mapping: Mapping) -> Value:
    return Sequence("list", list(mapping.items.values()), call.place, mapping.open)


def _update(call: Call, mapping: Mapping) -> Value:
    store = call.interpreter.store
    added: dict[object, Value] = {}
    for argument in call.positional:
        pairs = pairs_of(call, argument.value)
        if pairs is None:
            store.open(mapping)
            pairs = argument.value.items if isinstance(argument.value, Mapping) else {}
        added.update(pairs)
    added.update({name: argument.value for name, argument in call.keywords.items()})
    for key, value in added.items():
        store.set_item(mapping.items, key, value)
    if call.open:
        store.open(mapping)
    return Const(None, call.place)


def _setdefault(call: Call, mapping: Mapping) -> Value:
    key = call.value(0, "key")
    default = call.value(1, "default") or Const(None, call.place)
    if not isinstance(key, Const):
        call.interpreter.store.open(mapping)
        return Unknown(call.place)
    found = mapping.items.get(key.value)
    if found is not None:
        return found
    value = softened(default) if mapping.open else default
    call.interpreter.store.set_item(mapping.items, key.value, value)
    return value


def _pop(call: Call, mapping: Mapping) -> Value | None:
    key = call.value(0, "key")
    if not isinstance(key, Const):
        call.interpreter.store.open(mapping)
        return Unknown(call.place)
    found = mapping.items.get(key.value)
    if found is None:
        return _get(call, mapping)
    call.interpreter.store.remove_item(mapping.items, key.value)
    return found


def _clear(call: Call, mapping: Mapping) -> Value:
    for key in list(mapping.items):
        call.interpreter.store.remove_item(mapping.items, key)
    return Const(None, call.place)


def _copy(call: Call, mapping: Mapping) -> Value:
    kind = Record if isinstance(mapping, Record) else Mapping
    return kind(dict(mapping.items), call.place, mapping.open)
