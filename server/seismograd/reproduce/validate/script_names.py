"""Which names from elsewhere a script uses, and with which keyword arguments it calls them."""

from __future__ import annotations

import ast
import builtins
import symtable
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(slots=True)
class ScriptNames:
    imported: dict[str, str] = field(default_factory=dict)
    """Names in the script, and what they stand for, dotted."""
    used: dict[str, set[str]] = field(default_factory=dict)
    """Dotted names that are read, with the keywords of the calls of each."""
    lines: dict[str, int] = field(default_factory=dict)
    stars: bool = False

    def note(self, dotted: str, line: int, keywords: set[str] | None = None) -> None:
        self.used.setdefault(dotted, set()).update(keywords or ())
        self.lines.setdefault(dotted, line)


def names_of(tree: ast.Module) -> ScriptNames:
    names = ScriptNames()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            _take_import(node, names)
        elif isinstance(node, ast.ImportFrom):
            _take_import_from(node, names)
    rebound = _rebound(tree)
    names.imported = {k: v for k, v in names.imported.items() if k not in rebound}
    for node in ast.walk(tree):
        _take_use(node, names)
    return names


def undefined_names(source: str, names: ScriptNames) -> list[str]:
    """Names that are read somewhere and bound nowhere in the script."""
    if names.stars:
        return []
    tables = list(_tables(symtable.symtable(source, "script", "exec")))
    bound = {s.get_name() for t in tables for s in t.get_symbols() if _is_bound(s)}
    read = {s.get_name() for t in tables for s in t.get_symbols() if s.is_referenced()}
    known = bound | set(dir(builtins)) | {"__file__", "__name__", "__class__"}
    return sorted(read - known)


def _take_import(node: ast.Import, names: ScriptNames) -> None:
    for alias in node.names:
        names.note(alias.name, node.lineno)
        first = alias.name.partition(".")[0]
        names.imported[alias.asname or first] = alias.name if alias.asname else first


def _take_import_from(node: ast.ImportFrom, names: ScriptNames) -> None:
    module = "." * node.level + (node.module or "")
    for alias in node.names:
        if alias.name == "*":
            names.stars = True
            names.note(module, node.lineno)
            continue
        names.note(f"{module}.{alias.name}", node.lineno)
        names.imported[alias.asname or alias.name] = f"{module}.{alias.name}"


def _take_use(node: ast.AST, names: ScriptNames) -> None:
    if isinstance(node, ast.Call):
        dotted = _dotted(node.func, names)
        keywords = {keyword.arg for keyword in node.keywords if keyword.arg}
        if dotted:
            names.note(dotted, node.lineno, keywords)
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        dotted = _dotted(node, names)
        if dotted:
            names.note(dotted, node.lineno)


def _dotted(node: ast.expr, names: ScriptNames) -> str | None:
    """What an expression of names and dots stands for, where it begins with an import."""
    if isinstance(node, ast.Name):
        return names.imported.get(node.id)
    if isinstance(node, ast.Attribute):
        base = _dotted(node.value, names)
        return f"{base}.{node.attr}" if base else None
    return None


def _rebound(tree: ast.Module) -> set[str]:
    """Names that the script also assigns to: what they stand for is not sure."""
    stored = {
        n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    arguments = {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
    return stored | arguments


def _is_bound(symbol: symtable.Symbol) -> bool:
    return symbol.is_assigned() or symbol.is_imported() or symbol.is_parameter()


def _tables(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    yield table
    for child in table.get_children():
        yield from _tables(child)


def root_name(node: ast.AST) -> str:
    """`a` of `a.b[0].c`; "" where it begins with something else."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
