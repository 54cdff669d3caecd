"""Attributes of what is known; what is not modelled stays the same thing at each use."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from seismograd.source.evaluate.branching import MISSING, join
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.literals import lift
from seismograd.source.evaluate.values import (
    EMPTY_BASES,
    BoundMethod,
    Choice,
    Class,
    Const,
    EnumMember,
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
    return _GETTERS.get(type(base), _of_thing)(run, base, name, place)


def set_attribute(run: Interpreter, base: Value, name: str, value: Value, place: Place) -> None:
    """Give an attribute a value."""
    if isinstance(base, Choice):
        _set_on_options(run, base, name, value, place)
    elif isinstance(base, Instance) and _is_property(base.cls.lookup(name)):
        _set_property(run, base, name, value, place)
    elif isinstance(base, Instance | Object):
        run.store.set(base.attributes, name, value)
    elif isinstance(base, Class):
        run.store.set(base.namespace, name, value)
    elif isinstance(base, Record):
        run.store.set_item(base.items, name, value)
    else:
        if base.members is None:
            base.members = {}
        run.store.set(base.members, name, value)


def _set_on_options(
    run: Interpreter, choice: Choice, name: str, value: Value, place: Place
) -> None:
    """Any of the options may be the one that is changed."""
    for option in choice.options:
        if isinstance(option, Instance | Object):
            before = option.attributes.get(name)
            after = value if before is None else join([before, value])
            run.store.set(option.attributes, name, after)


def _is_property(found: Value | None) -> bool:
    return isinstance(found, Function) and not PROPERTIES.isdisjoint(decorator_paths(found))


def _set_property(run: Interpreter, base: Instance, name: str, value: Value, place: Place) -> None:
    found = base.cls.lookup(name)
    if isinstance(found, Function) and found.setter is not None:
        call = Call("", [Argument(value, place)], {}, place, run)
        run.invocation.call_function(found.setter, base, call)
    elif isinstance(found, Function) and "functools.cached_property" in decorator_paths(found):
        run.store.set(base.attributes, name, value)


def decorator_paths(function: Function) -> set[str]:
    """The library names that decorate a function."""
    return {d.path for d in function.decorators if isinstance(d, Symbol)}


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


def _of_choice(run: Interpreter, base: Choice, name: str, place: Place) -> Value:
    return join([get_attribute(run, option, name, place) for option in base.options])


def _of_object(run: Interpreter, base: Object, name: str, place: Place) -> Value:
    found = base.attributes.get(name)
    return _of_thing(run, base, name, place) if found is None else found


def _of_record(run: Interpreter, base: Record, name: str, place: Place) -> Value:
    found = base.items.get(name)
    return _of_thing(run, base, name, place) if found is None else found


def _of_thing(run: Interpreter, base: Value, name: str, place: Place) -> Value:
    family = _family(run, base)
    if family is not None:
        model = run.library.attributes.get(f"{family}.{name}") or run.library.attributes.get(family)
        found = None if model is None else model(base, name, run)
        if found is not None:
            return found
    return member(base, name, place)


def _of_enum_member(run: Interpreter, base: EnumMember, name: str, place: Place) -> Value:
    if name == "value":
        return lift(base.value, base.place)
    if name == "name":
        return Const(base.name, base.place)
    found = base.cls.lookup(name)
    if isinstance(found, Function):
        return _bind(run, found, base, base.cls, place)
    return found or member(base, name, place)


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
        return _bind(run, found, base, base.cls, place)
    if found is not None:
        return found
    if name == "__class__":
        return base.cls
    for path in base.cls.library_bases:
        model = run.library.attributes.get(f"{run.library.family(path)}.{name}")
        known = None if model is None else model(base, name, run)
        if known is not None:
            return known
    return member(base, name, place)


def _bind(run: Interpreter, found: Function, base: Value, cls: Class, place: Place) -> Value:
    kinds = decorator_paths(found) if found.decorators else frozenset()
    if not kinds:
        return BoundMethod(found, base, place)
    if "builtins.staticmethod" in kinds:
        return found
    if "builtins.classmethod" in kinds:
        return BoundMethod(found, cls, place)
    if kinds & PROPERTIES:
        return run.invocation.call_function(found, base, Call("", [], {}, place, run))
    return BoundMethod(found, base, place)


PROPERTIES = frozenset({"abc.abstractproperty", "builtins.property", "functools.cached_property"})


def _of_class(run: Interpreter, base: Class, name: str, place: Place) -> Value:
    found = base.lookup(name)
    if isinstance(found, Function):
        bound = "builtins.classmethod" in decorator_paths(found)
        return BoundMethod(found, base, place) if bound else found
    if found is not None:
        return found
    if name in ("__name__", "__qualname__"):
        return Const(base.name, place)
    return member(base, name, place)


def _of_super(run: Interpreter, base: Super, name: str, place: Place) -> Value:
    receiver = base.receiver
    cls = receiver.cls if isinstance(receiver, Instance) else receiver
    for candidate in _after(cls, base.after):
        if isinstance(candidate, Class) and name in candidate.namespace:
            found = candidate.namespace[name]
            if isinstance(found, Function) and isinstance(cls, Class):
                return _bind(run, found, receiver, cls, place)
            return found
        is_empty = isinstance(candidate, Symbol) and candidate.path in EMPTY_BASES
        if not isinstance(candidate, Class) and not is_empty:
            # A base outside the project comes first: it may well have the method.
            break
    return Member(base, name, place)


def _after(cls: Value, last: Class | None) -> tuple[Value, ...]:
    """The classes that come after one in the order of look-up."""
    lineage = cls.lineage() if isinstance(cls, Class) else ()
    if last is not None and last not in lineage:
        lineage = last.lineage()
    return lineage[lineage.index(last) + 1 :] if last in lineage else ()


def _of_module(run: Interpreter, base: ModuleValue, name: str, place: Place) -> Value:
    module = run.module(base.file)
    found = None if module is None else run.global_value(module, name)
    if found is not None:
        return found
    inner = run.workspace.submodule(base.file, name)
    return Unknown(place, name) if inner is None else ModuleValue(inner, place)


_GETTERS: dict[type[Value], Callable[[Interpreter, Any, str, Place], Value]] = {
    Choice: _of_choice,
    Class: _of_class,
    EnumMember: _of_enum_member,
    Instance: _of_instance,
    ModuleValue: _of_module,
    Object: _of_object,
    Record: _of_record,
    Super: _of_super,
    Symbol: _of_symbol,
}
