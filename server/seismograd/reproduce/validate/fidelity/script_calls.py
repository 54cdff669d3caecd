"""Calls of a script that go to the project, and what each parameter is given."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from seismograd.reproduce.context.modules import dotted_name
from seismograd.reproduce.context.project_view import ProjectView, Symbol, SymbolKind
from seismograd.reproduce.validate.script_names import names_of

_CALLED_AS_OBJECT = ("forward", "__call__", "call")
_SAME_OBJECT = frozenset({"cpu", "cuda", "double", "eval", "float", "half", "to", "train"})
"""Methods of frameworks that give back what they are called on."""


@dataclass(frozen=True, slots=True)
class ScriptCall:
    node: ast.Call
    callee: Symbol
    owner: Symbol | None = None
    """The class of the object that it is called on."""

    def given(self) -> Iterator[tuple[str, ast.expr]]:
        """Names of parameters, and what they are given: also `**{"name": value}`."""
        positional = [
            one.name
            for one in self.callee.parameters
            if not one.is_keyword_only and not one.is_variadic
        ]
        plain = [one for one in self.node.args if not isinstance(one, ast.Starred)]
        if len(plain) == len(self.node.args):
            yield from zip(positional, plain, strict=False)
        yield from ((one.arg, one.value) for one in self.node.keywords if one.arg)
        for one in self.node.keywords:
            if one.arg is None and isinstance(one.value, ast.Dict):
                yield from entries(one.value)


class ScriptCalls:
    def __init__(self, tree: ast.Module, project: ProjectView) -> None:
        self._project = project
        self._imported = names_of(tree).imported
        self._nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        self._made = dict(self._objects(tree))

    def __iter__(self) -> Iterator[ScriptCall]:
        """In the order of the source."""
        found = (self._call(node) for node in self._nodes)
        known = [call for call in found if call is not None]
        return iter(sorted(known, key=lambda call: (call.node.lineno, call.node.col_offset)))

    @property
    def objects(self) -> Mapping[str, Symbol]:
        """Names of the script, and the classes of what they hold."""
        return self._made

    def _call(self, node: ast.Call) -> ScriptCall | None:
        node = self._filled_in(node)
        called = dotted_name(node.func)
        if symbol := self._symbol(called):
            return ScriptCall(node, symbol)
        if owner := self._made.get(called):
            return self._on(node, owner, _CALLED_AS_OBJECT)
        if isinstance(node.func, ast.Attribute) and (owner := self._class_of(node.func.value)):
            return self._on(node, owner, (node.func.attr,))
        return None

    def _filled_in(self, node: ast.Call) -> ast.Call:
        """`partial(Net, width=3)` gives what `Net(width=3)` gives."""
        head, _, rest = dotted_name(node.func).partition(".")
        full = f"{self._imported.get(head, '')}.{rest}".strip(".")
        if full != "functools.partial" or not node.args:
            return node
        called = ast.Call(node.args[0], node.args[1:], node.keywords)
        return ast.copy_location(called, node)

    def _on(self, node: ast.Call, owner: Symbol, names: tuple[str, ...]) -> ScriptCall | None:
        for name in names:
            if method := method_of(self._project, owner, name):
                return ScriptCall(node, method, owner)
        return None

    def _symbol(self, dotted: str) -> Symbol | None:
        """Also where a package passes on what one of its modules defines."""
        head, _, rest = dotted.partition(".")
        if head not in self._imported:
            return None
        full = self._imported[head] + (f".{rest}" if rest else "")
        found = [one for one in self._project.symbols if one.qualified == full]
        if not found:
            top, last = full.partition(".")[0], full.rpartition(".")[2]
            found = [
                one
                for one in self._project.symbols
                if one.name == last and one.module.partition(".")[0] == top
            ]
        called = [one for one in found if one.kind is not SymbolKind.CONSTANT]
        # What is passed on lies less deep than what is made for one backend alone.
        return min(called, key=lambda one: one.qualified.count("."), default=None)

    def _objects(self, tree: ast.Module) -> Iterator[tuple[str, Symbol]]:
        for node in ast.walk(tree):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as value):
                    if made := self._made_by(value):
                        yield name, made

    def _class_of(self, node: ast.expr) -> Symbol | None:
        if isinstance(node, ast.Name):
            return self._made.get(node.id)
        return self._made_by(node) if isinstance(node, ast.Call) else None

    def _made_by(self, call: ast.Call) -> Symbol | None:
        """`Net()`, also within `Net().to(device).eval()`."""
        match call.func:
            case ast.Attribute(value=ast.Call() as inner, attr=name) if name in _SAME_OBJECT:
                return self._made_by(inner)
        symbol = self._symbol(dotted_name(call.func))
        return symbol if symbol is not None and symbol.kind is SymbolKind.CLASS else None


def entries(given: ast.Dict) -> Iterator[tuple[str, ast.expr]]:
    for key, value in zip(given.keys, given.values, strict=True):
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            yield key.value, value


def method_of(project: ProjectView, owner: Symbol, name: str) -> Symbol | None:
    """Its own, else that of the nearest base class in the project."""
    for full in (owner.qualified, *owner.bases):
        for symbol in project.symbols:
            if symbol.kind is SymbolKind.METHOD and symbol.qualified == f"{full}.{name}":
                return symbol
    return None
