"""Walks over the modules of a network: `modules`, `children`, `apply`."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.program.torch.containers import DICTS, LISTS, children
from seismograd.program.torch.layers import spec_of
from seismograd.program.torch.names import MODULE
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.library import Library, Model
from seismograd.source.evaluate.values import Instance, Object, Sequence, Unknown, Value

MOST = 24
"""Larger networks are not walked through: their modules would be run one by one."""


def register(library: Library) -> None:
    for name, named, deep in (
        ("modules", False, True),
        ("named_modules", True, True),
        ("children", False, False),
        ("named_children", True, False),
    ):
        library.methods[f"{MODULE}.{name}"] = _listing(named, deep)
    library.methods[f"{MODULE}.apply"] = _apply


def _listing(named: bool, deep: bool) -> Model:
    def model(call: Call) -> Value | None:
        found = _known_modules(call, deep)
        if found is None:
            return None
        items = [_named(module, call) for module in found] if named else found
        return Sequence("list", items, call.place)

    return model


def _named(module: Value, call: Call) -> Value:
    return Sequence("tuple", [Unknown(call.place, "name"), module], call.place)


def _apply(call: Call) -> Value | None:
    """`network.apply(function)` calls the function with every module."""
    function = call.value(0, "fn")
    run = call.interpreter
    for module in _known_modules(call, True) or []:
        if function is not None:
            step = Call("", [Argument(module, call.place)], {}, call.place, run)
            run.invocation.call(function, step, run.module_frame(call.place))
    return call.receiver


def _known_modules(call: Call, deep: bool) -> list[Value] | None:
    """The modules in a module, itself last; None where they are not all known, or too many."""
    root = call.receiver
    if not isinstance(root, Instance | Object):
        return None
    if not deep:
        held = _held(call.interpreter, root)
        return None if held is None or len(held) > MOST else held
    found: list[Value] = []
    for module in _walk(call.interpreter, root):
        if module is None or len(found) >= MOST:
            return None
        found.append(module)
    return found


def _walk(run: Interpreter, module: Value) -> Iterator[Value | None]:
    held = _held(run, module)
    if held is None:
        yield None
        return
    for child in held:
        yield from _walk(run, child)
    yield module


def _held(run: Interpreter, module: Value) -> list[Value] | None:
    """The modules that a module holds directly; None where that is not known."""
    if isinstance(module, Object):
        if module.path in LISTS or module.path in DICTS:
            return children(module)
        return [] if spec_of(module.path) is not None else None
    if not isinstance(module, Instance) or module.cls.has_unknown_base:
        return None
    inherited = children(module)
    values = [*module.attributes.values(), *(inherited or [])]
    if any(isinstance(value, Unknown) for value in values):
        return None
    return [value for value in values if _is_module(run, value)]


def _is_module(run: Interpreter, value: Value) -> bool:
    if isinstance(value, Instance):
        return run.subclass_of(value.cls, MODULE)
    return isinstance(value, Object) and run.library.family(value.path) == MODULE
