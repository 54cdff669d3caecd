"""Parts of packages that a script puts something else in the place of."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_FREE = ("sys.argv", "sys.path", "sys.stdout", "sys.stderr", "os.environ")


def replaced_parts(tree: ast.Module, imported: dict[str, str]) -> Iterator[str]:
    """Settings that are plain values are free: `torch.backends.cudnn.deterministic = True`."""
    roots = _aliases(tree, set(imported))
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ctx=ast.Store() | ast.Del()):
                if _root(node) in roots and not _is_free(tree, node, imported):
                    yield f"Line {node.lineno} replaces {ast.unparse(node)}, which is not its own."
            case ast.Subscript(ctx=ast.Store() | ast.Del(), value=holder) if _is_namespace(holder):
                yield f"Line {node.lineno} writes into {ast.unparse(holder)}."


def _aliases(tree: ast.Module, roots: set[str]) -> set[str]:
    """Names that stand for something that was imported: `linear = torch.nn.Linear`."""
    found, before = set(roots), 0
    while len(found) != before:
        before = len(found)
        for node in ast.walk(tree):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Attribute() | ast.Name()):
                    if _root(node.value) in found:
                        found.add(name)
                case ast.For(target=ast.Name(id=name), iter=listed):
                    if any(_root(one) in found for one in ast.iter_child_nodes(listed)):
                        found.add(name)
    return found


def _is_free(tree: ast.Module, target: ast.Attribute, imported: dict[str, str]) -> bool:
    root = _root(target)
    dotted = ast.unparse(target).replace(root, imported.get(root, root), 1)
    if dotted.startswith(_FREE):
        return True
    values = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and any(one is target for one in node.targets)
    ]
    return bool(values) and all(isinstance(one, ast.Constant) for one in values)


def _is_namespace(value: ast.expr) -> bool:
    match value:
        case ast.Call(func=ast.Name(id="vars")) | ast.Attribute(attr="__dict__"):
            return True
    return False


def _root(node: ast.AST) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
