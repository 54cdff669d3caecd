"""Dataclasses, named tuples and the like: annotated class attributes are parameters."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING

from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.literals import softened
from seismograd.source.evaluate.values import (
    Class,
    Function,
    Instance,
    Object,
    Unknown,
    Value,
    constant,
)

if TYPE_CHECKING:
    from seismograd.source.evaluate.interpreter import Interpreter

_FIELD_CALLS = frozenset(
    {"attr.ib", "attr.attrib", "attrs.field", "dataclasses.field", "pydantic.Field",
     "flax.struct.field", "simple_parsing.field"}
)  # fmt: skip


def fill_fields(run: Interpreter, instance: Instance, call: Call) -> None:
    """Set the fields of an instance whose class has no initialiser of its own."""
    position = 0
    for name in field_names(instance.cls):
        default = instance.cls.lookup(name)
        if not _is_parameter(default):
            given = None
        else:
            given = call.value(position, name)
            position += 1
        instance.attributes[name] = given or _default(run, instance, name, default, call)
    after = instance.cls.lookup("__post_init__")
    if isinstance(after, Function):
        run.invocation.call_function(after, instance, Call("", [], {}, call.place, run))


def field_names(cls: Class) -> list[str]:
    """The fields of a class, those of its bases first."""
    lineage = [base for base in reversed(list(cls.lineage())) if isinstance(base, Class)]
    return list(dict.fromkeys(name for base in lineage for name in _own_fields(base)))


def _own_fields(cls: Class) -> list[str]:
    annotated = annotated_names(cls.node)
    made = [name for name, value in cls.namespace.items() if _is_field(value)]
    return [*annotated, *[name for name in made if name not in annotated]]


def _is_field(value: Value | None) -> bool:
    return isinstance(value, Object) and value.path in _FIELD_CALLS


def _is_parameter(default: Value | None) -> bool:
    if not isinstance(default, Object) or not _is_field(default):
        return True
    return constant(default.call.value(None, "init")) is not False


def _default(
    run: Interpreter, instance: Instance, name: str, default: Value | None, call: Call
) -> Value:
    if default is None:
        return Unknown(instance.place, name)
    value = default
    if isinstance(default, Object) and _is_field(default):
        value = _field_default(run, default, call)
    return softened(value) if call.open else value


def _field_default(run: Interpreter, field: Object, call: Call) -> Value:
    index = 0 if field.path == "pydantic.Field" else None
    default = field.call.value(index, "default")
    factory = field.call.value(None, "default_factory") or field.call.value(None, "factory")
    if default is not None or factory is None:
        return default or Unknown(field.place)
    return run.invocation.apply(factory, [], {}, call.place)


@lru_cache(maxsize=4096)
def annotated_names(node: ast.ClassDef) -> tuple[str, ...]:
    """The annotated names of a class body, in order; class variables are not fields."""
    return tuple(
        statement.target.id
        for statement in node.body
        if isinstance(statement, ast.AnnAssign)
        and isinstance(statement.target, ast.Name)
        and not _is_class_variable(statement.annotation)
    )


def _is_class_variable(annotation: ast.expr) -> bool:
    names = (getattr(node, "id", getattr(node, "attr", "")) for node in ast.walk(annotation))
    return "ClassVar" in names
