"""A session with the server as it is shipped."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from pytest_lsp import ClientServerConfig

from tests.lsp.conftest import capabilities, session
from tests.lsp.editor import Editor

SERVE = (sys.executable, "-m", "seismograd.cli.main", "serve", "--stdio")


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("project")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def editor(root: Path) -> AsyncIterator[Editor]:
    config = ClientServerConfig(server_command=list(SERVE))
    async for found in session(config, [root], capabilities(pull=False)):
        yield found
