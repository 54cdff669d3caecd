"""The Python files of a project, parsed; bounded in number and size, and nothing is executed."""

from __future__ import annotations

import ast
import os
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from seismograd.settings import DEFAULT_EXCLUDE
from seismograd.source.document import UnreadableSource, decode
from seismograd.source.file_search import FileSearch
from seismograd_sandbox.untrusted_files import read_regular_file

MODULE_LEVEL = 0
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_KEPT = frozenset(
    {ast.AnnAssign, ast.Assign, ast.AsyncFunctionDef, ast.Call, ast.ClassDef, ast.FunctionDef,
     ast.Import, ast.ImportFrom, ast.Raise, ast.Return, ast.arg, ast.withitem}
)  # fmt: skip
_LEAVES = frozenset({ast.Constant, ast.Load, ast.Store, ast.Del, ast.Pass, ast.Break, ast.Continue})
MAX_FILES = 5_000
MAX_FILE_BYTES = 1_000_000
MAX_ALL_BYTES = 60_000_000
MAX_NAME = 300
_LONG_WORD = re.compile(rf"(?<!\w)\w{{{MAX_NAME + 1}}}")
_LINE_END = re.compile(r"\r\n|\r|\n")


class Scopes:
    """The nodes of a file that matter here, by the function they stand in; walked only once.

    Functions within functions belong to the outermost one.
    """

    def __init__(self, tree: ast.Module) -> None:
        self._nodes: dict[int, list[ast.AST]] = {MODULE_LEVEL: []}
        pending: list[tuple[ast.AST, int]] = [(tree, MODULE_LEVEL)]
        while pending:
            node, scope = pending.pop()
            if scope == MODULE_LEVEL and isinstance(node, FUNCTIONS):
                scope = id(node)
                self._nodes[scope] = []
            if type(node) in _KEPT or (isinstance(node, ast.Name) and _is_stored(node)):
                self._nodes[scope].append(node)
            pending += [(child, scope) for child in reversed(_children(node))]

    def of(self, function: ast.AST) -> list[ast.AST]:
        """The nodes of a function that does not stand in another, with the function itself."""
        return self._nodes.get(id(function), [])

    def at_module_level(self) -> list[ast.AST]:
        """What runs when the module is loaded."""
        return self._nodes[MODULE_LEVEL]

    def all(self) -> Iterator[ast.AST]:
        for nodes in self._nodes.values():
            yield from nodes


@dataclass(frozen=True, slots=True)
class SourceFile:
    path: str
    """Relative to the root, with forward slashes."""
    text: str
    tree: ast.Module
    lines: tuple[str, ...]
    """As the parser counts them."""
    scopes: Scopes

    @property
    def folder(self) -> str:
        return self.path.rpartition("/")[0]

    def segment(self, node: ast.expr | ast.stmt, limit: int = 2_000) -> str:
        """What a node is written as, on one line; cut where it is long."""
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        rows = list(self.lines[first : last + 1])
        rows[-1] = _until(rows[-1], node.end_col_offset)
        rows[0] = _from(rows[0], node.col_offset)
        return " ".join(row.strip() for row in rows)[:limit]


def read_sources(root: Path) -> tuple[SourceFile, ...]:
    """All files that can be parsed, in a fixed order."""
    top = os.path.realpath(root)
    files: list[SourceFile] = []
    left = MAX_ALL_BYTES
    for path in _python_files(top)[:MAX_FILES]:
        relative = os.path.relpath(path, top).replace(os.sep, "/")
        try:
            raw = _read(path, top, left)
            text, tree = _parse(raw)
            files.append(SourceFile(relative, text, tree, split_lines(text), Scopes(tree)))
            left -= len(raw)
        except (OSError, UnreadableSource):
            continue
    return tuple(files)


def python_files(root: Path) -> list[str]:
    """Paths in the project, without a look into any of them."""
    top = os.path.realpath(root)
    found = (os.path.relpath(path, top) for path in _python_files(top)[:MAX_FILES])
    return [path.replace(os.sep, "/") for path in found]


def read_text(root: Path, file: str) -> str | None:
    """The text of a file of the project, by the path that its view gives it."""
    top = os.path.realpath(root)
    try:
        return decode(_read(os.path.join(top, file), top, MAX_FILE_BYTES))
    except (OSError, UnreadableSource, ValueError):
        return None


def split_lines(text: str) -> tuple[str, ...]:
    """Lines as Python counts them: other separators of Unicode are no ends of lines."""
    return tuple(_LINE_END.split(text))


def _until(row: str, column: int | None) -> str:
    return row[:column] if row.isascii() else row.encode()[:column].decode("utf-8", "replace")


def _from(row: str, column: int) -> str:
    return row[column:] if row.isascii() else row.encode()[column:].decode("utf-8", "replace")


def _python_files(top: str) -> list[str]:
    search = FileSearch(lambda _: None, DEFAULT_EXCLUDE, top)
    return [path for path in search.files(top) if path.endswith(".py")]


def _read(path: str, top: str, left: int) -> bytes:
    # A link could bring a file of the user's into a prompt that leaves the machine.
    raw = read_regular_file(path, MAX_FILE_BYTES + 1, within=top)
    if len(raw) > MAX_FILE_BYTES:
        raise UnreadableSource(f"larger than {MAX_FILE_BYTES // 1_000_000} MB")
    if len(raw) > left:
        raise UnreadableSource("the project is too large to read all of it")
    return raw


def _parse(raw: bytes) -> tuple[str, ast.Module]:
    text = decode(raw)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except SyntaxError as error:
        raise UnreadableSource(f"line {error.lineno}: {error.msg}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise UnreadableSource(f"cannot be parsed: {error}") from error
    if _LONG_WORD.search(text) and any(map(_has_long_name, ast.walk(tree))):
        raise UnreadableSource(f"has names of more than {MAX_NAME} characters")
    return text, tree


def _has_long_name(node: ast.AST) -> bool:
    """Names are looked at by expressions that take long on long ones."""
    named = (getattr(node, field, None) for field in ("id", "arg", "attr", "name", "asname"))
    return any(isinstance(name, str) and len(name) > MAX_NAME for name in named)


def _children(node: ast.AST) -> list[ast.AST]:
    found: list[ast.AST] = []
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [item for item in value if isinstance(item, ast.AST)]
        elif isinstance(value, ast.AST) and type(value) not in _LEAVES:
            found.append(value)
    return found


def _is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)
