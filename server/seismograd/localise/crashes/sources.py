"""The project's source as syntax trees: read once, bounded, and never an error."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, TypeVar

from seismograd.source.shallow_parse import parse_module
from seismograd.traces.events import Place

Read = Callable[[str], str | None]
Node = TypeVar("Node", bound=ast.AST)
Function = ast.FunctionDef | ast.AsyncFunctionDef
MAX_CHARACTERS = 300_000
"""Of a file; several times the longest training script, and walked through in a tenth of a
second."""
MAX_FILES = 50
"""Files of one crash: those in its frames and those that built its layers."""
CONSTANT_DEPTH = 6


class Sources:
    def __init__(self, read: Read | None) -> None:
        self._read = read
        self._texts: dict[str, str | None] = {}
        self._trees: dict[str, ast.Module | None] = {}
        self._nodes: dict[str, tuple[ast.AST, ...]] = {}
        self._by_kind: dict[tuple[str, type[ast.AST]], list[Any]] = {}

    def text(self, file: str) -> str | None:
        if file not in self._texts:
            self._texts[file] = self._load(file)
        return self._texts[file]

    def tree(self, file: str) -> ast.Module | None:
        if file not in self._trees:
            self._trees[file] = _parsed(self.text(file))
        return self._trees[file]

    def _load(self, file: str) -> str | None:
        if self._read is None or len(self._texts) >= MAX_FILES:
            return None
        try:
            text = self._read(file)
        except (OSError, ValueError):
            return None
        return text if text is not None and len(text) <= MAX_CHARACTERS else None

    def nodes(self, file: str) -> tuple[ast.AST, ...]:
        """Breadth first: what is inside comes later."""
        if file not in self._nodes:
            tree = self.tree(file)
            self._nodes[file] = () if tree is None else tuple(ast.walk(tree))
        return self._nodes[file]

    def of_kind(self, file: str, kind: type[Node]) -> list[Node]:
        """The nodes of one type, looked for once."""
        if (file, kind) not in self._by_kind:
            self._by_kind[file, kind] = [n for n in self.nodes(file) if isinstance(n, kind)]
        return self._by_kind[file, kind]

    def calls(self, file: str) -> list[ast.Call]:
        return self.of_kind(file, ast.Call)

    def functions(self, file: str) -> list[Function]:
        plain = self.of_kind(file, ast.FunctionDef)
        return [*plain, *self.of_kind(file, ast.AsyncFunctionDef)]

    def calls_at(self, place: Place) -> list[ast.Call]:
        """Calls of the statement on a line that touch the line, outermost first."""
        line = place.line or 0
        found = [
            call
            for call in self.calls(place.file)
            if call.lineno <= line <= (call.end_lineno or call.lineno)
        ]
        return sorted(found, key=lambda call: -((call.end_lineno or 0) - call.lineno))

    def call_of(self, place: Place, name: str) -> ast.Call | None:
        """The call of something by its last name on a line; the closest one to the line."""
        found = [call for call in self.calls_at(place) if called_name(call) == name]
        return min(found, key=lambda call: (call.end_lineno or 0) - call.lineno, default=None)

    def function_at(self, place: Place) -> Function | None:
        """The innermost function around a line."""
        line = place.line or 0
        found: Function | None = None
        for node in self.functions(place.file):
            inside = node.lineno <= line <= (node.end_lineno or 0)
            if inside and (found is None or node.lineno >= found.lineno):
                found = node
        return found

    def class_named(self, files: list[str], name: str) -> tuple[str, ast.ClassDef] | None:
        for file in files:
            for node in self.of_kind(file, ast.ClassDef):
                if node.name == name:
                    return file, node
        return None

    def function_named(self, files: list[str], name: str) -> tuple[str, Function] | None:
        for file in files:
            for node in self.functions(file):
                if node.name == name:
                    return file, node
        return None


def _parsed(text: str | None) -> ast.Module | None:
    if text is None:
        return None
    try:
        return parse_module(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def called_name(call: ast.Call) -> str:
    """The last part of what is called: `Linear` of `torch.nn.Linear(...)`."""
    return last_name(call.func)


def last_name(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def argument(call: ast.Call, position: int | None, *names: str) -> ast.expr | None:
    """An argument by name, or by position where nothing starred comes before it."""
    for keyword in call.keywords:
        if keyword.arg in names:
            return keyword.value
    if position is None or position >= len(call.args):
        return None
    before = call.args[: position + 1]
    return None if any(isinstance(part, ast.Starred) for part in before) else before[-1]


def constant(node: ast.expr | None, depth: int = CONSTANT_DEPTH) -> int | None:
    """A whole number that is written out, or the product, sum, difference of such."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if not isinstance(node, ast.BinOp) or depth == 0:
        return None
    left, right = constant(node.left, depth - 1), constant(node.right, depth - 1)
    if left is None or right is None or abs(left) > 1 << 40 or abs(right) > 1 << 40:
        return None
    if isinstance(node.op, ast.Mult):
        return left * right
    if isinstance(node.op, ast.Add):
        return left + right
    if isinstance(node.op, ast.FloorDiv) and right:
        return left // right
    return left - right if isinstance(node.op, ast.Sub) else None
