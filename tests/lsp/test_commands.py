from __future__ import annotations

import pytest
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from tests.lsp.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_debug_information_needs_no_arguments_and_minds_none(push: Editor) -> None:
    plain = await push.command("seismograd.debugInformation")
    assert plain["positionEncoding"] == "utf-16"
    assert plain["client"].startswith("pytest") or plain["client"] == "unknown"
    assert await push.command("seismograd.debugInformation", {"any": "thing"}) == plain


@pytest.mark.parametrize("arguments", [(), ({},), ("one", "two"), (None,)])
async def test_wrong_arguments_are_refused(push: Editor, arguments: tuple[object, ...]) -> None:
    with pytest.raises(JsonRpcInvalidParams):
        await push.command("seismograd.showProgram", *arguments)


async def test_the_program_of_what_cannot_be_read_is_refused(push: Editor) -> None:
    with pytest.raises(JsonRpcException, match="cannot be read"):
        await push.command("seismograd.showProgram", {"uri": push.uri("missing.py")})


async def test_rules_are_listed_with_what_each_does(push: Editor) -> None:
    rules = await push.command("seismograd.rules")
    assert rules
    assert all(rule["code"] and rule["name"] and rule["summary"] for rule in rules)
