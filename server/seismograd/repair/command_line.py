"""Options of the command line, which override defaults that stand in the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import Const, Place, Unknown, Value
from seismograd.source.rewrite import enclosing_statement


def check_command_line(value: Value | None, arguments: Sequence[str]) -> None:
    """A default of argparse has no effect where the option is given, and an option that is
    required has none. Raises `CannotWrite`."""
    is_option = isinstance(value, Unknown) or (isinstance(value, Const) and value.soft)
    place = value.place if is_option and value is not None else None
    flags = set(_flags(place)) if place is not None else set()
    for word in arguments:
        given = word.partition("=")[0]
        if any(_gives(given, flag) for flag in flags):
            raise CannotWrite(f"the command line gives {given}; change it there")


def _gives(given: str, flag: str) -> bool:
    """Options may be cut short (`--batch`), and one letter may have its value right behind it."""
    if flag.startswith("--"):
        return len(given) > 2 and given.startswith("--") and flag.startswith(given)
    return given == flag or (given.startswith(flag) and given[len(flag) :].isdigit())


def _flags(place: Place) -> Iterator[str]:
    """Of the `add_argument` call, or another one with options, that a default stands in.

    Fields of dataclasses are options of the parsers that are built from them.
    """
    statement = enclosing_statement(place)
    field = _field(statement)
    if field:
        yield from (f"--{field}", f"--{field.replace('_', '-')}")
    nodes = ast.walk(statement) if statement else ()
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    for call in (call for call in calls if place.node in ast.walk(call)):
        yield from _options(call)


def _field(statement: ast.stmt | None) -> str:
    is_field = isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
    return ast.unparse(statement.target) if is_field else ""  # type: ignore[union-attr]


def _options(call: ast.Call) -> Iterator[str]:
    texts = [word.value for word in call.args if isinstance(word, ast.Constant)]
    yield from (text for text in texts if isinstance(text, str) and text.startswith("-"))
    if ast.unparse(call.func).rpartition(".")[2].startswith("DEFINE_"):
        yield from (f"--{text}" for text in texts[:1] if isinstance(text, str))
    if ast.unparse(call.func).endswith("set_defaults"):
        yield from (f"--{keyword.arg}" for keyword in call.keywords if keyword.arg)
