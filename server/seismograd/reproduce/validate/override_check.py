"""Objects of the project that a script makes over: then the bug would be the script's own.

What the report itself does so is what it is about, and stays allowed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from textwrap import dedent

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.context.sources import read_text
from seismograd.reproduce.validate.parsing import Unfit
from seismograd.reproduce.validate.script_names import names_of, root_name
from seismograd.source.shallow_parse import parse_module

_BUILT = (Role.NETWORK, Role.LAYER)
_FREE = ("__init__", "training")
"""A subclass may be built in another way, and a mode is no part of a network."""


def demand_originals(tree: ast.Module, case: Case) -> None:
    """Raises `Unfit`."""
    classes = _classes(tree, case)
    complaints = [*_overrides(tree, case, classes), *_exchanges(tree, case, classes)]
    if complaints:
        raise Unfit("\n".join(complaints))


def _classes(tree: ast.Module, case: Case) -> dict[str, Symbol]:
    """Of the project, by how the script calls them."""
    imported = names_of(tree).imported
    known = {s.name: s for s in case.project.symbols if s.kind is SymbolKind.CLASS}
    used = {name: dotted.rpartition(".")[2] for name, dotted in imported.items()}
    found = {name: known[last] for name, last in used.items() if last in known}
    modules = {s.module: s for s in case.project.symbols}
    for name, dotted in imported.items():
        if dotted in modules:
            found |= {f"{name}.{s.name}": s for s in known.values() if s.module == dotted}
    return found


def _overrides(tree: ast.Module, case: Case, classes: dict[str, Symbol]) -> Iterator[str]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef):
            continue
        for base in (classes.get(ast.unparse(one)) for one in node.bases):
            for method in node.body if base is not None else ():
                if base is not None and _makes_over(method, base, case):
                    yield (
                        f"Line {method.lineno} writes a method of {base.name} anew; what it does "
                        "then is not the project's doing."
                    )


def _makes_over(method: ast.stmt, base: Symbol, case: Case) -> bool:
    if not isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef) or method.name in _FREE:
        return False
    ancestors = {base.qualified, *base.bases}
    return not re.search(rf"\bdef {method.name}\b", case.report.text) and any(
        symbol.name.rpartition(".")[2] == method.name
        and symbol.qualified.rpartition(".")[0] in ancestors
        and _does_something(symbol, case)
        for symbol in case.project.symbols
        if symbol.kind is SymbolKind.METHOD
    )


def _does_something(method: Symbol, case: Case) -> bool:
    """Unlike one that is there to be overridden."""
    text = read_text(case.root, method.file) or ""
    lines = text.splitlines()[method.line - 1 : method.last_line]
    try:
        found = parse_module(dedent("\n".join(lines))).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True
    body = found[0].body if found and isinstance(found[0], ast.FunctionDef) else []
    return any(not isinstance(one, ast.Pass | ast.Raise) and not _is_bare(one) for one in body)


def _is_bare(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr | ast.Return) and (
        statement.value is None or isinstance(statement.value, ast.Constant)
    )


def _exchanges(tree: ast.Module, case: Case, classes: dict[str, Symbol]) -> Iterator[str]:
    """Parts of a network, and methods of anything, that another thing is put in the place of."""
    methods = {
        s.name.rpartition(".")[2] for s in case.project.symbols if s.kind is SymbolKind.METHOD
    }
    made = dict(_made(tree, classes))
    for target, line in _stored(tree):
        symbol = made.get(root_name(target))
        if symbol is None or target.attr in _FREE or _is_named(target.attr, case):
            continue
        if target.attr in methods or (symbol.role in _BUILT and _is_part(target)):
            yield (
                f"Line {line} puts something else in the place of {ast.unparse(target)}; use what "
                f"{symbol.name} makes itself."
            )


def _made(tree: ast.Module, classes: dict[str, Symbol]) -> Iterator[tuple[str, Symbol]]:
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call):
                for inner in ast.walk(call):
                    called = ast.unparse(inner.func) if isinstance(inner, ast.Call) else ""
                    if called in classes and inner in (call, _receiver(call)):
                        yield name, classes[called]


def _receiver(call: ast.Call) -> ast.expr | None:
    """`Net()` of `Net().eval()`."""
    return call.func.value if isinstance(call.func, ast.Attribute) else None


def _stored(tree: ast.Module) -> Iterator[tuple[ast.Attribute, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
            yield node, node.lineno
        match node:
            case ast.Call(
                func=ast.Name(id="setattr"), args=[owner, ast.Constant(value=str(name)), *_]
            ):
                yield ast.Attribute(owner, name, ast.Store()), node.lineno


def _is_part(target: ast.Attribute) -> bool:
    """`net.head`, `net.encoder.norm` and `net.head.weight.data`, but not `net.config.size`."""
    return not re.search(
        r"\b(?:config|cfg|options|settings|hparams|args)\b|\.grad$", ast.unparse(target)
    )


def _is_named(attribute: str, case: Case) -> bool:
    return re.search(rf"\b{re.escape(attribute)}\b", case.report.text) is not None
