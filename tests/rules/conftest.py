"""What holds for all tests of rules."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def nothing_fails_unseen(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A rule or a reader that fails is only logged; in a test it must not go unseen."""
    yield
    failures = [record for record in caplog.get_records("call") if record.exc_info]
    assert not [record.getMessage() for record in failures if record.levelno >= logging.ERROR]
