from __future__ import annotations

import pytest

from tests.parts import module


@pytest.fixture(autouse=True)
def _with_torch() -> None:
    module("torch")
