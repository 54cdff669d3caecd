from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types

from tests.lsp.conftest import capabilities, sample_config, session
from tests.lsp.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_the_page_of_the_rule_is_shown_on_its_diagnostic(push: Editor) -> None:
    uri = push.open(push.uri("page.py"), "😀 = BAD\n")
    await push.diagnostics(uri, 1)
    page = await push.hover(uri, 0, 6)
    assert page is not None
    assert "A bad word." in page
    assert "Why is this bad?" in page
    assert await push.hover(uri, 0, 0) is None


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def explaining(root: Path) -> AsyncIterator[Editor]:
    """An editor that shows the message of a diagnostic in its hovers and opens rule pages."""
    options: dict[str, object] = {"briefHover": True}
    abilities = capabilities(pull=True)
    async for editor in session(sample_config(), [root], abilities, options=options):
        yield editor


async def test_a_brief_hover_leaves_out_what_the_diagnostic_says(explaining: Editor) -> None:
    uri = explaining.open(explaining.uri("brief.py"), "BAD\n")
    assert await explaining.hover(uri, 0, 1) == (
        "- It is.\n\n**Why is this bad?**\n\nIt is in the name.\n\n"
        "[All about SGT01](seismograd:/rules/SGT01.md)"
    )


async def test_the_page_of_a_rule_can_be_asked_for(push: Editor) -> None:
    for name in ("SGT01", "bad-word", "seismograd:/rules/SGT01.md"):
        page = await push.client.protocol.send_request_async("seismograd/rulePage", {"code": name})
        assert page.startswith("# bad-word (SGT01)")
    missing = await push.client.protocol.send_request_async(
        "seismograd/rulePage", {"code": "SG999"}
    )
    assert missing is None


async def test_the_page_of_a_symptom_can_be_asked_for(push: Editor) -> None:
    for name in ("dead-units", "seismograd:/symptoms/dead-units.md"):
        page = await push.client.protocol.send_request_async("seismograd/rulePage", {"code": name})
        assert page.startswith("# dead-units\n")
    for name in ("seismograd:/symptoms/no-such.md", "seismograd:/symptoms/../dead-units"):
        page = await push.client.protocol.send_request_async("seismograd/rulePage", {"code": name})
        assert page is None


async def test_nothing_is_shown_outside_of_documents(push: Editor) -> None:
    assert await push.hover(push.uri("missing.py"), 4, 4) is None
    found = await push.client.text_document_hover_async(
        types.HoverParams(types.TextDocumentIdentifier("git:/x.py"), types.Position(0, 0))
    )
    assert found is None
