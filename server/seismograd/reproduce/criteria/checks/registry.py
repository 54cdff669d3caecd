"""All checks by name, found by walking this package."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache

import seismograd.reproduce.criteria.checks as package
from seismograd.reproduce.criteria.checks.check import Check


@cache
def all_checks() -> dict[str, type[Check]]:
    return {kind.name: kind for kind in sorted(_classes(), key=lambda kind: kind.name)}


def _classes() -> Iterator[type[Check]]:
    for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        for found in vars(importlib.import_module(module.name)).values():
            own = inspect.isclass(found) and found.__module__ == module.name
            if own and issubclass(found, Check) and not inspect.isabstract(found):
                yield found
