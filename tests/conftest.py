"""What holds for all tests."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

# The same examples in every run, so that a change is judged by what it does and not by luck;
# SEISMOGRAD_EXPLORE=1 searches for new ones.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None, max_examples=500)
settings.load_profile("explore" if os.environ.get("SEISMOGRAD_EXPLORE") else "steady")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Shells let what they run in the background ignore interrupts, and so would all our children.
    signal.signal(signal.SIGINT, signal.default_int_handler)

KEEPING = {"cli", "compute", "jobs", "lsp", "mcp", "reproduce", "runs", "security"}
"""Tests of what writes to the user's cache folder; others need the tools that lie in there."""


@pytest.fixture(scope="module", autouse=True)
def own_cache(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """The cache folder of whoever runs the tests stays as it is."""
    with pytest.MonkeyPatch.context() as patch:
        if KEEPING & set(request.path.parts):
            patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield
