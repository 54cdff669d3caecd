"""Modules of the project: what they inherit, and how the project writes names of torch.nn."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.program.library import framework_library
from seismograd.program.torch.names import MODULE
from seismograd.source.document import Document
from seismograd.source.evaluate.values import Class, Function, Instance, Object, Place, Value
from seismograd.source.rewrite import source_of

KERAS_LAYERS = frozenset({"keras.layers.Layer", "keras.Layer", "keras.Model", "keras.Sequential"})


def library_families(cls: Class) -> list[str]:
    library = framework_library()
    return [library.family(base) for base in cls.library_bases]


def is_torch_class(cls: Class | None) -> bool:
    """Whether a class of the project is certainly an nn.Module."""
    return cls is not None and MODULE in library_families(cls)


def is_torch_module(value: Value | None) -> bool:
    return isinstance(value, Instance) and is_torch_class(value.cls)


def module_classes(instances: list[Instance]) -> Iterator[tuple[Class, Instance]]:
    """Each class of the project that is an nn.Module, with its first object."""
    seen: set[int] = set()
    for instance in instances:
        if id(instance.cls) not in seen and is_torch_class(instance.cls):
            seen.add(id(instance.cls))
            yield instance.cls, instance


def inherits_only(cls: Class, *allowed: str) -> bool:
    """Whether every library class it inherits from is one of these."""
    return not cls.has_unknown_base and all(base in allowed for base in cls.library_bases)


def own_method(cls: Class, name: str) -> Function | None:
    found = cls.namespace.get(name)
    return found if isinstance(found, Function) else None


def module_prefix(value: Value) -> str | None:
    """How the program writes `torch.nn` where it builds a layer: `nn`, `torch.nn`, ..."""
    while isinstance(value, Instance):
        parts = [part for part in value.attributes.values() if isinstance(part, Object | Instance)]
        if not parts:
            return None
        value = parts[0]
    if not isinstance(value, Object) or not value.path.startswith("torch.nn."):
        return None
    place = value.call.place
    function = place.node.func if isinstance(place.node, ast.Call) else None
    if not isinstance(function, ast.Attribute):
        return None
    return source_of(Place(place.chunk, function.value))


def functional_alias(document: Document) -> str | None:
    """The name under which a file imports torch.nn.functional."""
    for chunk in document.chunks:
        if b"import" not in chunk.identifiers:
            continue
        for statement in chunk.statements:
            if isinstance(statement, ast.Import):
                for alias in statement.names:
                    if alias.name == "torch.nn.functional" and alias.asname:
                        return alias.asname
            elif isinstance(statement, ast.ImportFrom) and statement.module == "torch.nn":
                for alias in statement.names:
                    if alias.name == "functional":
                        return alias.asname or alias.name
    return None
