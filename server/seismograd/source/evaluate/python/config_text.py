"""The text of configuration files as values that know their line."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from typing import TYPE_CHECKING

from seismograd.source.evaluate.bounded import fits
from seismograd.source.evaluate.values import (
    ConfigConst,
    Mapping,
    Place,
    Sequence,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    import yaml

Keys = tuple[object, ...]
MAX_NODES = 20_000
MAX_DEPTH = 40
MAX_GAP = 200
MAX_NUMBER = 1_000
"""Characters of a scalar that is not text."""
_JSON_KEY = re.compile(r'"((?:[^"\\]|\\.)*)"(?=\s*:)')
_TOML_KEY = re.compile(r"""[\w-]+|"([^"]*)"(?=\s*[=.\]])|'([^']*)'(?=\s*[=.\]])""")
_MERGE = "tag:yaml.org,2002:merge"
_TEXT = "tag:yaml.org,2002:str"
_VALUE = "tag:yaml.org,2002:value"
_PLAIN_TAGS = frozenset({"tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"})


class Unparsable(Exception):
    """The text is not what its syntax asks for, or too much of it."""


def parse(text: str, syntax: str, place: Place, file: str) -> Value:
    """The data that a text spells; raises `Unparsable`."""
    try:
        return _PARSERS[syntax](text, place, file)
    except RecursionError as error:
        raise Unparsable from error


def _parse_yaml(text: str, place: Place, file: str) -> Value:
    import yaml

    from seismograd_sandbox.untrusted_yaml import LOADER, check_yaml

    try:
        check_yaml(text, aliases=True)
        node = yaml.compose(text, Loader=LOADER)
        return Unknown(place) if node is None else _YamlReader(place, file).value(node)
    except (yaml.YAMLError, ValueError, TypeError) as error:
        raise Unparsable from error


class _YamlReader:
    """Turns the nodes of one document into values; aliases and merges are followed, within bounds.

    Merges are done here: the library's own does them without an end.
    """

    def __init__(self, place: Place, file: str) -> None:
        from yaml.constructor import SafeConstructor

        self._place = place
        self._file = file
        self._constructor = SafeConstructor()
        self._left = MAX_NODES
        self._keys: dict[int, Keys] = {}
        """Of each scalar node: an alias is the node of its anchor, which stands before it."""

    def value(self, node: yaml.Node, keys: Keys = ()) -> Value:
        import yaml

        self._count(1, len(keys))
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, self._keys.setdefault(id(node), keys))
        if node.tag not in _PLAIN_TAGS:
            return Unknown(self._place)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, keys)
        items = [self.value(item, (*keys, index)) for index, item in enumerate(node.value)]
        return Sequence("list", items, self._place)

    def _count(self, nodes: int, depth: int) -> None:
        self._left -= nodes
        if self._left < 0 or depth > MAX_DEPTH:
            raise Unparsable

    def _mapping(self, node: yaml.MappingNode, keys: Keys) -> Value:
        items: dict[object, Value] = {}
        for key_node, value_node in self._pairs(node, len(keys)):
            key = self._key(key_node)
            items[key] = self.value(value_node, (*keys, key))
        return Mapping(items, self._place)

    def _pairs(self, node: yaml.Node, depth: int) -> list[tuple[yaml.Node, yaml.Node]]:
        """The members of a mapping after those that it takes over from others."""
        import yaml

        if not isinstance(node, yaml.MappingNode):
            raise Unparsable
        self._count(len(node.value), depth)
        merged: list[tuple[yaml.Node, yaml.Node]] = []
        for key, value in node.value:
            if key.tag == _MERGE:
                listed = value.value if isinstance(value, yaml.SequenceNode) else [value]
                for source in reversed(listed):
                    merged += self._pairs(source, depth + 1)
        self._count(len(merged), depth)
        return merged + [pair for pair in node.value if pair[0].tag != _MERGE]

    def _key(self, node: yaml.Node) -> object:
        import yaml

        if not isinstance(node, yaml.ScalarNode):
            raise Unparsable
        return node.value if node.tag == _VALUE else self._plain(node)

    def _scalar(self, node: yaml.ScalarNode, keys: Keys) -> Value:
        from yaml.constructor import ConstructorError

        try:
            line = node.start_mark.line + 1
            return ConfigConst(self._plain(node), self._place, self._file, line, keys)
        except (ArithmeticError, ConstructorError, ValueError):
            return Unknown(self._place)

    def _plain(self, node: yaml.ScalarNode) -> object:
        if node.tag != _TEXT and len(node.value) > MAX_NUMBER:
            raise ValueError("a number of so many digits takes long to read")
        found = self._constructor.construct_object(node)
        hash(found)
        return found


def _parse_json(text: str, place: Place, file: str) -> Value:
    import json

    try:
        data = json.loads(text)
        return _Searcher(_lines_by_word(text, _JSON_KEY), place, file).value(data)
    except ValueError as error:
        raise Unparsable from error


def _parse_toml(text: str, place: Place, file: str) -> Value:
    import tomllib

    try:
        data = tomllib.loads(text)
        return _Searcher(_lines_by_word(text, _TOML_KEY), place, file).value(data)
    except ValueError as error:
        raise Unparsable from error


class _Searcher:
    """Turns parsed data into values; the line of each is searched for by its key."""

    def __init__(self, lines: dict[str, list[int]], place: Place, file: str) -> None:
        self._lines = lines
        self._place = place
        self._file = file
        self._left = MAX_NODES
        self._line = 0

    def value(self, thing: object, keys: Keys = ()) -> Value:
        self._left -= 1
        if self._left < 0 or len(keys) > MAX_DEPTH:
            raise Unparsable
        if isinstance(thing, dict):
            items: dict[object, Value] = {}
            for key, item in thing.items():
                self._advance(str(key))
                items[key] = self.value(item, (*keys, key))
            return Mapping(items, self._place)
        if isinstance(thing, list):
            items_ = [self.value(item, (*keys, index)) for index, item in enumerate(thing)]
            return Sequence("list", items_, self._place)
        if not isinstance(thing, str) and not fits(thing):
            return Unknown(self._place)
        return ConfigConst(thing, self._place, self._file, self._line + 1, keys)

    def _advance(self, key: str) -> None:
        """Go to the next line that names a key: data is read in the order of the text."""
        lines = self._lines.get(key, ())
        at = bisect_left(lines, self._line)
        if at < len(lines) and lines[at] < self._line + MAX_GAP:
            self._line = lines[at]


def _lines_by_word(text: str, word: re.Pattern[str]) -> dict[str, list[int]]:
    """For each word of a text the lines that it stands on, in order."""
    found: dict[str, list[int]] = {}
    for number, line in enumerate(text.split("\n")):
        for match in word.finditer(line):
            found.setdefault(match[match.lastindex or 0], []).append(number)
    return found


_PARSERS: dict[str, Callable[[str, Place, str], Value]] = {
    "json": _parse_json,
    "toml": _parse_toml,
    "yaml": _parse_yaml,
}
