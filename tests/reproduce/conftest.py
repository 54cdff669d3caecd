"""Whole searches are tried on many small projects with real runs, which takes many minutes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.when_asked import is_left_out

HERE = Path(__file__).parent
WANTED_VARIABLE = "SEISMOGRAD_REPRODUCTIONS"
OFFLINE = HERE / "generate" / "offline"
LONG = (OFFLINE / "test_whole_search.py",)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return is_left_out(collection_path, config, HERE, LONG, WANTED_VARIABLE)
