"""Where a project mirrors or turns arrays: by a slice that runs backwards, or by a call."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

MOST_FILES = 50
CALLS = frozenset({
    "flip", "fliplr", "flipud", "hflip", "vflip", "horizontal_flip", "vertical_flip", "mirror",
    "rot90", "rotate", "flip_left_right", "flip_up_down", "random_flip_left_right",
    "random_flip_up_down", "RandomHorizontalFlip", "RandomVerticalFlip", "HorizontalFlip",
    "VerticalFlip", "RandomRotate90", "RandomFlip",
})  # fmt: skip


def mirroring_line(
    root: Path, files: Iterable[str], read: Callable[[str], str | None]
) -> tuple[str, int] | None:
    """File and line of the only place that mirrors something; None where there are others.

    Looked for in these files of the project and in those that they import.
    """
    found = {
        (name, node.lineno)
        for name, tree in _trees(root, list(files), read)
        for node in ast.walk(tree)
        if isinstance(node, ast.expr) and _mirrors(node)
    }
    return found.pop() if len(found) == 1 else None


def _trees(
    root: Path, waiting: list[str], read: Callable[[str], str | None]
) -> Iterator[tuple[str, ast.Module]]:
    seen: set[str] = set()
    while waiting and len(seen) < MOST_FILES:
        name = waiting.pop(0)
        text = None if name in seen or Path(name).is_absolute() else read(str(root / name))
        seen.add(name)
        try:
            tree = ast.parse(text or "")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        yield name, tree
        waiting += _imported(Path(name).parent, tree)


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


def _mirrors(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        name = node.func
        called = name.attr if isinstance(name, ast.Attribute) else getattr(name, "id", "")
        return called in CALLS
    if not isinstance(node, ast.Subscript):
        return False
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return any(isinstance(part, ast.Slice) and _is_backwards(part) for part in parts)


def _is_backwards(part: ast.Slice) -> bool:
    """All of an axis from its end: `::-1`."""
    step = part.step
    is_minus = isinstance(step, ast.UnaryOp) and isinstance(step.op, ast.USub)
    return is_minus and part.lower is None and part.upper is None
