"""What a script changes in the project itself: its settings are free, its code is not."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from seismograd.reproduce.context.project_view import ProjectView, SymbolKind

_CODE = (SymbolKind.CLASS, SymbolKind.FUNCTION, SymbolKind.METHOD)
_PATCHING = ("patch", "patch.object", "patch.dict", "patch.multiple")
_SETTING = ("setattr", "delattr")


def meddling(tree: ast.Module, imported: Mapping[str, str], project: ProjectView) -> Iterator[str]:
    """`imported` are the script's names for what is of the project."""
    code = {s.name.rpartition(".")[2] for s in project.symbols if s.kind in _CODE}
    modules = {s.module for s in project.symbols}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from _assigned(target, node.value, imported, code)
        elif isinstance(node, ast.AugAssign | ast.AnnAssign) and node.value is not None:
            yield from _assigned(node.target, node.value, imported, code)
        elif isinstance(node, ast.Delete):
            yield from _deleted(node, imported)
        elif isinstance(node, ast.Call):
            yield from _called(node, imported, modules)


def _assigned(
    target: ast.expr, value: ast.expr, imported: Mapping[str, str], code: set[str]
) -> Iterator[str]:
    for node in ast.walk(target):
        if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Store):
            continue
        if _root(node) in imported and not _is_setting(node, value, imported, code):
            yield f"Line {node.lineno} changes {ast.unparse(node)} of the project itself."


def _is_setting(
    target: ast.Attribute, value: ast.expr, imported: Mapping[str, str], code: set[str]
) -> bool:
    """A value, and no code, for what is a value in the project: `config.EPOCHS = 1`."""
    owner = ast.unparse(target.value).rpartition(".")[2]
    stands_for = imported.get(owner, owner).rpartition(".")[2]
    return target.attr not in code and stands_for not in code and _is_plain(value)


def _is_plain(value: ast.expr) -> bool:
    """Numbers, texts and paths; `None` takes something away."""
    if isinstance(value, ast.Constant):
        return value.value is not None
    if isinstance(value, ast.Name):
        return value.id.isupper()
    if isinstance(value, ast.Call):
        return ast.unparse(value.func) in ("str", "int", "float", "Path", "os.path.join")
    parts = (ast.List, ast.Tuple, ast.UnaryOp, ast.BinOp)
    inner = [one for one in ast.iter_child_nodes(value) if isinstance(one, ast.expr)]
    return isinstance(value, parts) and all(map(_is_plain, inner))


def _deleted(node: ast.Delete, imported: Mapping[str, str]) -> Iterator[str]:
    for target in node.targets:
        if isinstance(target, ast.Attribute) and _root(target) in imported:
            yield f"Line {node.lineno} takes {ast.unparse(target)} away from the project."


def _called(call: ast.Call, imported: Mapping[str, str], modules: set[str]) -> Iterator[str]:
    name = ast.unparse(call.func)
    is_patching = any(name == one or name.endswith(f".{one}") for one in _PATCHING)
    if not call.args or not (is_patching or name in _SETTING):
        return
    first = call.args[0]
    is_ours = _root(first) in imported
    if isinstance(first, ast.Constant) and isinstance(first.value, str):
        is_ours = any(first.value == one or first.value.startswith(f"{one}.") for one in modules)
    if is_ours:
        yield f"Line {call.lineno} replaces something of the project itself: {name}."


def _root(node: ast.AST) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
