"""Configuration libraries whose dicts are read by attribute: OmegaConf, EasyDict, yacs, ..."""

from __future__ import annotations

from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.literals import softened
from seismograd.source.evaluate.python.config_files import load_path, parse_text
from seismograd.source.evaluate.python.dictionaries import pairs_of
from seismograd.source.evaluate.values import Const, Mapping, Record, Sequence, Value

_CONSTRUCTORS = (
    "addict.Dict", "box.Box", "easydict.EasyDict", "ml_collections.ConfigDict",
    "ml_collections.FrozenConfigDict", "munch.Munch", "munch.munchify", "mmengine.ConfigDict",
    "yacs.config.CfgNode",
)  # fmt: skip
MAX_DEPTH = 8


def register(library: Library) -> None:
    for path in _CONSTRUCTORS:
        library.functions[path] = _record
    omega = "omegaconf.OmegaConf"
    library.functions.update(
        {
            f"{omega}.create": _create,
            f"{omega}.from_cli": _from_cli,
            f"{omega}.load": _load,
            f"{omega}.merge": _merge,
            f"{omega}.structured": _same,
            f"{omega}.to_container": _container,
            f"{omega}.to_object": _container,
        }
    )
    for name in ("clone", "copy_and_resolve_references"):
        library.methods[f"builtins.dict.{name}"] = _clone
    library.methods["builtins.dict.merge_from_file"] = _merge_file
    library.methods["builtins.dict.merge_from_list"] = _merge_unknown
    library.methods["builtins.dict.freeze"] = _nothing
    library.methods["builtins.dict.defrost"] = _nothing


def _record(call: Call) -> Value:
    items: dict[object, Value] = {}
    open_ = call.open
    for argument in call.positional[:1]:
        pairs = pairs_of(call, argument.value)
        open_ = open_ or pairs is None
        items.update(pairs or {})
    items.update({name: argument.value for name, argument in call.keywords.items()})
    return as_record(Mapping(items, call.place, open_))


def as_record(value: Value, made: dict[int, Value] | None = None) -> Value:
    """Dicts in dicts become readable by attribute too; what is shared stays shared."""
    made = {} if made is None else made
    if id(value) in made:
        return made[id(value)]
    if isinstance(value, Mapping):
        record = made[id(value)] = Record({}, value.place, value.open)
        record.items.update({key: as_record(item, made) for key, item in value.items.items()})
        return record
    if isinstance(value, Sequence):
        sequence = made[id(value)] = Sequence(value.kind, [], value.place, value.open)
        sequence.items.extend(as_record(item, made) for item in value.items)
        return sequence
    return value


def _create(call: Call) -> Value | None:
    given = call.value(0, "obj")
    if given is None:
        return Record({}, call.place)
    if isinstance(given, Const) and isinstance(given.value, str):
        return as_record(parse_text(call, given, "yaml"))
    return as_record(given) if isinstance(given, Mapping | Sequence) else None


def _load(call: Call) -> Value | None:
    loaded = load_path(call, call.value(0, "file_"), "yaml")
    return None if loaded is None else as_record(loaded)


def _from_cli(call: Call) -> Value:
    return Record({}, call.place, True)


def _same(call: Call) -> Value | None:
    return call.value(0, "obj")


def _container(call: Call) -> Value | None:
    return call.value(0, "cfg")


def _merge(call: Call) -> Value | None:
    parts = [argument.value for argument in call.positional]
    if call.open or not parts or not isinstance(parts[0], Mapping):
        return None
    merged: Value = parts[0]
    for part in parts[1:]:
        merged = merge(merged, part)
    return as_record(merged)


def merge(left: Value, right: Value, depth: int = 0) -> Value:
    """The right side wins; what it may hold beyond what is known makes the left side soft."""
    if not isinstance(left, Mapping) or depth > MAX_DEPTH:
        return right
    if not isinstance(right, Mapping):
        return _softened_all(left)
    base = _softened_all(left) if right.open else left
    items = dict(base.items) if isinstance(base, Mapping) else {}
    for key, value in right.items.items():
        both = isinstance(items.get(key), Mapping) and isinstance(value, Mapping)
        items[key] = merge(items[key], value, depth + 1) if both else value
    return Record(items, left.place, left.open or right.open)


def _softened_all(value: Value, made: dict[int, Value] | None = None) -> Value:
    made = {} if made is None else made
    if not isinstance(value, Mapping):
        return softened(value)
    if id(value) not in made:
        record = made[id(value)] = Record({}, value.place, True)
        record.items.update({key: _softened_all(item, made) for key, item in value.items.items()})
    return made[id(value)]


def _clone(call: Call) -> Value | None:
    return as_record(call.receiver) if isinstance(call.receiver, Record) else call.receiver


def _merge_file(call: Call) -> Value:
    loaded = load_path(call, call.value(0, "cfg_filename"), "yaml")
    return _merge_in(call, loaded)


def _merge_unknown(call: Call) -> Value:
    return _merge_in(call, None)


def _merge_in(call: Call, other: Value | None) -> Value:
    receiver = call.receiver
    if isinstance(receiver, Mapping):
        merged = merge(receiver, other or Mapping({}, call.place, True))
        store = call.interpreter.store
        for key, value in merged.items.items() if isinstance(merged, Mapping) else ():
            store.set_item(receiver.items, key, value)
        if other is None:
            store.open(receiver)
    return Const(None, call.place)


def _nothing(call: Call) -> Value:
    return Const(None, call.place)
