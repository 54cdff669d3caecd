"""Modules of the standard library: ours wherever they come from, the script's as without us."""

from __future__ import annotations

import importlib
import sys
from importlib.machinery import BuiltinImporter, FrozenImporter, PathFinder
from typing import Any

_PACKAGE: Any = sys.modules[__package__ or __name__]
_LIBRARY: tuple[str, ...] | None = getattr(_PACKAGE, "LIBRARY", None)
"""None where this package was not started by its folder."""


def from_library(name: str) -> Any:
    """A module that the script may have under the same name on its own path."""
    plain = sys.path[:]
    sys.path[:] = plain if _LIBRARY is None else _LIBRARY
    try:
        return importlib.import_module(name)
    finally:
        sys.path[:] = plain


def give_way() -> None:
    """Forget what we loaded wherever the script's own path has another module of that name."""
    if _LIBRARY is None:
        return
    before_library = [entry for entry in sys.path if entry not in _LIBRARY]
    ours = {name for name in sys.modules.keys() - _PACKAGE.LOADED_BEFORE if "." not in name}
    hidden = {name for name in ours - {__package__} if _is_hidden(name, before_library)}
    for name in list(sys.modules):
        if name.partition(".")[0] in hidden:
            del sys.modules[name]


def _is_hidden(name: str, folders: list[str]) -> bool:
    """Modules inside of the interpreter are found first; folders without code are found last."""
    if BuiltinImporter.find_spec(name) or FrozenImporter.find_spec(name):
        return False
    spec = PathFinder.find_spec(name, folders)
    return spec is not None and spec.loader is not None
