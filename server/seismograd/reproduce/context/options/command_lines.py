"""Command lines that argparse, absl and click declare."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from seismograd.reproduce.context.modules import string_of
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

_FLAGS = ("store_true", "store_false", "store_const", "count", "help", "version")


def argparse_options(source: SourceFile, nodes: Iterable[ast.AST]) -> Iterator[Option]:
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            names = texts_of(node.args)
            if node.func.attr in ("add_argument", "add_option") and names:
                yield _argparse_option(source, names, keywords_of(node))


def _argparse_option(source: SourceFile, names: list[str], given: dict[str, ast.expr]) -> Option:
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


_PREFIX = "DEFINE_"


def absl_options(source: SourceFile, nodes: Iterable[ast.AST]) -> Iterator[Option]:
    for node in nodes:
        kind = last_name(node.func) if isinstance(node, ast.Call) else ""
        if not isinstance(node, ast.Call) or not kind.startswith(_PREFIX):
            continue
        given = keywords_of(node)
        name = string_of(node.args[0]) if node.args else string_of(given.get("name"))
        default = node.args[1] if len(node.args) > 1 else given.get("default")
        values = node.args[2] if len(node.args) > 2 else given.get("enum_values")
        if name:
            yield Option(
                flag=f"--{name}",
                default=source_of(source, default),
                choices=choices_of(values) if kind == "DEFINE_enum" else (),
                type=kind.removeprefix(_PREFIX),
                required=is_true(given.get("required")),
                takes_value=kind not in ("DEFINE_bool", "DEFINE_boolean"),
            )


def click_options(source: SourceFile, nodes: Iterable[ast.AST]) -> Iterator[Option]:
    for node in nodes:
        for decorator in node.decorator_list if isinstance(node, FUNCTIONS) else ():
            if isinstance(decorator, ast.Call) and last_name(decorator.func) == "option":
                yield from _click_option(source, decorator)
            elif isinstance(decorator, ast.Call) and last_name(decorator.func) == "argument":
                yield from _click_argument(source, decorator)


def _click_option(source: SourceFile, call: ast.Call) -> Iterator[Option]:
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


def _click_argument(source: SourceFile, call: ast.Call) -> Iterator[Option]:
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
