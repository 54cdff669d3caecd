"""Statements and numbers of a script, and the script without some or with smaller ones."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from seismograd.reproduce.observation import MEASURED, NOT_REPRODUCED, REPRODUCED
from seismograd.runs.keras_backend import VARIABLE

Path = tuple[int, ...]
"""The number of a statement in its block, outermost block first."""
_TOLD = re.compile(rf"^(?:{MEASURED}|{REPRODUCED}|{NOT_REPRODUCED})")
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_BLOCKS = ("body", "orelse", "finalbody")


def removable(tree: ast.Module, switches: Collection[str] = ()) -> list[Path]:
    """Those of inner blocks after the one that holds them; none that says what was seen.

    Definitions go as a whole or stay as they are: half of one is no longer what its name says.
    What a switch turns on stays: it is the trigger.
    """
    return list(_paths(tree.body, (), frozenset(switches)))


def at(tree: ast.Module, path: Path) -> ast.stmt:
    """The statement at a path."""
    statement = tree.body[path[0]]
    for position, number in zip(path[1::2], path[2::2], strict=True):
        statement = getattr(statement, _BLOCKS[position])[number]
    return statement


def without(source: str, gone: Collection[Path]) -> str:
    """The script without some statements; blocks that lose all of theirs get a `pass`."""
    tree = ast.parse(source)
    tree.body = _kept(tree.body, (), frozenset(gone))
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _paths(block: list[ast.stmt], base: Path, switches: frozenset[str]) -> Iterator[Path]:
    for number, statement in enumerate(block):
        path = (*base, number)
        if isinstance(statement, ast.If) and _names_in(statement.test) & switches:
            continue
        if not tells(statement) and not _chooses_backend(statement):
            yield path
        if isinstance(statement, DEFINITIONS):
            continue
        for position, name in enumerate(_BLOCKS):
            inner = getattr(statement, name, None)
            if isinstance(inner, list) and inner and isinstance(inner[0], ast.stmt):
                yield from _paths(inner, (*path, position), switches)


def _names_in(expression: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}


def tells(statement: ast.stmt) -> bool:
    """Whether it, or one in it, prints what the contract of scripts is about."""
    return any(_is_of_contract(node) for node in ast.walk(statement))


def prints_a_value(statement: ast.stmt) -> bool:
    """It may contradict the report, and must be there to be seen beside what was measured."""
    return any(_prints_a_value(node) for node in ast.walk(statement))


def _is_of_contract(node: ast.AST) -> bool:
    text = node.value if isinstance(node, ast.Constant) else None
    return isinstance(text, str) and _TOLD.search(text) is not None


def _prints_a_value(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="print"), args=args):
            return not all(isinstance(one, ast.Constant) for one in args)
    return False


def _chooses_backend(statement: ast.stmt) -> bool:
    """Trials have the backend of Keras from outside; whoever is handed the script has not."""
    return isinstance(statement, ast.Expr | ast.Assign) and any(
        isinstance(node, ast.Constant) and node.value == VARIABLE for node in ast.walk(statement)
    )


def _kept(block: list[ast.stmt], base: Path, gone: frozenset[Path]) -> list[ast.stmt]:
    kept: list[ast.stmt] = []
    for number, statement in enumerate(block):
        path = (*base, number)
        if path in gone:
            continue
        for position, name in enumerate(_BLOCKS):
            inner = getattr(statement, name, None)
            if isinstance(inner, list) and inner and isinstance(inner[0], ast.stmt):
                left = _kept(inner, (*path, position), gone)
                setattr(statement, name, left or ([ast.Pass()] if name == "body" else []))
        kept.append(statement)
    return kept


LEAST = 65
"""Smaller numbers cost little, and a size that is too small is a mistake of its own."""
SMALLEST = 2
"""With one of something much is special."""


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number in the text of a script."""

    line: int
    first: int
    last: int
    """Columns in bytes."""
    value: int


def sizes(source: str, kept: Collection[int] = (), names: Collection[str] = ()) -> list[Number]:
    """Numbers that look like sizes, the largest first.

    Without those that stay, and without those that are assigned to one of the names.
    """
    tree = ast.parse(source)
    told = {id(inner) for one in tree.body if _assigns(one, names) for inner in ast.walk(one)}
    found = [
        Number(node.lineno, node.col_offset, node.end_col_offset or 0, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and type(node.value) is int
        and node.value >= LEAST
        and node.value not in kept
        and id(node) not in told
    ]
    return sorted(found, key=lambda number: -number.value)


def _assigns(statement: ast.stmt, names: Collection[str]) -> bool:
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return any(isinstance(one, ast.Name) and one.id in names for one in targets)


def smaller_values(value: int) -> Iterator[int]:
    """From much smaller to a little."""
    tried = {value // 16, value // 4, value // 2}
    yield from sorted(one for one in tried if SMALLEST <= one < value)


def with_value(source: str, number: Number, value: int) -> str:
    lines = source.splitlines(keepends=True)
    line = lines[number.line - 1].encode()
    changed = line[: number.first] + str(value).encode() + line[number.last :]
    lines[number.line - 1] = changed.decode()
    return "".join(lines)
