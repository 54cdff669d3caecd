"""The JSON of an `.ipynb` file, with the place of every cell's source in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from json.decoder import JSONDecoder
from typing import NamedTuple

from seismograd.source.document import UnreadableSource, decode

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = JSONDecoder()


class CodeCell(NamedTuple):
    """The source of a code cell and the slice of the file that spells it."""

    number: int
    text: str
    start: int
    end: int


class NotebookFile:
    """A notebook as it is written on disk."""

    def __init__(self, raw: bytes) -> None:
        self._bom = raw.startswith(b"\xef\xbb\xbf")
        self._json = decode(raw)
        try:
            content = json.loads(self._json)
            self.code_cells = list(_code_cells(self._json)) if _is_python(content) else []
        except (ValueError, RecursionError) as error:
            raise UnreadableSource(f"not a notebook: {error}") from error

    def with_texts(self, new_texts: dict[int, str]) -> bytes:
        pieces: list[str] = []
        done = 0
        for index, text in sorted(new_texts.items()):
            cell = self.code_cells[index]
            pieces += [
                self._json[done : cell.start],
                _spelled(text, self._json[cell.start : cell.end]),
            ]
            done = cell.end
        whole = "".join([*pieces, self._json[done:]])
        return (b"\xef\xbb\xbf" if self._bom else b"") + whole.encode("utf-8", "surrogatepass")


def _is_python(content: object) -> bool:
    if not isinstance(content, dict) or not isinstance(content.get("cells"), list):
        raise UnreadableSource("not a notebook: it has no list of cells")
    metadata = content.get("metadata")
    for group, key in (("kernelspec", "language"), ("language_info", "name")):
        named = metadata.get(group) if isinstance(metadata, dict) else None
        language = named.get(key) if isinstance(named, dict) else None
        if isinstance(language, str):
            return language.lower() in ("python", "ipython")
    return True


def _code_cells(text: str) -> Iterator[CodeCell]:
    for key, start, _ in _members(text, _skip(text, 0)):
        if key == "cells":
            for number, place in enumerate(_items(text, start), start=1):
                yield from _code_cell(text, number, place)


def _code_cell(text: str, number: int, place: int) -> Iterator[CodeCell]:
    if text[place] != "{":
        return
    members = {key: (start, end) for key, start, end in _members(text, place)}
    if "source" not in members or "cell_type" not in members:
        return
    start, end = members["source"]
    source = _source_text(_DECODER.raw_decode(text, start)[0])
    if _DECODER.raw_decode(text, members["cell_type"][0])[0] == "code" and source is not None:
        yield CodeCell(number, source, start, end)


def _source_text(source: object) -> str | None:
    if isinstance(source, str):
        return source
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        return "".join(source)
    return None


def _members(text: str, place: int) -> Iterator[tuple[str, int, int]]:
    """Key, start and end of value for each member of the object at a place."""
    place = _skip(text, place + 1)
    while text[place] != "}":
        key, place = _DECODER.raw_decode(text, place)
        start = _skip(text, _skip(text, place) + 1)
        end = _DECODER.raw_decode(text, start)[1]
        yield key, start, end
        place = _next_item(text, end)


def _items(text: str, place: int) -> Iterator[int]:
    """Where each item of the array at a place starts."""
    place = _skip(text, place + 1)
    while text[place] != "]":
        yield place
        place = _next_item(text, _DECODER.raw_decode(text, place)[1])


def _next_item(text: str, end: int) -> int:
    place = _skip(text, end)
    return _skip(text, place + 1) if text[place] == "," else place


def _skip(text: str, place: int) -> int:
    match = _SPACE.match(text, place)
    return match.end() if match else place


def _spelled(text: str, old: str) -> str:
    """The JSON of a source, in the manner in which the old one was written."""
    ascii_only = old.isascii() and re.search(r"\\u[0-9a-fA-F]{4}", old) is not None
    if not old.startswith("["):
        return json.dumps(text, ensure_ascii=ascii_only)
    lines = [json.dumps(line, ensure_ascii=ascii_only) for line in text.splitlines(keepends=True)]
    if not lines:
        return "[]"
    before = old[1 : _skip(old, 1)]
    after = old[len(old[:-1].rstrip()) : -1] if old[1:-1].strip() else ""
    separator = "," + (before or _gap(old))
    return f"[{before}{separator.join(lines)}{after}]"


def _gap(old: str) -> str:
    """What follows a comma in a list that is written on one line."""
    return "" if re.search(r'",(?=")', old) else " "
