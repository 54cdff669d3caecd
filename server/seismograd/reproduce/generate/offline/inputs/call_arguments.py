"""Arguments that the project's own calls give to a parameter, as literals."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.context.project_view import CallSite, Parameter, Symbol
from seismograd.reproduce.generate.offline.inputs.known_settings import KnownSettings
from seismograd.reproduce.generate.offline.inputs.literals import is_literal
from seismograd.reproduce.generate.offline.source_trees import AnyFunction, SourceTrees
from seismograd.source.shallow_parse import parse_expression

MOST_CALLS = 20


class CallArguments:
    def __init__(self, trees: SourceTrees, settings: KnownSettings) -> None:
        self._trees = trees
        self._settings = settings
        self._project = trees.project

    def value(self, symbol: Symbol, parameter: Parameter) -> str | None:
        """The first literal that a call gives, also by way of a name for it; tests count first."""
        for site in self.sites(symbol):
            given = given_arguments(site.text, symbol).get(parameter.name)
            text = self._literal(given, site) if given is not None else None
            if text is not None:
                return text
        return None

    def sites(self, symbol: Symbol) -> list[CallSite]:
        tests = set(self._project.tests)
        found = self._project.calls_of(symbol)
        return sorted(found, key=lambda site: site.file not in tests)[:MOST_CALLS]

    def _literal(self, node: ast.expr, site: CallSite) -> str | None:
        text = ast.unparse(node)
        if is_literal(text):
            return text
        if isinstance(node, ast.Name):
            return self._assigned(node.id, site)
        if isinstance(node, ast.Attribute):
            return self._settings.value(node.attr)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            return self._settings.value(str(node.slice.value))
        return None

    def _assigned(self, name: str, site: CallSite) -> str | None:
        tree = self._trees.tree(site.file)
        found = [
            ast.unparse(node.value)
            for node in _around(tree, site.line)
            if isinstance(node, ast.Assign)
            and any(isinstance(t, ast.Name) and t.id == name for t in node.targets)
        ]
        literals = [text for text in found if is_literal(text)]
        return literals[0] if len(found) == 1 and literals else None


def given_arguments(call: str, symbol: Symbol) -> dict[str, ast.expr]:
    """Of a call as source, by the names of the parameters."""
    try:
        node = parse_expression(call).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    return arguments_of(node, symbol) if isinstance(node, ast.Call) else {}


def arguments_of(call: ast.Call, symbol: Symbol) -> dict[str, ast.expr]:
    """By the names of the parameters; what is starred ends the positional ones."""
    names = [p.name for p in symbol.parameters if not (p.is_keyword_only or p.is_variadic)]
    given: dict[str, ast.expr] = {}
    for name, argument in zip(names, call.args, strict=False):
        if isinstance(argument, ast.Starred):
            break
        given[name] = argument
    return given | {k.arg: k.value for k in call.keywords if k.arg}


def _around(tree: ast.Module | None, line: int) -> Iterator[ast.AST]:
    """The statements of the function around a line, or those outside of all functions."""
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, AnyFunction) and node.lineno <= line <= (node.end_lineno or 0):
            yield from ast.walk(node)
            return
    yield from tree.body if tree else ()
