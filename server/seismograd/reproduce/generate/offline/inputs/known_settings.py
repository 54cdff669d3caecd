"""Values that the project itself gives to a name: options, constants, fields, settings files."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from itertools import chain

from seismograd.reproduce.context.project_view import ProjectView, Role, SymbolKind
from seismograd.reproduce.generate.offline.inputs.literals import is_literal, literal_value
from seismograd.reproduce.generate.offline.inputs.settings_files import files_with_settings
from seismograd.source.shallow_parse import parse_expression


class KnownSettings:
    """Read once; of several values for a name the first counts."""

    def __init__(self, project: ProjectView, report: str = "") -> None:
        """The text of a report says which of several files it is about."""
        self._files = files_with_settings(project.root, report)
        self._values: dict[str, str] = {}
        for name, text in chain(_in_code(project), _nested(self._files)):
            if is_literal(text):
                self._values.setdefault(name.replace("-", "_").lower(), text)

    def value(self, name: str) -> str | None:
        return self._values.get(name.lower())

    def file_with(self, keys: list[str]) -> Mapping[str, object]:
        """The content of the first file that has all these keys; empty where none has."""
        whole = (content for content in self._files.values() if content.keys() >= set(keys))
        return next(whole, {})


def _in_code(project: ProjectView) -> Iterator[tuple[str, str]]:
    yield from _options(project)
    yield from _constants(project)
    for symbol in project.symbols:
        if symbol.role is Role.CONFIG:
            yield from ((p.name, p.default) for p in symbol.parameters if p.default is not None)


def _nested(content: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for name, value in content.items():
        if isinstance(value, dict):
            yield from _nested(value)
        else:
            yield name, repr(value)


def _options(project: ProjectView) -> Iterator[tuple[str, str]]:
    for entry in project.entry_points:
        for option in entry.options:
            name = option.flag.lstrip("-")
            if option.default is not None:
                is_text = not is_literal(option.default) or option.type == "str"
                yield name, option.default if not is_text else _quoted(option.default)
            elif option.choices:
                yield name, _quoted(option.choices[0])
            elif not option.takes_value:
                yield name, "False"


def _constants(project: ProjectView) -> Iterator[tuple[str, str]]:
    for symbol in project.symbols:
        if symbol.kind is SymbolKind.CONSTANT and symbol.value is not None:
            yield symbol.name, symbol.value
            yield from _items(symbol.value)


def _items(text: str) -> Iterator[tuple[str, str]]:
    try:
        node = parse_expression(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value, ast.unparse(value)
                yield from _items(ast.unparse(value))


def _quoted(text: str) -> str:
    """Of what is a text already, the text itself."""
    if is_literal(text) and isinstance(literal_value(text), str):
        return text
    return repr(text)
