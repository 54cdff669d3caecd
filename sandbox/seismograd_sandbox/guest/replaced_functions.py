"""Functions of the script that lie where those of the project or of a package were."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

from .loss_recorder import REPLACED, is_recorder
from .trusted_code import SCRIPT, TrustedCode

_LAST = REPLACED.removeprefix("torch.")


def replaced_function(code: TrustedCode) -> str | None:
    """The dotted name of the first that is found; None where all is as it was."""
    for name, module in list(sys.modules.items()):
        if isinstance(module, ModuleType) and name not in ("__main__", "__mp_main__"):
            file = getattr(module, "__file__", None)
            if isinstance(file, str) and code.kind(file) == SCRIPT:
                continue
            for dotted, function in _functions(name, module):
                is_noted = dotted.endswith(f".{_LAST}") and is_recorder(function)
                if not is_noted and code.kind(function.__code__.co_filename) == SCRIPT:
                    return dotted
    return None


def _functions(name: str, module: ModuleType) -> Iterator[tuple[str, FunctionType]]:
    for key, value in _items(module):
        if type(value) is FunctionType:
            yield f"{name}.{key}", value
        elif issubclass(type(value), type) and value.__module__ == name:
            for inner, method in _items(value):
                if type(method) is FunctionType:
                    yield f"{name}.{key}.{inner}", method


def _items(holder: Any) -> list[tuple[str, Any]]:
    try:
        return list(vars(holder).items())
    except (TypeError, RuntimeError):  # a module that only looks like one
        return []
