"""The modules of a project: what they define, and what the names in them mean."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from seismograd.reproduce.context.module_names import ModuleNames
from seismograd.reproduce.context.sources import FUNCTIONS, SourceFile

MAX_HOPS = 20
AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef
_BRANCHES = ("body", "orelse", "finalbody")


@dataclass(frozen=True, slots=True)
class Definition:
    """A class, a function or a method, at a place from where it can be reached by name."""

    module: Module
    name: str
    node: ast.ClassDef | AnyFunction

    @property
    def full_name(self) -> str:
        return f"{self.module.key}.{self.name}"

    @property
    def qualified(self) -> str:
        """As a script names it."""
        return f"{self.module.name}.{self.name}" if self.module.name else self.name

    @property
    def owner(self) -> str | None:
        """The class that a method belongs to."""
        return self.name.rpartition(".")[0] or None

    def nodes(self) -> list[ast.AST]:
        """What stands in a function, as far as scopes keep it."""
        return self.module.source.scopes.of(self.node)

    @property
    def first_line(self) -> int:
        return min([self.node.lineno, *(d.lineno for d in self.node.decorator_list)])

    @property
    def last_line(self) -> int:
        return self.node.end_lineno or self.node.lineno


@dataclass(slots=True, eq=False)
class Module:
    source: SourceFile
    key: str
    """Its name; for what cannot be imported something that no import can mean."""
    name: str
    bindings: dict[str, str] = field(default_factory=dict)
    """Full names of what its imports and aliases bind."""
    definitions: dict[str, Definition] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    """Modules whose names it takes over."""


class Modules:
    """All modules of a project, and the way from a name to what it means."""

    def __init__(self, sources: Sequence[SourceFile], names: ModuleNames) -> None:
        self.names = names
        self._keys = {s.path: names.names.get(s.path) or f"<{s.path}>" for s in sources}
        self.by_key: dict[str, Module] = {}
        self.imports: dict[str, set[str]] = {}
        for source in sources:
            key = self._keys[source.path]
            self.by_key[key] = Module(source, key, names.names.get(source.path, ""))
        for module in self:
            self._define(module, module.source.tree.body)
            self._bind(module)

    def __iter__(self) -> Iterator[Module]:
        return iter(self.by_key.values())

    def definitions(self) -> Iterator[Definition]:
        for module in self:
            yield from module.definitions.values()

    def full_name(self, module: Module, dotted: str) -> str:
        """What a dotted name in the code of a module means, as far as imports tell."""
        first, _, rest = dotted.partition(".")
        if first in module.definitions:
            return f"{module.key}.{dotted}"
        bound = module.bindings.get(first) or self._through_stars(module, first)
        start = bound or first
        return self.canonical(f"{start}.{rest}" if rest else start)

    def canonical(self, full: str) -> str:
        """The name of what a name leads to through modules that only pass it on."""
        for _ in range(MAX_HOPS):
            module, rest = self._split(full)
            if module is not None and not rest:
                return self._hidden_by(full) or full
            if module is None or self._defines(module, rest):
                return full
            first, _, tail = rest.partition(".")
            target = module.bindings.get(first) or self._through_stars(module, first)
            moved = f"{target}.{tail}" if tail else target
            if not target or not moved or moved == full:
                return full
            full = moved
        return full

    def _hidden_by(self, full: str) -> str | None:
        """A package that does `from .fit import fit` means the function from then on."""
        key, _, name = full.rpartition(".")
        package = self.by_key.get(key)
        for node in package.source.tree.body if package else ():
            if package and isinstance(node, ast.ImportFrom) and node.module:
                inner = self._key(self._find(package, node.module, node.level))
                names = [a.name for a in node.names if (a.asname or a.name) == name]
                if inner and names and names[0] in self.by_key[inner].definitions:
                    return f"{inner}.{names[0]}"
        return None

    def definition(self, full: str) -> Definition | None:
        module, rest = self._split(full)
        return module.definitions.get(rest) if module else None

    def _split(self, full: str) -> tuple[Module | None, str]:
        if full.startswith("<"):
            key, _, rest = full.partition(">")
            return self.by_key.get(key + ">"), rest.removeprefix(".")
        parts = full.split(".")
        for length in range(len(parts), 0, -1):
            module = self.by_key.get(".".join(parts[:length]))
            if module:
                return module, ".".join(parts[length:])
        return None, full

    @staticmethod
    def _defines(module: Module, rest: str) -> bool:
        return rest.split(".")[0] in module.definitions

    def _through_stars(self, module: Module, name: str) -> str | None:
        for key in module.stars:
            other = self.by_key.get(key)
            if other and (name in other.definitions or name in other.bindings):
                return f"{key}.{name}"
        return None

    def _define(self, module: Module, body: Sequence[ast.stmt], owner: str = "") -> None:
        for node in reachable_statements(body):
            if isinstance(node, (ast.ClassDef, *FUNCTIONS)):
                name = f"{owner}.{node.name}" if owner else node.name
                module.definitions[name] = Definition(module, name, node)
                if isinstance(node, ast.ClassDef):
                    self._define(module, node.body, name)

    def _bind(self, module: Module) -> None:
        self.imports[module.source.path] = set()
        for node in module.source.scopes.all():
            if isinstance(node, ast.Import):
                self._bind_import(module, node)
            elif isinstance(node, ast.ImportFrom):
                self._bind_from(module, node)
        for statement in reachable_statements(module.source.tree.body):
            if isinstance(statement, ast.Assign):
                self._bind_alias(module, statement)

    def _bind_import(self, module: Module, node: ast.Import) -> None:
        for alias in node.names:
            file = self._find(module, alias.name, 0)
            self._note_import(module, file)
            first = alias.name.split(".")[0]
            if alias.asname:
                module.bindings.setdefault(alias.asname, self._key(file) or alias.name)
            else:
                module.bindings.setdefault(first, self._key(self._find(module, first, 0)) or first)

    def _bind_from(self, module: Module, node: ast.ImportFrom) -> None:
        base = node.module or ""
        package = self._find(module, base, node.level)
        self._note_import(module, package)
        for alias in node.names:
            inner = self._find(module, f"{base}.{alias.name}".strip("."), node.level)
            outer = self._key(package)
            if alias.name == "*":
                module.stars += [outer] if outer else []
                continue
            is_defined = outer is not None and alias.name in self.by_key[outer].definitions
            target = self._key(inner) if inner and not is_defined else None
            self._note_import(module, inner if target else None)
            if not target and (outer or not node.level):
                target = f"{outer or base}.{alias.name}"
            if target:
                module.bindings.setdefault(alias.asname or alias.name, target)

    def _bind_alias(self, module: Module, node: ast.Assign) -> None:
        dotted = dotted_name(node.value)
        for target in node.targets:
            if not isinstance(target, ast.Name) or not dotted or dotted == target.id:
                continue
            first, _, rest = dotted.partition(".")
            start = f"{module.key}.{first}" if first in module.definitions else None
            start = start or module.bindings.get(first)
            if start:
                module.bindings.setdefault(target.id, f"{start}.{rest}" if rest else start)

    def _find(self, module: Module, dotted: str, level: int) -> str | None:
        """The file of the project that an import in a module leads to."""
        folder = module.source.folder
        if level:
            parts = folder.split("/") if folder else []
            if level - 1 > len(parts):
                return None
            base = "/".join(parts[: len(parts) - level + 1])
            return self.names.file_at(base, dotted) if dotted else self.names.by_path.get(base)
        searched = self.names.search_path
        places = (*searched, folder) if folder not in self.names.packages else searched
        return next((f for base in places if (f := self.names.file_at(base, dotted))), None)

    def _key(self, file: str | None) -> str | None:
        return self._keys[file] if file else None

    def _note_import(self, module: Module, file: str | None) -> None:
        if file and file != module.source.path:
            self.imports[module.source.path].add(file)


def reachable_statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements of a body, and those in its branches, that run when the body does."""
    pending = list(reversed(body))
    while pending:
        node = pending.pop()
        yield node
        if isinstance(node, (ast.ClassDef, *FUNCTIONS)):
            continue
        inner = [statement for part in _BRANCHES for statement in getattr(node, part, None) or ()]
        inner += [s for handler in getattr(node, "handlers", ()) for s in handler.body]
        inner += [s for case in getattr(node, "cases", ()) for s in case.body]
        pending += reversed(inner)


def dotted_name(node: ast.AST | None) -> str:
    """`a.b.c` as written; "" for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join([node.id, *reversed(parts)])


def string_of(node: ast.AST | None) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return None
