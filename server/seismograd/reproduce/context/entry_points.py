"""Scripts of a project that can be run, and what they can be told."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from seismograd.reproduce.context.call_sites import Call
from seismograd.reproduce.context.command_lines import argparse_options, click_options
from seismograd.reproduce.context.modules import (
    Definition,
    Module,
    Modules,
    dotted_name,
)
from seismograd.reproduce.context.project_view import EntryPoint, Option
from seismograd.reproduce.context.roles import does_training
from seismograd.reproduce.context.sources import FUNCTIONS, SourceFile

_NO_ENTRIES = frozenset({"setup.py", "conftest.py", "__init__.py", "noxfile.py"})


class EntryPoints:
    def __init__(self, modules: Modules, calls: Iterable[Call]) -> None:
        self._modules = modules
        self._callees: dict[object, list[Definition]] = {}
        for call in calls:
            key = call.caller.full_name if call.caller else call.module.key
            self._callees.setdefault(key, []).append(call.callee)

    def find(self, tests: frozenset[str]) -> tuple[EntryPoint, ...]:
        """Those that train come first."""
        modules = (one for one in self._modules if one.source.path not in tests)
        found = [self._entry(module) for module in modules if _is_run(module)]
        return tuple(sorted(found, key=lambda e: (not e.trains, e.file)))

    def _entry(self, module: Module) -> EntryPoint:
        reached = list(self._reached(module))
        options = self._options(module, reached)
        trains = _trains(module.source.scopes.all()) or any(_trains(d.nodes()) for d in reached)
        return EntryPoint(module.source.path, module.name, options, trains)

    def _reached(self, module: Module) -> Iterator[Definition]:
        """What runs in the project when the script does, as far as calls are plain."""
        pending = list(self._callees.get(module.key, []))
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
        options = list(_declared(module.source, module.source.scopes.all()))
        for definition in reached:
            if definition.module is not module:
                options += _declared(definition.module.source, definition.nodes())
        known: dict[str, Option] = {}
        for option in options:
            known.setdefault(option.flag, option)
        return tuple(known.values())


def _declared(source: SourceFile, nodes: Iterable[ast.AST]) -> Iterator[Option]:
    listed = list(nodes)
    yield from argparse_options(source, listed)
    yield from click_options(source, listed)


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


def _is_run(module: Module) -> bool:
    name = module.source.path.rpartition("/")[2]
    return main_guard(module.source.tree) is not None or (
        name not in _NO_ENTRIES and _acts_at_once(module)
    )


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
