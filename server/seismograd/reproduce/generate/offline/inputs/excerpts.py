"""What the project's own code does up to some expression, so that it can stand in a script.

Nothing in it is made up: the data, the settings and the order are those of the project.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from seismograd.reproduce.context.entry_points import main_guard
from seismograd.reproduce.context.project_view import CallSite, Symbol, SymbolKind
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
    stored_names,
)
from seismograd.reproduce.generate.offline.inputs.source_trees import AnyFunction

MOST_DEPTH = 3
_FROM_OUTSIDE = re.compile(
    r"\bsys\.argv\b|\.parse_(?:known_)?args\(|(?<![\w.])input\(|os\.environ\b"
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

    def up_to(self, place: Place, names: set[str], excerpt: Excerpt, depth: int = 0) -> None:
        """Adds what gives these names their values; raises `CannotMake`."""
        imported = imported_names(self._project, place.tree, place.file)
        before = leading(_body(place), place.node)
        try:
            kept, free = needed([self._settled(one, set(imported)) for one in before], names)
        except CannotSlice as reason:
            raise CannotMake(str(reason)) from None
        for name in sorted(free):
            self._give(place, name, imported, excerpt, depth)
        self._add(kept, excerpt)

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

    def _add(self, statements: list[ast.stmt], excerpt: Excerpt) -> None:
        """A name has one meaning: what two functions call the same would be mixed up."""
        known = excerpt.defined
        for one in statements:
            text = ast.unparse(one)
            if text in excerpt.statements:
                continue
            if _FROM_OUTSIDE.search(text):
                raise CannotMake(f"{text} asks whoever runs it")
            if isinstance(one, ast.Assign) and stored_names(one) & known - read_names(one):
                raise CannotMake(f"{text} would hide another")
            excerpt.statements.append(text)

    def _give(
        self, place: Place, name: str, imported: dict[str, str], excerpt: Excerpt, depth: int
    ) -> None:
        parameters = _parameters(place.function)
        if name in parameters:
            self._give_parameter(place, name, excerpt, depth)
        elif name in imported:
            excerpt.imports.append(imported[name])
        elif statement := self._import_of(place, name):
            excerpt.imports.append(statement)
        elif not hasattr(builtins, name):
            raise CannotMake(name)

    def _import_of(self, place: Place, name: str) -> str | None:
        own = [s for s in self._project.symbols if s.file == place.file and s.name == name]
        return next((f"from {s.module} import {name}" for s in own if s.module), None)

    def _give_parameter(self, place: Place, name: str, excerpt: Excerpt, depth: int) -> None:
        symbol = self._symbol(place)
        if symbol is None or symbol.kind is not SymbolKind.FUNCTION or depth >= MOST_DEPTH:
            raise CannotMake(name)
        if not self._from_callers(symbol, name, excerpt, depth):
            self._made(symbol, name, excerpt)

    def _from_callers(self, symbol: Symbol, name: str, excerpt: Excerpt, depth: int) -> bool:
        for site in self._project.calls_of(symbol):
            given = given_arguments(site.text, symbol).get(name)
            if given is None:
                continue
            for place in self.places(site):
                trial = Excerpt(excerpt.bench, [*excerpt.imports], [*excerpt.statements])
                try:
                    value = self.settled(place, given)
                    self.up_to(place, read_names(value), trial, depth + 1)
                    self._add(_named(name, ast.unparse(value)), trial)
                except CannotMake:
                    continue
                excerpt.imports, excerpt.statements = trial.imports, trial.statements
                return True
        return False

    def _made(self, symbol: Symbol, name: str, excerpt: Excerpt) -> None:
        parameter = next(p for p in symbol.parameters if p.name == name)
        bench = excerpt.bench
        value = parameter.default or self._maker.argument(bench, symbol, parameter, {}, 0)
        if value is None or bench.made_up or bench.guessed:
            raise CannotMake(name)
        excerpt.imports += bench.imports
        excerpt.statements += [one for one in bench.statements if one not in excerpt.statements]
        self._add(_named(name, value), excerpt)

    def _symbol(self, place: Place) -> Symbol | None:
        """Functions within functions are no symbols."""
        function = place.function
        for symbol in self._project.symbols if function else ():
            if symbol.file == place.file and self._maker.trees.function(symbol) is function:
                return symbol
        return None


def _named(name: str, value: str) -> list[ast.stmt]:
    return [] if name == value else ast.parse(f"{name} = {value}").body


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
        return ast.unparse(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return text
