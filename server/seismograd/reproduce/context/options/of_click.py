"""Options that are declared as decorators: click."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from seismograd.reproduce.context.options.literals import (
    choices_of,
    is_true,
    keywords_of,
    last_name,
    source_of,
    texts_of,
)
from seismograd.reproduce.context.project_view import Option
from seismograd.reproduce.context.scopes import FUNCTIONS
from seismograd.reproduce.context.sources import SourceFile


def click_options(source: SourceFile, nodes: Iterable[ast.AST]) -> Iterator[Option]:
    for node in nodes:
        for decorator in node.decorator_list if isinstance(node, FUNCTIONS) else ():
            if isinstance(decorator, ast.Call) and last_name(decorator.func) == "option":
                yield from _option(source, decorator)
            elif isinstance(decorator, ast.Call) and last_name(decorator.func) == "argument":
                yield from _argument(source, decorator)


def _option(source: SourceFile, call: ast.Call) -> Iterator[Option]:
    given = keywords_of(call)
    names = texts_of(call.args)
    flag = next((name for name in names if name.startswith("--")), names[0] if names else "")
    kind = given.get("type")
    if flag:
        yield Option(
            flag=flag.partition("/")[0],
            default=source_of(source, given.get("default")),
            choices=_choices(kind),
            type=source_of(source, kind),
            required=is_true(given.get("required")),
            takes_value=not (is_true(given.get("is_flag")) or "/" in flag),
        )


def _argument(source: SourceFile, call: ast.Call) -> Iterator[Option]:
    given = keywords_of(call)
    default = given.get("default")
    for name in texts_of(call.args)[:1]:
        kind = given.get("type")
        yield Option(
            flag=name,
            default=source_of(source, default),
            choices=_choices(kind),
            type=source_of(source, kind),
            required=default is None and not _is_false(given.get("required")),
        )


def _choices(kind: ast.expr | None) -> tuple[str, ...]:
    is_choice = isinstance(kind, ast.Call) and last_name(kind.func) == "Choice"
    return choices_of(kind) if is_choice else ()


def _is_false(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is False
