"""The text of configuration files as values that know their line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

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

MAX_NODES = 20_000
MAX_DEPTH = 40
MAX_GAP = 200
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

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        node = yaml.compose(text, Loader=loader)
        return Unknown(place) if node is None else _YamlReader(place, file).value(node)
    except (yaml.YAMLError, ValueError, TypeError) as error:
        raise Unparsable from error


class _YamlReader:
    """Turns the nodes of one document into values; aliases are followed, within bounds."""

    def __init__(self, place: Place, file: str) -> None:
        from yaml.constructor import SafeConstructor

        self._place = place
        self._file = file
        self._constructor = SafeConstructor()
        self._left = MAX_NODES

    def value(self, node: yaml.Node, depth: int = 0) -> Value:
        import yaml

        self._left -= 1
        if self._left < 0 or depth > MAX_DEPTH:
            raise Unparsable
        if not isinstance(node, yaml.ScalarNode) and node.tag not in _PLAIN_TAGS:
            return Unknown(self._place)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, depth)
        if isinstance(node, yaml.SequenceNode):
            items = [self.value(item, depth + 1) for item in node.value]
            return Sequence("list", items, self._place)
        return self._scalar(node)

    def _mapping(self, node: yaml.MappingNode, depth: int) -> Value:
        self._constructor.flatten_mapping(node)
        items: dict[object, Value] = {}
        for key_node, value_node in node.value:
            items[self._plain(key_node)] = self.value(value_node, depth + 1)
        return Mapping(items, self._place)

    def _scalar(self, node: yaml.Node) -> Value:
        from yaml.constructor import ConstructorError

        try:
            line = node.start_mark.line + 1
            return ConfigConst(self._plain(node), self._place, self._file, line)
        except (ConstructorError, ValueError):
            return Unknown(self._place)

    def _plain(self, node: yaml.Node) -> object:
        found = self._constructor.construct_object(node, deep=True)
        hash(found)
        return found


def _parse_json(text: str, place: Place, file: str) -> Value:
    import json

    try:
        return _Searcher(text, place, file, '"{}"').value(json.loads(text))
    except ValueError as error:
        raise Unparsable from error


def _parse_toml(text: str, place: Place, file: str) -> Value:
    import tomllib

    try:
        return _Searcher(text, place, file, "{}").value(tomllib.loads(text))
    except ValueError as error:
        raise Unparsable from error


class _Searcher:
    """Turns parsed data into values; the line of each is searched for by its key."""

    def __init__(self, text: str, place: Place, file: str, key: str) -> None:
        self._lines = text.split("\n")
        self._place = place
        self._file = file
        self._key = key
        self._left = MAX_NODES
        self._line = 0

    def value(self, thing: object, depth: int = 0) -> Value:
        self._left -= 1
        if self._left < 0 or depth > MAX_DEPTH:
            raise Unparsable
        if isinstance(thing, dict):
            items: dict[object, Value] = {}
            for key, item in thing.items():
                self._advance(str(key))
                items[key] = self.value(item, depth + 1)
            return Mapping(items, self._place)
        if isinstance(thing, list):
            items_ = [self.value(item, depth + 1) for item in thing]
            return Sequence("list", items_, self._place)
        return ConfigConst(thing, self._place, self._file, self._line + 1)

    def _advance(self, key: str) -> None:
        """Go to the next line that names a key: data is read in the order of the text."""
        wanted = re.compile(rf"(?<![\w-]){re.escape(self._key.format(key))}(?![\w-])")
        for number in range(self._line, min(self._line + MAX_GAP, len(self._lines))):
            if wanted.search(self._lines[number]):
                self._line = number
                return


_PARSERS: dict[str, Callable[[str, Place, str], Value]] = {
    "json": _parse_json,
    "toml": _parse_toml,
    "yaml": _parse_yaml,
}
