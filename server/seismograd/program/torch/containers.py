"""Modules that hold modules, and what every module can do."""

from __future__ import annotations

from seismograd.program.tensors import operate
from seismograd.program.torch.names import MODULE
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.values import (
    Const,
    Instance,
    Mapping,
    Object,
    Sequence,
    Unknown,
    Value,
    integer,
    text,
)

SEQUENTIAL = "torch.nn.Sequential"
LISTS = frozenset({SEQUENTIAL, "torch.nn.ModuleList", "torch.nn.ParameterList"})
DICTS = frozenset({"torch.nn.ModuleDict", "torch.nn.ParameterDict"})


def register(library: Library) -> None:
    library.object_calls[SEQUENTIAL] = _run_sequential
    library.iterations.append(children)
    library.subscripts.append(_index_container)
    for name in ("append", "extend", "insert", "add_module", "register_module"):
        library.methods[f"{MODULE}.{name}"] = _add
    library.methods[f"{MODULE}.register_parameter"] = _register_tensor
    library.methods[f"{MODULE}.register_buffer"] = _register_tensor
    for base in LISTS | DICTS:
        library.families[base] = MODULE


def children(value: Value) -> list[Value] | None:
    """The modules in a container, where all of them are known."""
    if not isinstance(value, Object) or value.path not in LISTS | DICTS:
        return _inherited_children(value)
    held = _held(value)
    return None if held.open else list(held.items)


def _inherited_children(value: Value) -> list[Value] | None:
    if isinstance(value, Instance) and LISTS & set(value.cls.library_bases):
        found = value.attributes.get("_modules")
        if isinstance(found, Sequence) and not found.open:
            return list(found.items)
    return None


def _held(container: Object) -> Sequence:
    found = container.attributes.get("_modules")
    if not isinstance(found, Sequence):
        found = container.attributes["_modules"] = _given(container)
    return found


def _given(container: Object) -> Sequence:
    call = container.call
    items: list[Value] = []
    open_ = call.open
    for argument in call.positional:
        value = argument.value
        if isinstance(value, Sequence):
            items.extend(_paired(item) for item in value.items)
            open_ = open_ or value.open
        elif isinstance(value, Mapping):
            items.extend(value.items.values())
            open_ = open_ or value.open
        elif isinstance(value, Object) and value.path in LISTS and container.path != SEQUENTIAL:
            items.extend(_held(value).items)
            open_ = open_ or _held(value).open
        elif isinstance(value, Object | Instance) or container.path == SEQUENTIAL:
            items.append(value)
        else:
            open_ = True
    return Sequence("list", items, container.place, open_)


def _paired(item: Value) -> Value:
    """`OrderedDict([("name", layer), ...])` lists pairs."""
    pair = isinstance(item, Sequence) and len(item.items) == 2 and text(item.items[0]) is not None
    return item.items[1] if pair and isinstance(item, Sequence) else item


def _run_sequential(call: Call) -> Value | None:
    container = call.receiver
    run = call.interpreter
    value: Value = call.positional[0].value if call.positional else Unknown(call.place, "input")
    modules = children(container) if container is not None else None
    if modules is None:
        return operate("unknown", (value,), call, layer=container)
    for module in modules:
        place = module.place or call.place
        step = Call("", [Argument(value, place)], {}, place, run)
        run.spend(1)
        value = run.invocation.call(module, step, run.module_frame(place))
    return value


def _index_container(base: Value, index: Value, call: Call) -> Value | None:
    held = children(base)
    if held is None:
        return None
    at = integer(index)
    if at is not None and -len(held) <= at < len(held):
        return held[at]
    if isinstance(index, Sequence) and index.kind == "slice" and isinstance(base, Object):
        return _part_of(base, held, index, call)
    if isinstance(base, Object) and isinstance(index, Const):
        return named_child(base, str(index.value))
    return None


def _part_of(base: Object, held: list[Value], index: Sequence, call: Call) -> Value | None:
    bounds = [item.value for item in index.items if isinstance(item, Const)]
    numbers = [bound for bound in bounds if bound is None or isinstance(bound, int)]
    if len(numbers) != 3 or numbers[2] == 0:
        return None
    part = Object(base.path, base.call, base.place)
    part.attributes["_modules"] = Sequence("list", held[slice(*numbers)], call.place)
    return part


def named_child(container: Object, name: str) -> Value | None:
    """A module that a container holds under a name."""
    for argument in container.call.positional:
        given = argument.value
        if isinstance(given, Mapping) and name in given.items:
            return given.items[name]
        for item in given.items if isinstance(given, Sequence) else ():
            if isinstance(item, Sequence) and item.items and text(item.items[0]) == name:
                return item.items[-1]
    return container.attributes.get(name)


def _add(call: Call) -> Value | None:
    container = call.receiver
    value = call.positional[-1].value if call.positional else None
    if value is None:
        return container
    if call.method in ("add_module", "register_module"):
        _add_named(call, value)
    if isinstance(container, Object) and container.path in LISTS:
        held = _held(container)
        more = value.items if call.method == "extend" and isinstance(value, Sequence) else [value]
        open_ = held.open or call.interpreter.loop is not None
        call.interpreter.store.set_items(held, [*held.items, *more], open_)
    return container


def _add_named(call: Call, value: Value) -> None:
    name = call.text(0, "name")
    if name is not None and isinstance(call.receiver, Instance | Object):
        call.interpreter.store.set(call.receiver.attributes, name, value)


def _register_tensor(call: Call) -> Value | None:
    name = call.text(0, "name")
    value = call.value(1, "param") or call.value(1, "tensor")
    if name is not None and value is not None and isinstance(call.receiver, Instance):
        call.interpreter.store.set(call.receiver.attributes, name, value)
    return Const(None, call.place)
