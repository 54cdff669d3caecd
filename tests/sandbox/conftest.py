"""Sandboxes are tried on real processes, walls and containers, which takes minutes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.when_asked import is_left_out

HERE = Path(__file__).parent
WANTED_VARIABLE = "SEISMOGRAD_SANDBOXES"
REAL = tuple(HERE / name for name in ("docker", "host", "self_check", "test_contract.py"))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return is_left_out(collection_path, config, HERE, REAL, WANTED_VARIABLE)
