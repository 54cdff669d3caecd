"""Configuration files that the editor has open: patches change their values, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from lsprotocol import types

from seismograd.lsp.uris import path_of
from seismograd.source.document import TextChange
from seismograd.source.positions import Encoding, to_code_points

SUFFIXES = (".yaml", ".yml", ".json", ".toml")


@dataclass(frozen=True, slots=True)
class ConfigText:
    uri: str
    version: int | None
    text: str


class ConfigFiles:
    """Only their texts are kept: nothing is analysed while they are edited."""

    def __init__(self) -> None:
        self._by_path: dict[str, ConfigText] = {}

    def open(self, item: types.TextDocumentItem) -> None:
        self._by_path[path_of(item.uri)] = ConfigText(item.uri, item.version, item.text)

    def change(
        self, path: str, changes: Sequence[TextChange], version: int, encoding: Encoding
    ) -> None:
        known = self._by_path.get(path)
        if known is not None:
            text = known.text
            for change in changes:
                text = _changed(text, change, encoding)
            self._by_path[path] = replace(known, text=text, version=version)

    def close(self, path: str) -> None:
        self._by_path.pop(path, None)

    def get(self, path: str) -> ConfigText | None:
        return self._by_path.get(path)


def is_config_file(path: str) -> bool:
    return path.endswith(SUFFIXES)


def _changed(text: str, change: TextChange, encoding: Encoding) -> str:
    if change.start is None or change.end is None:
        return change.text
    start, end = (_offset(text, place, encoding) for place in (change.start, change.end))
    return text[:start] + change.text + text[max(start, end) :]


def _offset(text: str, place: tuple[int, int], encoding: Encoding) -> int:
    line, column = place
    start = 0
    for _ in range(line):
        end = text.find("\n", start)
        if end < 0:
            return len(text)
        start = end + 1
    end = text.find("\n", start)
    content = text[start : end if end >= 0 else len(text)].removesuffix("\r")
    return start + to_code_points(content, column, encoding)
