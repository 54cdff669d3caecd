"""Command lines that argparse and click declare."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from seismograd.reproduce.context.modules import dotted_name, string_of
from seismograd.reproduce.context.project_view import Option
from seismograd.reproduce.context.sources import FUNCTIONS, SourceFile

MAX_TEXT = 200
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
    spelled = action.value if isinstance(action, ast.Constant) else _source_of(source, action)
    default = _source_of(source, given.get("default"))
    if default is None and spelled in ("store_true", "store_false"):
        default = str(spelled == "store_false")
    many = given.get("nargs")
    may_lack = isinstance(many, ast.Constant) and many.value in ("?", "*")
    is_positional = not flag.startswith("-")
    return Option(
        flag=flag,
        default=default,
        choices=_choices_of(given.get("choices")),
        type=_source_of(source, given.get("type")),
        required=_is_true(given.get("required")) or (is_positional and not may_lack),
        takes_value=spelled not in _FLAGS and "BooleanOptionalAction" not in str(spelled),
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
            default=_source_of(source, given.get("default")),
            choices=_choices(kind),
            type=_source_of(source, kind),
            required=_is_true(given.get("required")),
            takes_value=not (_is_true(given.get("is_flag")) or "/" in flag),
        )


def _click_argument(source: SourceFile, call: ast.Call) -> Iterator[Option]:
    given = keywords_of(call)
    default = given.get("default")
    for name in texts_of(call.args)[:1]:
        kind = given.get("type")
        yield Option(
            flag=name,
            default=_source_of(source, default),
            choices=_choices(kind),
            type=_source_of(source, kind),
            required=default is None and not _is_false(given.get("required")),
        )


def _choices(kind: ast.expr | None) -> tuple[str, ...]:
    is_choice = isinstance(kind, ast.Call) and last_name(kind.func) == "Choice"
    return _choices_of(kind) if is_choice else ()


def _is_false(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is False


def keywords_of(call: ast.Call) -> dict[str, ast.expr]:
    return {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}


def texts_of(nodes: list[ast.expr]) -> list[str]:
    return [text for node in nodes if (text := string_of(node)) is not None]


def last_name(node: ast.AST) -> str:
    return dotted_name(node).rpartition(".")[2]


def _source_of(source: SourceFile, node: ast.expr | None) -> str | None:
    return source.segment(node, MAX_TEXT) if node is not None else None


def _choices_of(node: ast.expr | None) -> tuple[str, ...]:
    """The texts of a literal collection."""
    if isinstance(node, ast.Call) and node.args:
        node = node.args[0]
    if not isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return ()
    return tuple(str(item.value) for item in node.elts if isinstance(item, ast.Constant))


def _is_true(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is True
