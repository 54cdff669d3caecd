"""What a script puts in the place of other code: of packages, and of the project itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from seismograd.reproduce.context.project_view import ProjectView, SymbolKind
from seismograd.reproduce.validate.script_names import root_name
from seismograd_sandbox.guest.loss_recorder import LOSSES

_HELPER = ast.parse(LOSSES).body
_TEXTS = [ast.dump(statement) for statement in _HELPER]
_OWN_NAMES = ("backward", "note_loss")


def without_recorder(tree: ast.Module) -> ast.Module:
    """The tree itself where the helper is not in it, to the letter and bound nowhere else."""
    texts = [ast.dump(statement) for statement in tree.body]
    for at in range(len(texts) - len(_TEXTS) + 1):
        end = at + len(_TEXTS)
        if texts[at:end] == _TEXTS:
            rest = ast.Module([*tree.body[:at], *tree.body[end:]], tree.type_ignores)
            return tree if _binds_own_names(rest) else rest
    return tree


def _binds_own_names(tree: ast.Module) -> bool:
    """Whoever binds them anew decides what the helper calls."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.alias(asname=str(name)):
                found = [name]
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.alias(name=name):
                found = [name]
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                found = names
            case _:
                continue
        if any(name in _OWN_NAMES for name in found):
            return True
    return False


_FREE = ("sys.argv", "sys.path", "sys.stdout", "sys.stderr", "os.environ")


def replaced_parts(tree: ast.Module, imported: dict[str, str]) -> Iterator[str]:
    """Settings that are plain values are free: `torch.backends.cudnn.deterministic = True`."""
    roots = _aliases(tree, set(imported))
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ctx=ast.Store() | ast.Del()):
                if root_name(node) in roots and not _is_free(tree, node, imported):
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
                    if root_name(node.value) in found:
                        found.add(name)
                case ast.For(target=ast.Name(id=name), iter=listed):
                    if any(root_name(one) in found for one in ast.iter_child_nodes(listed)):
                        found.add(name)
    return found


def _is_free(tree: ast.Module, target: ast.Attribute, imported: dict[str, str]) -> bool:
    root = root_name(target)
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


_CODE = (SymbolKind.CLASS, SymbolKind.FUNCTION, SymbolKind.METHOD)
_PATCHING = ("patch", "patch.object", "patch.dict", "patch.multiple")
_SETTING = ("setattr", "delattr")


def project_changes(
    tree: ast.Module, imported: Mapping[str, str], project: ProjectView
) -> Iterator[str]:
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
        if root_name(node) in imported and not _is_setting(node, value, imported, code):
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
        if isinstance(target, ast.Attribute) and root_name(target) in imported:
            yield f"Line {node.lineno} takes {ast.unparse(target)} away from the project."


def _called(call: ast.Call, imported: Mapping[str, str], modules: set[str]) -> Iterator[str]:
    name = ast.unparse(call.func)
    is_patching = any(name == one or name.endswith(f".{one}") for one in _PATCHING)
    if not call.args or not (is_patching or name in _SETTING):
        return
    first = call.args[0]
    is_ours = root_name(first) in imported
    if isinstance(first, ast.Constant) and isinstance(first.value, str):
        is_ours = any(first.value == one or first.value.startswith(f"{one}.") for one in modules)
    if is_ours:
        yield f"Line {call.lineno} replaces something of the project itself: {name}."
