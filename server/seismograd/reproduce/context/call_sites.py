"""Calls in the project that go to its own classes and functions."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from seismograd.reproduce.context.instances import Instances, Scope
from seismograd.reproduce.context.modules import Definition, Module, Modules
from seismograd.reproduce.context.sources import FUNCTIONS

MAX_CALLS = 100_000
MAX_TEXT = 500


@dataclass(frozen=True, slots=True)
class Call:
    module: Module
    caller: Definition | None
    """The function or method that it stands in; None at the level of a module or a class."""
    node: ast.Call
    callee: Definition


def find_calls(modules: Modules, instances: Instances) -> list[Call]:
    """In the order of the source, file by file."""
    found: list[Call] = []
    for module in modules:
        found += _at_module_level(module, instances)
        for definition in list(module.definitions.values()):
            if isinstance(definition.node, FUNCTIONS):
                scope = instances.scope_of(definition)
                found += _resolved(definition.nodes(), scope, definition, instances)
        if len(found) > MAX_CALLS:
            break
    found.sort(key=lambda call: (call.module.source.path, call.node.lineno))
    return found[:MAX_CALLS]


def _at_module_level(module: Module, instances: Instances) -> Iterator[Call]:
    scope = Scope(module, None)
    nodes = module.source.scopes.at_module_level()
    instances.note_assignments(scope, nodes)
    return _resolved(nodes, scope, None, instances)


def _resolved(
    nodes: Iterable[ast.AST], scope: Scope, caller: Definition | None, instances: Instances
) -> Iterator[Call]:
    for node in nodes:
        if isinstance(node, ast.Call):
            callee = instances.callee(node, scope)
            if callee is not None:
                yield Call(scope.module, caller, node, callee)
