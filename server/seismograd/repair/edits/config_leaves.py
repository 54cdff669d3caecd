"""The values of a configuration file by their keys, to see what an edit of it changes."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from enum import StrEnum
from pathlib import PurePath

Leaves = dict[tuple[object, ...], object]


class Syntax(StrEnum):
    JSON = "json"
    TOML = "toml"
    YAML = "yaml"


_SUFFIXES = {
    ".json": Syntax.JSON,
    ".toml": Syntax.TOML,
    ".yaml": Syntax.YAML,
    ".yml": Syntax.YAML,
}


def syntax_of(file: str) -> Syntax | None:
    return _SUFFIXES.get(PurePath(file).suffix.lower())


def leaves_of(text: str, syntax: Syntax) -> Leaves | None:
    """None where the text cannot be parsed."""
    try:
        return dict(_leaves(_parsed(text, syntax), ()))
    except (ValueError, RecursionError):
        return None


def _parsed(text: str, syntax: Syntax) -> object:
    if syntax is Syntax.JSON:
        return json.loads(text)
    return tomllib.loads(text) if syntax is Syntax.TOML else _yaml(text)


def _yaml(text: str) -> object:
    import yaml

    from seismograd_sandbox.untrusted_yaml import check_yaml

    try:
        check_yaml(text, aliases=True)
        return yaml.safe_load(text)
    except (yaml.YAMLError, TypeError) as error:
        raise ValueError(str(error)) from error


def _leaves(thing: object, path: tuple[object, ...]) -> Iterator[tuple[tuple[object, ...], object]]:
    if isinstance(thing, dict):
        for key, item in thing.items():
            yield from _leaves(item, (*path, key))
    elif isinstance(thing, list):
        for index, item in enumerate(thing):
            yield from _leaves(item, (*path, index))
    else:
        yield path, thing
