"""Real parts that some tests need: they are skipped without them, or fail where all are wanted."""

from __future__ import annotations

import importlib
import os
from types import ModuleType
from typing import NoReturn

import pytest

REQUIRE_ALL = "SEISMOGRAD_REQUIRE_ALL"


def missing(what: str) -> NoReturn:
    """End a test for want of a part."""
    if os.environ.get(REQUIRE_ALL) == "1":
        pytest.fail(f"{what}, and {REQUIRE_ALL} is set")
    pytest.skip(what)


def module(name: str) -> ModuleType:
    """A package that only some tests use."""
    try:
        return importlib.import_module(name)
    except ImportError:
        missing(f"the package {name} is not installed")
