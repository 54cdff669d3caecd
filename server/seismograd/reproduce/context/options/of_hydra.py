"""Configurations in YAML that `@hydra.main` reads; each value can be given as `name=value`."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from seismograd.reproduce.context.modules import dotted_name, string_of
from seismograd.reproduce.context.options.literals import keywords_of
from seismograd.reproduce.context.project_view import Option
from seismograd.reproduce.context.scopes import FUNCTIONS
from seismograd.reproduce.context.sources import SourceFile
from seismograd_sandbox.untrusted_files import read_regular_file

MAX_BYTES = 200_000
MAX_OPTIONS = 300
MAX_DEPTH = 6


def hydra_options(root: Path, source: SourceFile, nodes: Iterable[ast.AST]) -> Iterator[Option]:
    for node in nodes:
        for decorator in node.decorator_list if isinstance(node, FUNCTIONS) else ():
            if isinstance(decorator, ast.Call) and dotted_name(decorator.func) == "hydra.main":
                given = keywords_of(decorator)
                folder = string_of(given.get("config_path")) or "."
                name = string_of(given.get("config_name")) or "config"
                yield from _options(root, os.path.join(source.folder, folder), name)


def _options(root: Path, folder: str, name: str) -> Iterator[Option]:
    content = _read(root, os.path.join(folder, name.removesuffix(".yaml") + ".yaml"))
    if isinstance(content, dict):
        defaults = content.pop("defaults", None)
        found = [*_groups(root, folder, defaults), *_flat(content, "", 0)]
        yield from {option.flag: option for option in found[:MAX_OPTIONS]}.values()


def _groups(root: Path, folder: str, defaults: object) -> Iterator[Option]:
    """The parts that a list of defaults puts together: `- optimizer: adam`."""
    for entry in defaults if isinstance(defaults, list) else ():
        for group, choice in entry.items() if isinstance(entry, dict) else ():
            if isinstance(group, str) and isinstance(choice, str):
                part = _read(root, os.path.join(folder, group, choice + ".yaml"))
                yield Option(flag=group, default=repr(choice), type="str")
                yield from _flat(part, group + ".", 0) if isinstance(part, dict) else ()


def _flat(content: dict[object, object], prefix: str, depth: int) -> Iterator[Option]:
    for key, value in content.items():
        if not isinstance(key, str):
            continue
        if isinstance(value, dict) and depth < MAX_DEPTH:
            yield from _flat(value, f"{prefix}{key}.", depth + 1)
        elif not isinstance(value, dict):
            required = value == "???"
            default = None if required else repr(value)[:200]
            yield Option(f"{prefix}{key}", default, type=type(value).__name__, required=required)


def _read(root: Path, relative: str) -> object:
    import yaml

    top = os.path.realpath(root)
    path = os.path.realpath(os.path.join(top, relative))
    if not path.startswith(top + os.sep):
        return None
    try:
        raw = read_regular_file(path, MAX_BYTES + 1, within=top)
        # Aliases can make a small text enormous.
        is_plain = len(raw) <= MAX_BYTES and b"&" not in raw
        return yaml.safe_load(raw) if is_plain else None
    except (OSError, ValueError, RecursionError, yaml.YAMLError):
        return None
