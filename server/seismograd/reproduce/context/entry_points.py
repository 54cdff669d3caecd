"""Scripts of a project that can be run, and what they can be told."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from seismograd.reproduce.context.call_sites import Call
from seismograd.reproduce.context.command_lines import argparse_options, click_options
from seismograd.reproduce.context.modules import (
    Definition,
    Module,
    Modules,
    dotted_name,
)
from seismograd.reproduce.context.parameters import Parameters
from seismograd.reproduce.context.project_view import EntryPoint, Option
from seismograd.reproduce.context.roles import does_training
from seismograd.reproduce.context.signature_options import signature_options
from seismograd.reproduce.context.sources import FUNCTIONS
from seismograd_sandbox.untrusted_files import read_regular_file

MAX_BYTES = 500_000
_NO_ENTRIES = frozenset({"setup.py", "conftest.py", "__init__.py", "noxfile.py"})


class EntryPoints:
    def __init__(
        self, root: Path, modules: Modules, calls: Iterable[Call], parameters: Parameters
    ) -> None:
        self._root = root
        self._modules = modules
        self._parameters = parameters
        self._callees: dict[object, list[Definition]] = {}
        for call in calls:
            key = call.caller.full_name if call.caller else call.module.key
            self._callees.setdefault(key, []).append(call.callee)

    def find(self, tests: frozenset[str]) -> tuple[EntryPoint, ...]:
        """Those that train come first."""
        found: dict[tuple[str, str | None], EntryPoint] = {}
        for module in self._modules:
            if module.source.path not in tests:
                for entry in self._of_module(module):
                    found[entry.file, entry.function] = entry
        for entry in self._declared():
            found.setdefault((entry.file, entry.function), entry)
        return tuple(sorted(found.values(), key=lambda e: (not e.trains, e.file)))

    def _of_module(self, module: Module) -> Iterator[EntryPoint]:
        guard = main_guard(module.source.tree)
        name = module.source.path.rpartition("/")[2]
        if guard is None and (name in _NO_ENTRIES or not _acts_at_once(module)):
            return
        function = self._function_called(module, guard) if guard else None
        yield self._entry(module, function)

    def _declared(self) -> Iterator[EntryPoint]:
        """Functions that the project installs as commands."""
        for target in _installed_commands(self._root):
            name, _, function = target.partition(":")
            found = self._modules.definition(self._modules.canonical(f"{name}.{function}"))
            if found and isinstance(found.node, FUNCTIONS):
                yield self._entry(found.module, found)

    def _entry(self, module: Module, function: Definition | None) -> EntryPoint:
        reached = list(self._reached(module, function))
        is_whole = function is None or main_guard(module.source.tree) is not None
        nodes = list(module.source.scopes.all()) if is_whole else []
        options = self._options(module, reached)
        trains = _trains(nodes) or any(_trains(found.nodes()) for found in reached)
        name = function.name if function else None
        return EntryPoint(module.source.path, module.name, name, options, trains)

    def _function_called(self, module: Module, guard: ast.If) -> Definition | None:
        """The last function of the project that the guard calls, directly or through a runner."""
        found: Definition | None = None
        for node in (n for statement in guard.body for n in ast.walk(statement)):
            if isinstance(node, ast.Call):
                names = [dotted_name(node.func), *map(dotted_name, node.args[:1])]
                for name in filter(None, names):
                    target = self._modules.definition(self._modules.full_name(module, name))
                    is_function = target is not None and isinstance(target.node, FUNCTIONS)
                    found = target if is_function and _is_better(target, found) else found
        return found

    def _reached(self, module: Module, start: Definition | None) -> Iterator[Definition]:
        """What runs in the project when the script does, as far as calls are plain."""
        pending: list[Definition] = [start] if start else []
        pending += self._callees.get(module.key, [])
        seen: set[str] = set()
        while pending:
            found = pending.pop()
            if found.full_name in seen:
                continue
            seen.add(found.full_name)
            if isinstance(found.node, FUNCTIONS):
                yield found
                pending += self._callees.get(found.full_name, [])
            else:
                inner = found.module.definitions.get(f"{found.name}.__init__")
                pending += [inner] if inner else []

    def _options(self, module: Module, reached: list[Definition]) -> tuple[Option, ...]:
        options: dict[str, Option] = {}
        for option in self._declarations(module, list(module.source.scopes.all())):
            options.setdefault(option.flag, option)
        for definition in reached:
            if definition.module is not module:
                for option in self._declarations(definition.module, definition.nodes()):
                    options.setdefault(option.flag, option)
        return tuple(options.values())

    def _declarations(self, module: Module, nodes: list[ast.AST]) -> Iterator[Option]:
        source = module.source

        def named(name: str) -> Definition | None:
            return self._modules.definition(self._modules.full_name(module, name))

        yield from argparse_options(source, nodes)
        yield from click_options(source, nodes)
        yield from signature_options(nodes, named, self._parameters.of)


def main_guard(tree: ast.Module) -> ast.If | None:
    """`if __name__ == "__main__":`"""
    for node in tree.body:
        if isinstance(node, ast.If) and isinstance(node.test, ast.Compare):
            sides = [node.test.left, *node.test.comparators]
            names = {dotted_name(side) for side in sides}
            texts = {side.value for side in sides if isinstance(side, ast.Constant)}
            if "__name__" in names and "__main__" in texts:
                return node
    return None


def _is_better(target: Definition | None, found: Definition | None) -> bool:
    # What reads the command line comes before what is run with it.
    return found is None or (target is not None and not found.name.startswith("main"))


def _acts_at_once(module: Module) -> bool:
    """Whether loading the file does work: a loop, or a call that trains."""
    if module.source.path.rpartition("/")[2] == "__main__.py":
        return True
    body = module.source.tree.body
    does = any(isinstance(node, (ast.For, ast.While)) for node in body)
    calls = [
        node for node in body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ]
    return (does and bool(calls)) or _trains(module.source.scopes.at_module_level())


def _trains(nodes: Iterable[ast.AST]) -> bool:
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    names = [dotted_name(call.func) or getattr(call.func, "attr", "") for call in calls]
    return does_training(names)


def _installed_commands(root: Path) -> Iterator[str]:
    """The `module:function` of each."""
    try:
        raw = read_regular_file(root / "pyproject.toml", MAX_BYTES, within=root)
        targets = list(tomllib.loads(raw.decode("utf-8"))["project"]["scripts"].values())
    except (OSError, ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return
    yield from (target for target in targets if isinstance(target, str))
