"""Modules of tests: they build and train toy networks on purpose."""

from __future__ import annotations

import re
from pathlib import PurePath

from seismograd.source.document import Document

_FILE = re.compile(r"test_.*\.py|.*_test\.py")
_FIXTURES = "conftest.py"
_DEFINES_TEST = re.compile(
    rb"^[ \t]*(?:(?:async[ \t]+)?def[ \t]+test|class[ \t]+\w+[ \t]*\([^)]*TestCase\b)", re.MULTILINE
)


def is_module_of_tests(document: Document) -> bool:
    """Whether a file is named like a module of tests and defines some, or serves such modules."""
    name = PurePath(document.path).name
    defines_tests = _FILE.fullmatch(name) and _DEFINES_TEST.search(document.raw)
    return name == _FIXTURES or bool(defines_tests)
