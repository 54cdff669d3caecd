"""Values that the project itself gives to a name: options, constants, fields, settings files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

from seismograd.reproduce.context.project_files import text_files
from seismograd.reproduce.context.project_view import ProjectView, Role, SymbolKind
from seismograd.reproduce.generate.offline.inputs.literals import is_literal, literal_value
from seismograd_sandbox.untrusted_files import read_regular_file

MOST_FILES = 12
MOST_BYTES = 50_000
_SUFFIXES = (".json", ".yaml", ".yml")


class KnownSettings:
    """Read once; of several values for a name the first counts."""

    def __init__(self, project: ProjectView, report: str = "") -> None:
        """The text of a report says which of several files it is about."""
        self._files = settings_files(project.root, report)
        self._values: dict[str, str] = {}
        for name, text in chain(_in_code(project), *map(_items, self._files)):
            if is_literal(text):
                self._values.setdefault(name.replace("-", "_").lower(), text)

    def value(self, name: str) -> str | None:
        return self._values.get(name.lower())

    def file_with(self, keys: list[str]) -> Mapping[str, object]:
        """The content of the first file that has all these keys; empty where none has."""
        return next((one for one in self._files if one.keys() >= set(keys)), {})


def settings_files(root: Path, text: str = "") -> list[Mapping[str, object]]:
    """Their contents, first of those that the text speaks of."""
    files = [file for file in text_files(root) if file.endswith(_SUFFIXES)]
    files.sort(key=lambda file: not re.search(rf"\b{re.escape(Path(file).stem)}\b", text, re.I))
    contents = (_content(root, file) for file in files[:MOST_FILES])
    return [content for content in contents if isinstance(content, dict)]


def _content(root: Path, file: str) -> object:
    from yaml import YAMLError

    from seismograd_sandbox.untrusted_yaml import load_yaml

    try:
        text = read_regular_file(root / file, MOST_BYTES, within=root).decode("utf-8")
        return json.loads(text) if file.endswith(".json") else load_yaml(text)
    except (OSError, ValueError, RecursionError, YAMLError):
        return None


def _in_code(project: ProjectView) -> Iterator[tuple[str, str]]:
    yield from _options(project)
    for symbol in project.symbols:
        if symbol.kind is SymbolKind.CONSTANT and symbol.value is not None:
            yield symbol.name, symbol.value
            known = literal_value(symbol.value) if is_literal(symbol.value) else None
            yield from _items(known) if isinstance(known, dict) else ()
        elif symbol.role is Role.CONFIG:
            yield from ((p.name, p.default) for p in symbol.parameters if p.default is not None)


def _items(content: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for name, value in content.items():
        yield str(name), repr(value)
        yield from _items(value) if isinstance(value, dict) else ()


def _options(project: ProjectView) -> Iterator[tuple[str, str]]:
    for option in (option for entry in project.entry_points for option in entry.options):
        name = option.flag.lstrip("-")
        if option.default is not None:
            is_text = not is_literal(option.default)
            yield name, repr(option.default) if is_text else option.default
        elif option.choices:
            yield name, repr(option.choices[0])
        elif not option.takes_value:
            yield name, "False"
