"""Options that a report names, and whether a run passed all places that listen to them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.identifiers import tokens_of
from seismograd.reproduce.context.project_view import Parameter, Symbol, SymbolKind
from seismograd.reproduce.observation import Observation

MOST_BYTES = 300_000
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def named_options(case: Case) -> Iterator[tuple[Symbol, Parameter]]:
    """Parameters of classes and functions that the report speaks of by name."""
    title = set(tokens_of(case.report.title))
    words = title | set(tokens_of(case.report.text))
    names = {name.rpartition(".")[2].lower() for name in case.report.names}
    names |= {value.name.lower() for value in case.report.values}
    for symbol in case.project.symbols:
        if symbol.kind is SymbolKind.METHOD or not symbol.module:
            continue
        for parameter in symbol.parameters:
            plain = parameter.name.lower()
            if plain in names or ("_" in plain and plain in words) or plain in title:
                yield symbol, parameter


def all_listeners_were_heard(case: Case, seen: Observation) -> bool:
    """Where some code that reads an option never ran, no effect of it was to be expected."""
    names = {parameter.name for _, parameter in named_options(case)}
    entered = {(one.file, one.function.rpartition(".")[2]) for one in seen.reached}
    files = {symbol.file for symbol in case.project.symbols} - set(case.project.tests)
    listeners = {(file, name) for file in files for name in _listening(case, file, names)}
    return bool(names) and listeners <= entered


def speaks_of_option(case: Case, patch: Patch) -> bool:
    names = {parameter.name for _, parameter in named_options(case)}
    return any(name in patch.what for name in names)


def _listening(case: Case, file: str, names: set[str]) -> Iterator[str]:
    """Functions that do more with an option than to keep it or to pass it on by its name."""
    try:
        tree = ast.parse((case.root / file).read_bytes()[:MOST_BYTES])
    except (OSError, ValueError, SyntaxError, RecursionError):
        return
    for function in ast.walk(tree):
        if isinstance(function, _Function) and any(
            _reads(node, names) for node in _telling(function, names)
        ):
            yield function.name


def _telling(function: _Function, names: set[str]) -> Iterator[ast.AST]:
    kept: set[int] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and _is_mere_keeping(node, names):
            kept |= {id(inner) for inner in ast.walk(node)}
    yield from (node for node in ast.walk(function) if id(node) not in kept)


def _is_mere_keeping(node: ast.Assign, names: set[str]) -> bool:
    target = node.targets[0]
    value = node.value.id if isinstance(node.value, ast.Name) else None
    return isinstance(target, ast.Attribute) and value in names and target.attr == value


def _reads(node: ast.AST, names: set[str]) -> bool:
    if isinstance(node, ast.Name):
        return isinstance(node.ctx, ast.Load) and node.id in names
    if isinstance(node, ast.Attribute):
        return isinstance(node.ctx, ast.Load) and node.attr in names
    return isinstance(node, ast.Constant) and node.value in names
