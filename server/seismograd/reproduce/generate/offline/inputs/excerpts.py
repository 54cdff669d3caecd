"""What the project's own code does up to some expression, so that it can stand in a script.

Nothing in it is made up: the data, the settings and the order are those of the project.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from textwrap import dedent

from seismograd.reproduce.context.entry_points import main_guard
from seismograd.reproduce.context.project_view import CallSite, Symbol, SymbolKind
from seismograd.reproduce.context.readme import python_in_readme
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.call_arguments import given_arguments
from seismograd.reproduce.generate.offline.inputs.imported_names import imported_names
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.inputs.settled import Settled
from seismograd.reproduce.generate.offline.inputs.slicing import (
    CannotSlice,
    leading,
    needed,
    read_names,
    renamed,
    stored_names,
)
from seismograd.reproduce.generate.offline.inputs.source_trees import AnyFunction
from seismograd.source.shallow_parse import parse_expression, parse_module

MOST_DEPTH = 3
NO_OPTIONS = "sys.argv = sys.argv[:1]"
_FROM_OUTSIDE = re.compile(
    r"\bsys\.argv\b(?! = )|\.parse_(?:known_)?args\((?!\[\])|(?<![\w.])input\(|os\.environ\b"
)


@dataclass(slots=True)
class Excerpt:
    bench: Bench
    """Where that is made which nobody in the project gives."""
    imports: list[str] = field(default_factory=list)
    statements: list[str] = field(default_factory=list)

    @property
    def defined(self) -> set[str]:
        return {name for one in self.statements for name in stored_names(ast.parse(one))}


@dataclass(frozen=True, slots=True)
class Place:
    """An expression, and the function around it; None where a file does it when it is run."""

    file: str
    tree: ast.Module
    function: AnyFunction | None
    node: ast.expr


@dataclass(frozen=True, slots=True)
class _Scope:
    place: Place
    depth: int = 0
    taken: frozenset[str] = frozenset()
    """Names that mean something else where this is called from."""


class Excerpts:
    """For one case."""

    def __init__(self, maker: Maker) -> None:
        self._maker = maker
        self._project = maker.project

    def places(self, site: CallSite) -> Iterator[Place]:
        """The calls on that line that read like the site."""
        tree = self._maker.trees.tree(site.file)
        if tree is None:
            return
        text = _unparsed(site.text)
        calls = (n for n in ast.walk(tree) if isinstance(n, ast.Call) and n.lineno == site.line)
        for node in calls:
            if ast.unparse(node) == text:
                yield Place(site.file, tree, _function_around(tree, node), node)

    def shown_places(self, is_meant: Callable[[ast.Call], bool]) -> Iterator[Place]:
        """Calls in what the report and the README show."""
        for code in (*self._maker.shown_code, *python_in_readme(self._project.root)):
            try:
                tree = parse_module(dedent(code))
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and is_meant(node):
                    yield Place("", tree, _function_around(tree, node), node)

    def up_to(self, place: Place, names: set[str], excerpt: Excerpt) -> dict[str, str]:
        """Adds what gives these names their values, and says what they are called there.

        Raises `CannotMake`.
        """
        return self._up_to(_Scope(place), names, excerpt)

    def _up_to(self, scope: _Scope, names: set[str], excerpt: Excerpt) -> dict[str, str]:
        place = scope.place
        imported = imported_names(self._project, place.tree, place.file)
        before = leading(_body(place), place.node)
        try:
            kept, free = needed([self._settled(one, set(imported)) for one in before], names)
        except CannotSlice as reason:
            raise CannotMake(str(reason)) from None
        given = free & _parameters(place.function)
        own = given.union(*map(stored_names, kept))
        called = {name: f"{name}_" for name in own & scope.taken}
        for name in sorted(free - given):
            excerpt.imports += self._import_of(place, name, imported)
        for name in sorted(given):
            called[name] = self._parameter(scope, name, called.get(name, name), own, excerpt)
        self._add((renamed(ast.unparse(one), called) for one in kept), excerpt)
        return called

    def settled(self, place: Place, node: ast.expr) -> ast.expr:
        """An expression there, with the values of settings in the place of their names."""
        modules = set(imported_names(self._project, place.tree, place.file))
        statement = self._settled(ast.Expr(node), modules)
        assert isinstance(statement, ast.Expr)
        return statement.value

    def _settled(self, node: ast.stmt, modules: set[str]) -> ast.stmt:
        copied = ast.parse(ast.unparse(node)).body[0]
        Settled(self._maker.settings, modules).generic_visit(copied)
        return copied

    def _add(self, statements: Iterable[str], excerpt: Excerpt) -> None:
        for text in statements:
            text = text.replace(".parse_args()", ".parse_args([])")
            if self._asks_for_options(text):
                raise CannotMake(f"{text} needs options")
            if self._reads_command_line(text):
                excerpt.imports.append("import sys")
                excerpt.statements[:0] = [NO_OPTIONS][: NO_OPTIONS not in excerpt.statements]
            if _FROM_OUTSIDE.search(text):
                raise CannotMake(f"{text} asks whoever runs it")
            if text not in excerpt.statements:
                excerpt.statements.append(text)

    def _reads_command_line(self, text: str) -> bool:
        """Whether it calls a function of the project that does."""
        return any(".parse_args()" in ast.unparse(node) for node in self._called(text))

    def _asks_for_options(self, text: str) -> bool:
        """Whether somebody has to say something for it."""
        if ".parse_args([])" not in text and not self._reads_command_line(text):
            return False
        entries = self._project.entry_points
        return any(option.required for entry in entries for option in entry.options)

    def _called(self, text: str) -> Iterator[AnyFunction]:
        names = {ast.unparse(n.func) for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Call)}
        for symbol in self._project.symbols:
            node = self._maker.trees.function(symbol) if symbol.name in names else None
            if node is not None:
                yield node

    def _import_of(self, place: Place, name: str, imported: Mapping[str, str]) -> list[str]:
        own = [s for s in self._project.symbols if s.file == place.file and s.name == name]
        found = imported.get(name)
        found = found or next((f"from {s.module} import {name}" for s in own if s.module), None)
        if found is None and not hasattr(builtins, name):
            raise CannotMake(name)
        return [found] if found else []

    def _parameter(
        self, scope: _Scope, name: str, wish: str, own: set[str], excerpt: Excerpt
    ) -> str:
        """What holds the value of a parameter: whoever calls the function gives it."""
        symbol = self._symbol(scope.place)
        if symbol is None or scope.depth >= MOST_DEPTH:
            raise CannotMake(name)
        for place in (p for site in self._project.calls_of(symbol) for p in self.places(site)):
            arguments = _arguments(place, symbol)
            same = {p for p, value in arguments.items() if ast.unparse(value) == p}
            outside = _Scope(place, scope.depth + 1, frozenset(scope.taken | own - same))
            with suppress(CannotMake):
                if name in arguments:
                    return self._from_caller(outside, arguments[name], wish, excerpt)
        if symbol.kind is not SymbolKind.FUNCTION:
            raise CannotMake(name)
        return self._made(symbol, name, wish, excerpt)

    def _from_caller(self, scope: _Scope, given: ast.expr, wish: str, excerpt: Excerpt) -> str:
        trial = Excerpt(excerpt.bench, [*excerpt.imports], [*excerpt.statements])
        value = self.settled(scope.place, given)
        called = self._up_to(scope, read_names(value), trial)
        text = renamed(ast.unparse(value), called)
        is_variable = isinstance(value, ast.Name)
        self._add([] if is_variable else [f"{wish} = {text}"], trial)
        excerpt.imports, excerpt.statements = trial.imports, trial.statements
        return text if is_variable else wish

    def _made(self, symbol: Symbol, name: str, wish: str, excerpt: Excerpt) -> str:
        parameter = next(p for p in symbol.parameters if p.name == name)
        bench = excerpt.bench
        value = parameter.default or self._maker.argument(bench, symbol, parameter, {}, 0)
        if value is None or bench.made_up or bench.guessed:
            raise CannotMake(name)
        if parameter.default is not None:
            excerpt.imports += self._imports_of_default(symbol, parameter.default)
        excerpt.imports += bench.imports
        self._add([*bench.statements, *([] if value == wish else [f"{wish} = {value}"])], excerpt)
        return wish

    def _imports_of_default(self, symbol: Symbol, default: str) -> list[str]:
        tree = self._maker.trees.tree(symbol.file) or ast.Module([], [])
        node = ast.parse(default, mode="eval").body
        place = Place(symbol.file, tree, None, node)
        imported = imported_names(self._project, tree, symbol.file)
        return [one for name in read_names(node) for one in self._import_of(place, name, imported)]

    def _symbol(self, place: Place) -> Symbol | None:
        """Functions within functions are no symbols."""
        function = place.function
        for symbol in self._project.symbols if function else ():
            if symbol.file == place.file and self._maker.trees.function(symbol) is function:
                return symbol
        return None


def _arguments(place: Place, symbol: Symbol) -> dict[str, ast.expr]:
    """By the names of the parameters; of a method, also the object that it is called on."""
    given = given_arguments(ast.unparse(place.node), symbol)
    called = place.node.func if isinstance(place.node, ast.Call) else None
    if symbol.kind is SymbolKind.METHOD and isinstance(called, ast.Attribute):
        given["self"] = called.value
    return given


def _body(place: Place) -> list[ast.stmt]:
    """Of a file that is run, also what comes before its guard."""
    if place.function is not None:
        return place.function.body
    definitions = AnyFunction | ast.ClassDef | ast.Import | ast.ImportFrom
    plain = [one for one in place.tree.body if not isinstance(one, definitions)]
    guard = main_guard(place.tree)
    inside = guard is not None and any(one is place.node for one in ast.walk(guard))
    return plain if inside or guard is None else [one for one in plain if one is not guard]


def _parameters(function: AnyFunction | None) -> set[str]:
    if function is None:
        return set()
    given = function.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    return {one.arg for one in every if one is not None}


def _function_around(tree: ast.Module, node: ast.AST) -> AnyFunction | None:
    """The innermost one."""
    found = [
        one
        for one in ast.walk(tree)
        if isinstance(one, AnyFunction) and any(inner is node for inner in ast.walk(one))
    ]
    return max(found, key=lambda one: one.lineno, default=None)


def _unparsed(text: str) -> str:
    try:
        return ast.unparse(parse_expression(text).body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return text
