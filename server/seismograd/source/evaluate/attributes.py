"""Attributes of what is known; what is not modelled stays the same thing at each use."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from seismograd.source.evaluate.branching import MISSING, join
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import (
    BoundMethod,
    Choice,
    Class,
    Const,
    Function,
    Instance,
    Member,
    ModuleValue,
    Object,
    Place,
    Record,
    Super,
    Symbol,
    Tensor,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from seismograd.source.evaluate.interpreter import Interpreter


def get_attribute(run: Interpreter, base: Value, name: str, place: Place) -> Value:
    """The value of `base.name`."""
    if isinstance(base, Symbol):
        return _of_symbol(run, base, name, place)
    if isinstance(base, Instance):
        return _of_instance(run, base, name, place)
    if isinstance(base, ModuleValue):
        return _of_module(run, base, name, place)
    if isinstance(base, Class):
        return _of_class(base, name, place)
    if isinstance(base, Super):
        return _of_super(base, name, place)
    if isinstance(base, Choice):
        return join([get_attribute(run, option, name, place) for option in base.options])
    return _of_thing(run, base, name, place)


def set_attribute(run: Interpreter, base: Value, name: str, value: Value, place: Place) -> None:
    """Give an attribute a value."""
    if isinstance(base, Instance | Object):
        run.store.set(base.attributes, name, value)
    elif isinstance(base, Class):
        run.store.set(base.namespace, name, value)
    elif isinstance(base, Record):
        run.store.set_item(base.items, name, value)
    else:
        if base.members is None:
            base.members = {}
        run.store.set(base.members, name, value)


def _of_symbol(run: Interpreter, base: Symbol, name: str, place: Place) -> Value:
    library = run.library
    path = library.canonical(f"{base.path}.{name}")
    if path in library.constants:
        return Const(library.constants[path], place)
    owner = library.members.get(base.path)
    found = None if owner is None else owner(name, run)
    return found or Symbol(path, place)


def _family(run: Interpreter, base: Value) -> str | None:
    if isinstance(base, Tensor):
        return "Tensor"
    if isinstance(base, Object):
        return run.library.family(base.path)
    is_path = isinstance(base, Const) and isinstance(base.value, PurePath)
    return "pathlib.Path" if is_path else None


def _of_thing(run: Interpreter, base: Value, name: str, place: Place) -> Value:
    if isinstance(base, Object) and name in base.attributes:
        return base.attributes[name]
    if isinstance(base, Record) and name in base.items:
        return base.items[name]
    family = _family(run, base)
    if family is not None:
        model = run.library.attributes.get(f"{family}.{name}") or run.library.attributes.get(family)
        found = None if model is None else model(base, name, run)
        if found is not None:
            return found
    return member(base, name, place)


def member(base: Value, name: str, place: Place) -> Value:
    """An attribute nothing is known of; the same object every time."""
    if base.members is None:
        base.members = {}
    found = base.members.get(name)
    if found is None:
        found = base.members[name] = Member(base, name, place)
    return found


def _of_instance(run: Interpreter, base: Instance, name: str, place: Place) -> Value:
    own = base.attributes.get(name)
    if own is not None and own is not MISSING:
        return own
    found = base.cls.lookup(name)
    if isinstance(found, Function):
        return _bind(run, found, base, place)
    if found is not None:
        return found
    for path in base.cls.library_bases:
        model = run.library.attributes.get(f"{run.library.family(path)}.{name}")
        known = None if model is None else model(base, name, run)
        if known is not None:
            return known
    return member(base, name, place)


def _bind(run: Interpreter, found: Function, base: Instance, place: Place) -> Value:
    kinds = {d.path for d in found.decorators if isinstance(d, Symbol)}
    if "builtins.staticmethod" in kinds:
        return found
    if "builtins.classmethod" in kinds:
        return BoundMethod(found, base.cls, place)
    bound = BoundMethod(found, base, place)
    if kinds & PROPERTIES:
        return run.invocation.call_function(found, base, Call("", [], {}, place, run))
    return bound


PROPERTIES = frozenset({"builtins.property", "functools.cached_property"})


def _of_class(base: Class, name: str, place: Place) -> Value:
    found = base.lookup(name)
    if isinstance(found, Function):
        kinds = {d.path for d in found.decorators if isinstance(d, Symbol)}
        return BoundMethod(found, base, place) if "builtins.classmethod" in kinds else found
    if found is not None:
        return found
    return member(base, name, place)


def _of_super(base: Super, name: str, place: Place) -> Value:
    lineage = [] if base.after is None else list(base.after.lineage())[1:]
    for cls in lineage:
        if isinstance(cls, Class) and name in cls.namespace:
            found = cls.namespace[name]
            return (
                BoundMethod(found, base.receiver, place) if isinstance(found, Function) else found
            )
    return Member(base, name, place)


def _of_module(run: Interpreter, base: ModuleValue, name: str, place: Place) -> Value:
    module = run.module(base.file)
    found = None if module is None else run.global_value(module, name)
    if found is not None:
        return found
    inner = run.workspace.resolve_import(base.file, name, 1)
    if inner is not None and base.file.endswith("__init__.py"):
        return ModuleValue(inner, place)
    return Unknown(place, name)
