"""Modules of tests: they train toy networks on purpose, so that most rules have no say there."""

from __future__ import annotations

import re
from pathlib import PurePath

from seismograd.rules.rule import Rule
from seismograd.source.document import Document

FAMILIES_IN_TESTS = frozenset({"graph", "loops", "shapes"})
"""Rules about code that does not do what it says, which is wrong in a test as well."""
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


def holds_in_tests(rule: Rule) -> bool:
    """Whether a rule is meant for tests too."""
    return rule.family in FAMILIES_IN_TESTS
