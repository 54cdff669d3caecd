"""Packages that only some strategies need."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from seismograd.repair.search.strategy import StrategyUnavailable


def load(package: str, strategy: str, install: str) -> ModuleType:
    """`install`: what pip is told. Raises `StrategyUnavailable`."""
    try:
        return import_module(package)
    except ImportError as error:
        message = f"the search strategy '{strategy}' needs {package}: pip install {install}"
        raise StrategyUnavailable(message) from error
