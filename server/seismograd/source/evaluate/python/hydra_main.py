"""`@hydra.main`: the function gets the configuration that its files compose."""

from __future__ import annotations

import posixpath

from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.python.config_files import load_path
from seismograd.source.evaluate.python.settings_objects import as_record, merge
from seismograd.source.evaluate.values import (
    Const,
    Function,
    Mapping,
    Object,
    Sequence,
    Value,
    text,
)

MAX_INCLUDES = 8


def register(library: Library) -> None:
    library.decorated["hydra.main"] = _configured


def _configured(decorator: Value, function: Function, call: Call) -> Call:
    if call.positional or call.keywords or not isinstance(decorator, Object):
        return call
    folder = decorator.call.text(0, "config_path", ".")
    name = decorator.call.text(1, "config_name", "config")
    found = None if folder is None or name is None else _load(decorator.call, folder, name)
    if found is None:
        return call
    given = [Argument(as_record(found), call.place)]
    return Call("", given, {}, call.place, call.interpreter)


def _load(call: Call, folder: str, name: str, depth: int = 0) -> Mapping | None:
    path = posixpath.join(folder, name if name.endswith(".yaml") else name + ".yaml")
    own = load_path(call, Const(path, call.place), "yaml")
    if not isinstance(own, Mapping) or depth > MAX_INCLUDES:
        return None
    defaults = own.items.pop("defaults", None)
    whole: Value = Mapping({}, call.place)
    for entry in defaults.items if isinstance(defaults, Sequence) else ():
        whole = _include(call, folder, entry, whole, depth)
    merged = merge(whole, own)
    return merged if isinstance(merged, Mapping) else None


def _include(call: Call, folder: str, entry: Value, whole: Value, depth: int) -> Value:
    if isinstance(entry, Mapping):
        for group, choice in entry.items.items():
            part = _group(call, folder, str(group), text(choice), depth)
            whole = merge(whole, Mapping({str(group): part}, call.place))
        return whole
    name = text(entry)
    if name is None or name == "_self_":
        return whole
    return merge(whole, _load(call, folder, name, depth + 1) or Mapping({}, call.place, True))


def _group(call: Call, folder: str, group: str, choice: str | None, depth: int) -> Value:
    found = None
    if choice is not None:
        found = _load(call, posixpath.join(folder, group), choice, depth + 1)
    return found or Mapping({}, call.place, True)
