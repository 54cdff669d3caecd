"""Looking at things by name and kind: getattr, isinstance, type, vars."""

from __future__ import annotations

from typing import cast

from seismograd.source.evaluate.attributes import get_attribute, set_attribute
from seismograd.source.evaluate.branching import join
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.literals import softened
from seismograd.source.evaluate.values import (
    BoundMethod,
    Class,
    Const,
    Function,
    Instance,
    Mapping,
    Member,
    Object,
    Sequence,
    Symbol,
    Unknown,
    Value,
    text,
)

_TYPES: dict[str, tuple[type, ...]] = {
    "builtins.bool": (bool,),
    "builtins.bytes": (bytes,),
    "builtins.complex": (complex,),
    "builtins.float": (float,),
    "builtins.int": (int,),
    "builtins.object": (object,),
    "builtins.str": (str,),
}
_CONTAINERS = {"builtins.list": "list", "builtins.set": "set", "builtins.tuple": "tuple"}


def register(library: Library) -> None:
    library.functions.update(
        {
            "builtins.callable": _callable,
            "builtins.getattr": _getattr,
            "builtins.hasattr": _hasattr,
            "builtins.isinstance": _isinstance,
            "builtins.issubclass": _issubclass,
            "builtins.print": _print,
            "builtins.setattr": _setattr,
            "builtins.type": _type,
            "builtins.vars": _vars,
        }
    )


def _print(call: Call) -> Value:
    return Const(None, call.place)


def _getattr(call: Call) -> Value | None:
    if len(call.positional) < 2:
        return Unknown(call.place)
    base, name = call.positional[0].value, text(call.positional[1].value)
    if name is None:
        return Unknown(call.place)
    default = call.positional[2].value if len(call.positional) > 2 else None
    known = _has(base, name)
    if default is not None and known is False:
        return default
    found = get_attribute(call.interpreter, base, name, call.place)
    if default is None or known or not isinstance(found, Unknown | Member):
        return found
    return join([found, softened(default)])


def _has(base: Value, name: str) -> bool | None:
    """Whether a value has an attribute; None where that is not known."""
    if isinstance(base, Instance):
        if name in base.attributes or base.cls.lookup(name) is not None:
            return True
        closed = base.complete and not base.cls.library_bases and not base.cls.has_unknown_base
        return False if closed and base.cls.lookup("__getattr__") is None else None
    if isinstance(base, Class):
        return True if base.lookup(name) is not None else None
    if isinstance(base, Object) and name in base.attributes:
        return True
    return hasattr(base.value, name) if isinstance(base, Const) else None


def _hasattr(call: Call) -> Value | None:
    if len(call.positional) != 2:
        return None
    name = text(call.positional[1].value)
    known = None if name is None else _has(call.positional[0].value, name)
    return Unknown(call.place) if known is None else Const(known, call.place)


def _setattr(call: Call) -> Value:
    if len(call.positional) == 3:
        base, name = call.positional[0].value, text(call.positional[1].value)
        if name is not None:
            value = call.positional[2].value
            set_attribute(call.interpreter, base, name, value, call.place)
    return Const(None, call.place)


def _callable(call: Call) -> Value | None:
    thing = call.value(0, "obj")
    if isinstance(thing, Function | Class | BoundMethod):
        return Const(True, call.place)
    if isinstance(thing, Const | Sequence | Mapping):
        return Const(False, call.place)
    return Unknown(call.place)


def _isinstance(call: Call) -> Value | None:
    if len(call.positional) != 2:
        return None
    thing, kinds = call.positional[0].value, call.positional[1].value
    wanted = kinds.items if isinstance(kinds, Sequence) else [kinds]
    answers = [_is_a(thing, kind, call.interpreter.library) for kind in wanted]
    soft = isinstance(thing, Const) and thing.soft
    if True in answers:
        return Const(True, call.place, soft)
    return Unknown(call.place) if None in answers else Const(False, call.place, soft)


def _is_a(thing: Value, kind: Value, library: Library) -> bool | None:
    if isinstance(thing, Instance):
        return _descends(thing.cls, kind)
    if isinstance(thing, Object) and isinstance(kind, Symbol):
        return _is_of_class(thing.path, kind.path, library)
    if not isinstance(kind, Symbol):
        known = isinstance(thing, Const | Sequence | Mapping) and isinstance(kind, Class)
        return False if known else None
    if isinstance(thing, Const) and kind.path in _TYPES:
        return isinstance(thing.value, _TYPES[kind.path])
    if isinstance(thing, Const):
        return False if kind.path in _CONTAINERS or kind.path == "builtins.dict" else None
    return _is_container(thing, kind.path)


def _is_of_class(own: str, wanted: str, library: Library) -> bool | None:
    """Whether an object of one library class is of another."""
    if own in library.final_classes and wanted in library.final_classes:
        return own == wanted
    return True if wanted in (own, library.family(own)) else None


def _is_container(thing: Value, path: str) -> bool | None:
    plain = path in _CONTAINERS or path in _TYPES or path == "builtins.dict"
    if isinstance(thing, Sequence) and plain:
        return _CONTAINERS.get(path) == thing.kind
    if isinstance(thing, Mapping) and plain:
        return path == "builtins.dict"
    if isinstance(thing, Function | BoundMethod | Class) and plain:
        return False
    return None


def _descends(cls: Class, kind: Value) -> bool | None:
    for base in cls.lineage():
        if base is kind:
            return True
        if isinstance(base, Symbol) and isinstance(kind, Symbol) and base.path == kind.path:
            return True
    plain = isinstance(kind, Symbol) and (kind.path in _TYPES or kind.path in _CONTAINERS)
    closed = not cls.has_unknown_base and (isinstance(kind, Class) or plain)
    return False if closed and not (plain and cls.library_bases) else None


def _issubclass(call: Call) -> Value | None:
    if len(call.positional) != 2 or not isinstance(call.positional[0].value, Class):
        return None
    answer = _descends(call.positional[0].value, call.positional[1].value)
    return Unknown(call.place) if answer is None else Const(answer, call.place)


def _type(call: Call) -> Value | None:
    thing = call.value(0, "object")
    if len(call.positional) != 1:
        return Unknown(call.place)
    if isinstance(thing, Instance):
        return thing.cls
    if isinstance(thing, Const):
        return Symbol(f"builtins.{type(thing.value).__name__}", call.place)
    if isinstance(thing, Sequence):
        return Symbol(f"builtins.{thing.kind}", call.place)
    return Symbol("builtins.dict", call.place) if isinstance(thing, Mapping) else None


def _vars(call: Call) -> Value | None:
    thing = call.value(0, "object")
    if not isinstance(thing, Instance | Object):
        return None
    # The dict is the object's own: what is written to it is an attribute.
    return Mapping(cast("dict[object, Value]", thing.attributes), call.place)
