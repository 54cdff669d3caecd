from __future__ import annotations

import time
import warnings

import pytest

from seismograd.source.ignore_patterns import ignore_spec

NONSENSE = ["[z-a]", "a[z-a]*", "[[:foo:]]", "[", "[!]", "\\", "!", "/", "[a&&b]", "[[a]]"]


@pytest.mark.parametrize("line", NONSENSE)
def test_a_line_that_makes_no_sense_costs_only_itself(line: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        spec = ignore_spec([line, "*.pyc"])
    assert spec.match_file("a/b.pyc")
    assert not spec.match_file("x/train.py")


@pytest.mark.parametrize("pattern", ["*a" * 40 + "b", "**/a/" * 40 + "b", "?*" * 60 + "x"])
def test_no_name_keeps_a_pattern_busy(pattern: str) -> None:
    spec = ignore_spec([pattern])
    began = time.thread_time()
    assert not spec.match_file("a/" * 40 + "a" * 200)
    assert time.thread_time() - began < 2
