from __future__ import annotations

import pytest
from lsprotocol import types

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


async def test_the_page_of_a_rule_can_be_asked_for(push: Editor) -> None:
    for name in ("SGT01", "bad-word", "seismograd:/rules/SGT01.md"):
        page = await push.client.protocol.send_request_async("seismograd/rulePage", {"code": name})
        assert page.startswith("# bad-word (SGT01)")
    missing = await push.client.protocol.send_request_async(
        "seismograd/rulePage", {"code": "SG999"}
    )
    assert missing is None


async def test_nothing_is_shown_outside_of_documents(push: Editor) -> None:
    assert await push.hover(push.uri("missing.py"), 4, 4) is None
    found = await push.client.text_document_hover_async(
        types.HoverParams(types.TextDocumentIdentifier("git:/x.py"), types.Position(0, 0))
    )
    assert found is None
