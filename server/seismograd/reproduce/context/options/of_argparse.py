"""Options that are declared with `add_argument`: argparse and its kin."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from seismograd.reproduce.context.options.literals import (
    choices_of,
    is_true,
    keywords_of,
    source_of,
    texts_of,
)
from seismograd.reproduce.context.project_view import Option
from seismograd.reproduce.context.sources import SourceFile

_FLAGS = ("store_true", "store_false", "store_const", "count", "help", "version")


def argparse_options(source: SourceFile, nodes: Iterable[ast.AST]) -> Iterator[Option]:
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            names = texts_of(node.args)
            if node.func.attr in ("add_argument", "add_option") and names:
                yield _option(source, names, keywords_of(node))


def _option(source: SourceFile, names: list[str], given: dict[str, ast.expr]) -> Option:
    flag = next((name for name in names if name.startswith("--")), names[0])
    action = given.get("action")
    spelled = action.value if isinstance(action, ast.Constant) else source_of(source, action)
    default = source_of(source, given.get("default"))
    if default is None and spelled in ("store_true", "store_false"):
        default = str(spelled == "store_false")
    many = given.get("nargs")
    may_lack = isinstance(many, ast.Constant) and many.value in ("?", "*")
    is_positional = not flag.startswith("-")
    return Option(
        flag=flag,
        default=default,
        choices=choices_of(given.get("choices")),
        type=source_of(source, given.get("type")),
        required=is_true(given.get("required")) or (is_positional and not may_lack),
        takes_value=spelled not in _FLAGS and "BooleanOptionalAction" not in str(spelled),
    )
