"""How the project itself uses what the report names: its tests and scripts, up to that call."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain, islice

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.entry_points import main_guard
from seismograd.reproduce.context.project_view import CallSite, Symbol
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.making import Maker
from seismograd.reproduce.generate.offline.inputs.named_sizes import with_named_batch
from seismograd.reproduce.generate.offline.inputs.source_trees import AnyFunction, SourceTrees
from seismograd.reproduce.generate.offline.seeds.calls import ends_the_run, targets
from seismograd.reproduce.generate.offline.seeds.cut_outs import SEED, cut_out_uses

MOST_TARGETS = 4
MOST_USES = 2
MOST_STATEMENTS = 25
_LEFT_OUT = (ast.Assert, ast.Return, ast.Global, ast.Nonlocal)


def from_own_uses(case: Case) -> Iterator[Draft]:
    if not ends_the_run(case):
        return
    maker = Maker(case)
    for symbol in targets(case)[:MOST_TARGETS]:
        cut_out = list(cut_out_uses(maker, symbol))
        sites = _sites(case, symbol) if not cut_out else []
        whole = (draft for site in sites if (draft := _draft(case, maker.trees, symbol, site)))
        yield from islice(chain(cut_out, whole), MOST_USES)


def _sites(case: Case, symbol: Symbol) -> list[CallSite]:
    """Also calls of what a call of the object runs; tests first: they are small."""
    members = {f"{symbol.qualified}.{name}" for name in ("forward", "call", "__call__")}
    tests = set(case.project.tests)
    found = [s for s in case.project.calls if s.callee in members]
    found += [s for s in case.project.calls if s.callee == symbol.qualified]
    outside = [site for site in found if site.file != symbol.file or site.file in tests]
    return sorted(outside, key=lambda site: site.file not in tests)


def _draft(case: Case, trees: SourceTrees, symbol: Symbol, site: CallSite) -> Draft | None:
    tree = trees.tree(site.file)
    body = _body(tree, site.line) if tree else []
    last = next((i for i, s in enumerate(body) if s.lineno <= site.line <= _end(s)), None)
    if tree is None or last is None or last >= MOST_STATEMENTS:
        return None
    kept = _needed(body[: last + 1])
    imports = list(_imports(case, tree, site.file, kept))
    if not imports:
        return None
    draft = Draft(
        idea=f"Do what {site.file} does with {symbol.name}.",
        imports=tuple(imports),
        exercise=tuple(ast.unparse(statement) for statement in kept),
        seed=SEED,
        is_baseline=True,
    )
    return with_named_batch(draft)


def _body(tree: ast.Module, line: int) -> list[ast.stmt]:
    """The statements of the function around a line; one that takes nothing can be written out."""
    for node in ast.walk(tree):
        if isinstance(node, AnyFunction) and node.lineno <= line <= _end(node):
            arguments = node.args
            takes = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
            return [] if takes or isinstance(node, ast.AsyncFunctionDef) else node.body
    guard = main_guard(tree)
    if guard is not None and guard.lineno <= line <= _end(guard):
        return guard.body
    return []


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _needed(body: list[ast.stmt]) -> list[ast.stmt]:
    """What the last statement depends on, by the names that are read and written."""
    kept = [body[-1]]
    wanted = _read(body[-1])
    for statement in reversed(body[:-1]):
        written = _written(statement)
        touched = written | {name for name in _read(statement) if _is_effect(statement)}
        if touched & wanted and not isinstance(statement, _LEFT_OUT):
            kept.append(statement)
            wanted |= _read(statement)
    return [_as_call(one) for one in reversed(kept)]


def _as_call(statement: ast.stmt) -> ast.stmt:
    """A call in an assertion or a return counts; what is said about its result does not."""
    inner = statement.test if isinstance(statement, ast.Assert) else None
    inner = statement.value if isinstance(statement, ast.Return) else inner
    calls = [n for n in ast.walk(inner) if isinstance(n, ast.Call)] if inner else []
    return ast.Expr(calls[0]) if calls else statement


def _is_effect(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr)


def _read(statement: ast.stmt) -> set[str]:
    names = (n for n in ast.walk(statement) if isinstance(n, ast.Name))
    return {n.id for n in names if isinstance(n.ctx, ast.Load)}


def _written(statement: ast.stmt) -> set[str]:
    names = (n for n in ast.walk(statement) if isinstance(n, ast.Name))
    return {n.id for n in names if isinstance(n.ctx, ast.Store)}


def _imports(case: Case, tree: ast.Module, file: str, statements: list[ast.stmt]) -> Iterator[str]:
    used = set().union(*(_read(statement) for statement in statements))
    package = _package(case, file)
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                bound = (alias.asname or alias.name).partition(".")[0]
                if bound in used:
                    yield _absolute(node, alias, package)
    for symbol in case.project.symbols:
        if symbol.file == file and symbol.module and symbol.name in used:
            yield f"from {symbol.module} import {symbol.name}"


def _package(case: Case, file: str) -> str:
    modules = {s.module for s in case.project.symbols if s.file == file}
    return next(iter(modules), "").rpartition(".")[0]


def _absolute(node: ast.Import | ast.ImportFrom, alias: ast.alias, package: str) -> str:
    named = alias.name if alias.asname is None else f"{alias.name} as {alias.asname}"
    if isinstance(node, ast.Import):
        return f"import {named}"
    base = package
    for _ in range(node.level - 1):
        base = base.rpartition(".")[0]
    module = ".".join(filter(None, (base if node.level else "", node.module)))
    return f"from {module} import {named}"
