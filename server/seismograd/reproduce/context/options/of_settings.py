"""Settings that lie in files of a project: the path to each key, and its value."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from seismograd_sandbox.untrusted_files import read_regular_file

MOST_FILES = 12
MOST_BYTES = 50_000
_FILES = ("*.json", "*.yaml", "*.yml", "*/*.json", "*/*.yaml", "*/*.yml", "*/*/*.yaml")
_YAML_LINE = re.compile(r"^( *)([A-Za-z_][\w-]*):[ \t]*([^#\n]*)", re.M)
_NUMBER = re.compile(r"-?\d+(?:\.\d*)?(?:e[-+]?\d+)?", re.I)
_NUMBERS = re.compile(r"\[\s*-?\d+(?:\.\d*)?(?:\s*,\s*-?\d+(?:\.\d*)?)*\s*\]")
_WORD = re.compile(r"['\"]?[A-Za-z][\w-]*['\"]?")


@dataclass(frozen=True, slots=True)
class Setting:
    file: str
    keys: tuple[str, ...]
    value: str
    """A Python literal."""

    @property
    def name(self) -> str:
        return self.keys[-1]


def settings_in_files(root: Path) -> Iterator[Setting]:
    found = [path for pattern in _FILES for path in sorted(root.glob(pattern))]
    for path in found[:MOST_FILES]:
        file = path.relative_to(root).as_posix()
        for keys, value in _entries(root, path):
            yield Setting(file, keys, value)


_Entries = Iterator[tuple[tuple[str, ...], str]]


def _entries(root: Path, path: Path) -> _Entries:
    try:
        text = read_regular_file(path, MOST_BYTES, within=root).decode("utf-8")
        yield from _of_json(json.loads(text)) if path.suffix == ".json" else _of_yaml(text)
    except (OSError, ValueError, RecursionError):
        return


def _of_json(content: object, before: tuple[str, ...] = ()) -> _Entries:
    for key, value in content.items() if isinstance(content, dict) else ():
        if isinstance(value, dict):
            yield from _of_json(value, (*before, key))
        elif isinstance(value, bool | int | float | str) or _is_plain_list(value):
            yield (*before, key), repr(value)


def _is_plain_list(value: object) -> bool:
    kinds = bool | int | float | str
    return isinstance(value, list) and all(isinstance(one, kinds) for one in value)


def _of_yaml(text: str) -> _Entries:
    """Sections by their indentation; plain values only."""
    above: list[tuple[int, str]] = []
    for indent, key, written in _YAML_LINE.findall(text):
        while above and above[-1][0] >= len(indent):
            above.pop()
        value = _plain_value(written.strip())
        if value is not None:
            yield (*(one for _, one in above), key), value
        above.append((len(indent), key))


def _plain_value(text: str) -> str | None:
    if text.lower() in ("true", "false"):
        return text.capitalize()
    if _NUMBER.fullmatch(text) or _NUMBERS.fullmatch(text):
        return text
    return repr(text.strip("'\"")) if _WORD.fullmatch(text) else None
