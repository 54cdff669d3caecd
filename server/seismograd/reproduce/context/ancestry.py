"""The ancestors of classes, the project's own and foreign ones."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.context.modules import Definition, Modules, dotted_name

MAX_ANCESTORS = 64


class Ancestry:
    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._known: dict[str, tuple[str, ...]] = {}

    def of(self, definition: Definition) -> tuple[str, ...]:
        """Full names of all ancestors, the nearest first, base by base."""
        known = self._known.get(definition.full_name)
        if known is None:
            known = tuple(self._collect(definition))
            self._known[definition.full_name] = known
        return known

    def definitions(self, definition: Definition) -> Iterator[Definition]:
        """The class and its ancestors in the project."""
        yield definition
        for name in self.of(definition):
            found = self._modules.definition(name)
            if found and isinstance(found.node, ast.ClassDef):
                yield found

    def method(self, definition: Definition, name: str) -> Definition | None:
        """A method of a class, its own or inherited within the project."""
        for found in self.definitions(definition):
            method = found.module.definitions.get(f"{found.name}.{name}")
            if method and not isinstance(method.node, ast.ClassDef):
                return method
        return None

    def _collect(self, definition: Definition) -> list[str]:
        seen: dict[str, None] = {}
        pending = list(reversed(self._bases(definition)))
        while pending and len(seen) < MAX_ANCESTORS:
            name = pending.pop()
            if name in seen or name == definition.full_name:
                continue
            seen[name] = None
            found = self._modules.definition(name)
            if found:
                pending += reversed(self._bases(found))
        return list(seen)

    def _bases(self, definition: Definition) -> list[str]:
        node = definition.node
        if not isinstance(node, ast.ClassDef):
            return []
        bases = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
        named = [name for base in bases if (name := dotted_name(base))]
        return [self._modules.full_name(definition.module, name) for name in named]
