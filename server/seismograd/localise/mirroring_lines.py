"""Where a project mirrors or turns arrays: by a slice that runs backwards, or by a call."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

MOST_FILES = 50
CALLS = frozenset({
    "flip", "fliplr", "flipud", "hflip", "vflip", "horizontal_flip", "vertical_flip", "mirror",
    "rot90", "rotate", "flip_left_right", "flip_up_down", "random_flip_left_right",
    "random_flip_up_down", "RandomHorizontalFlip", "RandomVerticalFlip", "HorizontalFlip",
    "VerticalFlip", "RandomRotate90", "RandomFlip",
})  # fmt: skip


CALLED = ("__call__", "forward")
"""Methods that are used by calling an instance of their class."""
PARTS = frozenset({
    "rand", "random", "randint", "random_sample", "uniform", "bernoulli", "choice", "integers",
    "randrange", "item", "where", "clone", "contiguous", "copy", "ascontiguousarray", "len",
})  # fmt: skip
"""What a function may do besides that does nothing but mirror at random."""
MOST_USES = 2
"""Of such a function: one for a picture, and one for its mask."""
Line = tuple[str, int]
Trees = Mapping[str, ast.Module]
Function = ast.FunctionDef | ast.AsyncFunctionDef


def mirroring_lines(trees: Trees) -> set[Line]:
    """Files and lines that mirror something.

    For a function that does nothing else it is where it is used: it is right by itself.
    """
    own = [one for tree in trees.values() for one in _transforms(tree)]
    names, inside = {one.name for one in own}, {node for one in own for node in ast.walk(one)}
    found = {
        (name, node.lineno)
        for name, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.expr) and _mirrors(node)
        if node in inside or _called(node) not in names
    }
    return {line_to_blame(trees, *line) for line in found}


def line_to_blame(trees: Trees, file: str, line: int) -> Line:
    """For a line that mirrors: itself, or the last use of what does nothing else."""
    for one in _transforms(trees[file]) if file in trees else ():
        if one.lineno <= line <= (one.end_lineno or line):
            uses = _uses(trees, one)
            return uses[-1] if 0 < len(uses) <= MOST_USES else (file, line)
    return file, line


def trees_of(
    root: Path, files: Iterable[str], read: Callable[[str], str | None]
) -> dict[str, ast.Module]:
    """By name: these files of the project and those that they import."""
    waiting, seen = list(files), set[str]()
    trees: dict[str, ast.Module] = {}
    while waiting and len(seen) < MOST_FILES:
        name = waiting.pop(0)
        text = None if name in seen or Path(name).is_absolute() else read(str(root / name))
        seen.add(name)
        try:
            tree = ast.parse(text or "")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        if text is not None:
            trees[name] = tree
        waiting += _imported(Path(name).parent, tree)
    return trees


def _imported(folder: Path, tree: ast.Module) -> Iterator[str]:
    """Files that may be what is imported, beside the file and below the root."""
    modules: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = f"{node.module}." if node.module else ""
            modules |= {node.module or "", *(f"{base}{alias.name}" for alias in node.names)}
    for module in sorted(filter(None, modules)):
        path = Path(*module.split(".")).with_suffix(".py")
        yield from dict.fromkeys([(folder / path).as_posix(), path.as_posix()])


def _transforms(tree: ast.Module) -> Iterator[Function | ast.ClassDef]:
    """What mirrors, and does nothing else: functions, and classes that are called like them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            methods = [one for one in node.body if isinstance(one, Function)]
            yield from (node for one in methods if one.name in CALLED and _is_transform(one))
        elif isinstance(node, Function) and _is_transform(node):
            yield from () if node.name.startswith("__") or node.name in CALLED else (node,)


def _is_transform(function: Function) -> bool:
    inside = [node for node in ast.walk(function) if isinstance(node, ast.expr)]
    calls = (node for node in inside if isinstance(node, ast.Call))
    return any(map(_mirrors, inside)) and all(_called(one) in CALLS | PARTS for one in calls)


def _uses(trees: Trees, defined: Function | ast.ClassDef) -> list[Line]:
    """Lines that name it, outside of itself."""
    own = set(ast.walk(defined))
    found = {
        (file, node.lineno)
        for file, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Name | ast.Attribute) and node not in own
        if _name(node) == defined.name
    }
    return sorted(found)


def _called(node: ast.expr) -> str:
    return _name(node.func) if isinstance(node, ast.Call) else ""


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _mirrors(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return _called(node) in CALLS
    if not isinstance(node, ast.Subscript):
        return False
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return any(isinstance(part, ast.Slice) and _is_backwards(part) for part in parts)


def _is_backwards(part: ast.Slice) -> bool:
    """All of an axis from its end: `::-1`."""
    step = part.step
    is_minus = isinstance(step, ast.UnaryOp) and isinstance(step.op, ast.USub)
    return is_minus and part.lower is None and part.upper is None
