"""From the files of a project to the view of it that generators work with."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from seismograd.reproduce.context.ancestry import Ancestry
from seismograd.reproduce.context.call_sites import MAX_TEXT, Call, find_calls
from seismograd.reproduce.context.entry_points import EntryPoints
from seismograd.reproduce.context.instances import Instances
from seismograd.reproduce.context.module_names import name_modules
from seismograd.reproduce.context.modules import (
    Definition,
    Module,
    Modules,
    reachable_statements,
)
from seismograd.reproduce.context.parameters import Parameters
from seismograd.reproduce.context.project_view import (
    CallSite,
    EntryPoint,
    ProjectView,
    Symbol,
    SymbolKind,
)
from seismograd.reproduce.context.roles import Roles, is_network
from seismograd.reproduce.context.sources import FUNCTIONS, SourceFile, read_sources

MAX_VALUE = 500
_TEST_FILE = re.compile(r"test_.*\.py|.*_test\.py|tests?\.py")


def read_project(root: Path) -> ProjectView:
    """Everything that can be told without running anything; parts that are broken are left out."""
    sources = read_sources(root)
    names = name_modules(sources)
    modules = Modules(sources, names)
    reader = _Reader(modules)
    tests = tuple(source.path for source in sources if _is_test(source))
    return ProjectView(
        root=root,
        symbols=tuple(reader.symbols()),
        calls=tuple(reader.call_sites()),
        entry_points=reader.entry_points(frozenset(tests)),
        tests=tests,
        search_path=names.search_path,
        imports={file: frozenset(found) for file, found in modules.imports.items()},
    )


class _Reader:
    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._ancestry = Ancestry(modules)
        self._parameters = Parameters(modules, self._ancestry)
        instances = Instances(modules, self._ancestry)
        self._calls = find_calls(modules, instances)
        self._roles = Roles(modules, self._parts(instances))
        self._entries = EntryPoints(modules, self._calls)

    def entry_points(self, tests: frozenset[str]) -> tuple[EntryPoint, ...]:
        return self._entries.find(tests)

    def symbols(self) -> Iterator[Symbol]:
        for module in self._modules:
            found = [*map(self._symbol, module.definitions.values()), *self._constants(module)]
            yield from sorted(found, key=lambda symbol: symbol.line)

    def call_sites(self) -> Iterator[CallSite]:
        for call in self._calls:
            source = call.module.source
            text = source.segment(call.node, MAX_TEXT)
            yield CallSite(source.path, call.node.lineno, call.callee.qualified, text)

    def _parts(self, instances: Instances) -> set[str]:
        """Classes that are made by networks of the project."""
        return {
            call.callee.full_name
            for call in self._calls
            if self._is_made_by_network(call, instances)
        }

    def _is_made_by_network(self, call: Call, instances: Instances) -> bool:
        owner = instances.owner_of(call.caller) if call.caller else None
        if owner is None or not isinstance(call.callee.node, ast.ClassDef):
            return False
        return owner.full_name != call.callee.full_name and is_network(self._ancestry.of(owner))

    def _symbol(self, definition: Definition) -> Symbol:
        node = definition.node
        bases: tuple[str, ...] = ()
        if isinstance(node, ast.ClassDef):
            kind = SymbolKind.CLASS
            bases = self._ancestry.of(definition)
            is_record = self._parameters.is_record(definition)
            role = self._roles.of_class(definition, bases, is_record)
        else:
            kind = SymbolKind.METHOD if definition.owner else SymbolKind.FUNCTION
            role = self._roles.of_function(definition)
        return Symbol(
            module=definition.module.name,
            name=definition.name,
            kind=kind,
            file=definition.module.source.path,
            line=definition.first_line,
            last_line=definition.last_line,
            role=role,
            parameters=self._parameters.of(definition),
            bases=tuple(map(self._shown, bases)),
        )

    def _shown(self, full_name: str) -> str:
        """Without the mark of modules that cannot be imported."""
        found = self._modules.definition(full_name)
        return found.qualified if found else full_name

    def _constants(self, module: Module) -> Iterator[Symbol]:
        yield from _constants_in(module, module.source.tree.body, "")
        for definition in module.definitions.values():
            if isinstance(definition.node, ast.ClassDef) and not self._parameters.is_record(
                definition
            ):
                yield from _constants_in(module, definition.node.body, definition.name + ".")


def _constants_in(module: Module, body: list[ast.stmt], prefix: str) -> Iterator[Symbol]:
    for node in reachable_statements(body):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                if isinstance(target, ast.Name):
                    yield Symbol(
                        module=module.name,
                        name=prefix + target.id,
                        kind=SymbolKind.CONSTANT,
                        file=module.source.path,
                        line=node.lineno,
                        last_line=node.end_lineno or node.lineno,
                        value=module.source.segment(node.value, MAX_VALUE),
                    )


def _is_test(source: SourceFile) -> bool:
    """Named like a file of tests, or below a folder of tests, and with tests in it."""
    *folders, name = source.path.split("/")
    if not _TEST_FILE.fullmatch(name) and not {"test", "tests"} & set(folders):
        return False
    return any(_has_test(node) for node in source.tree.body)


def _has_test(node: ast.stmt) -> bool:
    if isinstance(node, FUNCTIONS):
        return node.name.startswith("test")
    return isinstance(node, ast.ClassDef) and any(map(_has_test, node.body))
