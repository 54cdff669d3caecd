"""Examples one by one, as functions take them that put a batch together."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.generate.offline.inputs.source_trees import AnyFunction

LENGTHS = "LENGTHS"
USUAL_LENGTHS = "(5, 5, 5)"
_LABEL = re.compile(r"label|target|^ys?$|class|score|truth|answer")
_IMAGE = re.compile(r"image|img|picture|frame|pixel")
_FLOATS = re.compile(r"feat|wave|audio|signal|spec|mel|series|point|vector|^xs?$|input")
_MAKES_TENSORS = {"tensor", "as_tensor", "LongTensor", "FloatTensor", "array", "asarray"}


@dataclass(frozen=True, slots=True)
class Examples:
    """What each example has: parts by position, by key, or only itself."""

    parts: tuple[str, ...] = ()
    by_key: bool = False
    as_lists: bool = False
    """Whether sequences are lists that the function makes tensors of."""

    def expression(self) -> str:
        """A list of examples, as long as the constant says."""
        made = [self._part(part) for part in self.parts or ("tokens",)]
        if self.by_key:
            pairs = zip(self.parts, made, strict=True)
            one = f"{{{', '.join(f'{key!r}: {value}' for key, value in pairs)}}}"
        elif self.parts:
            one = f"({', '.join(made)},)" if len(made) == 1 else f"({', '.join(made)})"
        else:
            one = made[0]
        return f"[{one} for n, length in enumerate({LENGTHS})]"

    def _part(self, name: str) -> str:
        plain = name.lower()
        if _LABEL.search(plain):
            return "n % 2"
        if "len" in plain:
            return "length"
        if self.as_lists:
            return "list(range(1, length + 1))"
        if _IMAGE.search(plain):
            return "torch.randn(3, 8, 8)"
        return "torch.randn(length)" if _FLOATS.search(plain) else "torch.arange(1, length + 1)"


def examples_of(function: AnyFunction | None, name: str) -> Examples | None:
    """None where the function does not take a list of examples under that name."""
    if function is None:
        return None
    as_lists = any(_makes_tensors(node) for node in ast.walk(function))
    for parts, by_key in _forms(function, name):
        return Examples(tuple(parts), by_key, as_lists)
    return None


def _forms(function: AnyFunction, name: str) -> Iterator[tuple[list[str], bool]]:
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and _is_unzipped(node.value, name):
            yield _names(node.targets[0]), False
        elif isinstance(node, ast.For | ast.comprehension) and _is(node.iter, name):
            names = _names(node.target)
            if len(names) > 1:
                yield names, False
    items = {
        node.target.id
        for node in ast.walk(function)
        if isinstance(node, ast.For | ast.comprehension)
        and _is(node.iter, name)
        and isinstance(node.target, ast.Name)
    }
    keys = dict.fromkeys(_keys(function, items))
    if keys and all(isinstance(key, str) for key in keys):
        yield [str(key) for key in keys], True
    elif keys and all(isinstance(key, int) for key in keys):
        count = max(key for key in keys if isinstance(key, int)) + 1
        yield ["tokens", "label", *(f"part{n}" for n in range(2, count))][:count], False
    elif items and any(_is_len(node, items) for node in ast.walk(function)):
        yield [], False


def _is_unzipped(node: ast.expr, name: str) -> bool:
    """`zip(*batch)`"""
    if not isinstance(node, ast.Call) or ast.unparse(node.func) != "zip" or len(node.args) != 1:
        return False
    starred = node.args[0]
    return isinstance(starred, ast.Starred) and _is(starred.value, name)


def _keys(function: AnyFunction, items: set[str]) -> Iterator[object]:
    """In the order of the source."""
    taken = [n for n in ast.walk(function) if isinstance(n, ast.Subscript)]
    for node in sorted(taken, key=lambda n: (n.lineno, n.col_offset)):
        is_item = isinstance(node.value, ast.Name) and node.value.id in items
        if is_item and isinstance(node.slice, ast.Constant):
            yield node.slice.value


def _is_len(node: ast.AST, items: set[str]) -> bool:
    return (
        isinstance(node, ast.Call)
        and ast.unparse(node.func) == "len"
        and len(node.args) == 1
        and isinstance(node.args[0], ast.Name)
        and node.args[0].id in items
    )


def _makes_tensors(node: ast.AST) -> bool:
    """Of sequences; labels and lengths are numbers in any case."""
    if not isinstance(node, ast.Call) or not node.args:
        return False
    name = ast.unparse(node.func).rpartition(".")[2]
    first = node.args[0]
    if name not in _MAKES_TENSORS or not isinstance(first, ast.Name):
        return False
    return not (_LABEL.search(first.id.lower()) or "len" in first.id.lower())


def _names(target: ast.expr) -> list[str]:
    parts = target.elts if isinstance(target, ast.Tuple) else []
    return [part.id if isinstance(part, ast.Name) else "rest" for part in parts]


def _is(node: ast.expr, name: str) -> bool:
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "enumerate" and node.args:
        node = node.args[0]
    return isinstance(node, ast.Name) and node.id == name
