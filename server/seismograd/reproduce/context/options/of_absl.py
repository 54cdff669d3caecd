"""Options that are declared as flags: `flags.DEFINE_integer("epochs", 3, "...")`."""

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
)
from seismograd.reproduce.context.project_view import Option
from seismograd.reproduce.context.sources import SourceFile

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
