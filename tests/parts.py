"""Real parts that some tests need: they are skipped without them, or fail where all are wanted."""

from __future__ import annotations

import importlib
import os
import shutil
from types import ModuleType
from typing import NoReturn

import pytest

REQUIRE_ALL = "SEISMOGRAD_REQUIRE_ALL"
WITHOUT = "SEISMOGRAD_WITHOUT"
"""Parts that a machine cannot have whatever is installed: containers inside of some containers."""


def missing(what: str, part: str | None = None) -> NoReturn:
    """End a test for want of a part."""
    given_up = part in os.environ.get(WITHOUT, "").split()
    if os.environ.get(REQUIRE_ALL) == "1" and not given_up:
        pytest.fail(f"{what}, and {REQUIRE_ALL} is set")
    pytest.skip(what, allow_module_level=True)


def program(name: str, package: str) -> str:
    """The path of a program that a package of the system brings."""
    return shutil.which(name) or missing(f"{name} is not installed (apt-get install {package})")


def module(name: str) -> ModuleType:
    """A package that only some tests use."""
    try:
        return importlib.import_module(name)
    except ImportError:
        missing(f"the package {name} is not installed (make test installs it)")
