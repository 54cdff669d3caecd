from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from tests.lsp.conftest import capabilities, sample_config, session
from tests.lsp.editor import Editor
from tests.lsp.test_notebooks import open_notebook

pytestmark = pytest.mark.asyncio(loop_scope="module")
FINDINGS = "seismograd.findings"
FAULTY = "import torch\nx = '😀', BAD\n"


async def findings(editor: Editor, *uris: str) -> dict[str, Any]:
    found: dict[str, Any] = await editor.command(FINDINGS, {"uris": list(uris)})
    return found


def places(found: dict[str, Any]) -> list[tuple[str, int, int]]:
    starts = [(item["file"], item["range"]["start"]) for item in found["findings"]]
    return [(file, start["line"], start["column"]) for file, start in starts]


async def test_a_file_on_disk_is_reported_in_the_contract(push: Editor) -> None:
    uri = push.write("disk/a.py", FAULTY)
    found = await findings(push, uri)
    assert (found["version"], found["errors"]) == (1, [])
    assert places(found) == [("disk/a.py", 2, 10)]
    (item,) = found["findings"]
    assert (item["code"], item["name"], item["fault_type"]) == ("SGT01", "bad-word", "API")
    assert item["fixes"][0]["edits"][0]["new_text"] == "good"


async def test_an_open_file_counts_by_what_the_editor_holds(push: Editor) -> None:
    uri = push.write("open/b.py", FAULTY)
    push.open(uri, "import torch\n")
    assert places(await findings(push, uri)) == []
    push.change(uri, 2, "import torch\n\n\nBAD\n")
    assert places(await findings(push, uri)) == [("open/b.py", 4, 1)]
    push.close(uri)


async def test_a_folder_stands_for_its_files(push: Editor) -> None:
    for name in ("c.py", "sub/d.py", ".venv/e.py"):
        push.write(f"folder/{name}", FAULTY)
    found = await findings(push, push.uri("folder"))
    assert {file for file, _, _ in places(found)} == {"folder/c.py", "folder/sub/d.py"}


async def test_no_address_is_the_whole_workspace_and_nothing_is_shown(tmp_path: Path) -> None:
    async for editor in session(sample_config(), [tmp_path], capabilities(pull=False)):
        editor.write("one.py", "import torch\nimport shared\nBAD\n")
        shared = editor.write("shared.py", "import torch\nFOREIGN\n")
        editor.open(shared, "import torch\nFOREIGN\n")
        assert (await editor.diagnostics(shared, 1)) == ()
        assert set(places(await findings(editor))) == {("one.py", 3, 1), ("shared.py", 2, 1)}
        assert set(places(await findings(editor, shared))) == set()
        editor.change(shared, 2, "import torch\n\nFOREIGN\n")
        assert (await editor.diagnostics(shared, 2)) == ()
        assert set(editor.published) == {shared}


async def test_cells_of_notebooks_are_counted_as_in_the_file(push: Editor) -> None:
    cells = open_notebook(push, "n.ipynb", "# prose", "x = 1", "y = 2\nBAD")
    for uri in (push.uri("n.ipynb"), cells[2]):
        (item,) = (await findings(push, uri))["findings"]
        assert (item["file"], item["cell"], item["range"]["start"]["line"]) == ("n.ipynb", 3, 2)
    stored = [{"cell_type": "markdown", "source": "hm"}, {"cell_type": "code", "source": "BAD"}]
    closed = push.write("closed.ipynb", json.dumps({"cells": stored}))
    (item,) = (await findings(push, closed))["findings"]
    assert (item["cell"], item["range"]["start"]) == (2, {"line": 1, "column": 1})


async def test_what_cannot_be_checked_is_an_error_of_its_own(push: Editor) -> None:
    good = push.write("mixed/good.py", FAULTY)
    broken = push.write("mixed/broken.ipynb", "{")
    found = await findings(push, good, broken, push.uri("mixed/missing.py"))
    assert places(found) == [("mixed/good.py", 2, 10)]
    assert found["errors"] == [
        {"file": "mixed/broken.ipynb", "message": "cannot be read"},
        {"file": "mixed/missing.py", "message": "cannot be read"},
    ]


@pytest.mark.parametrize("arguments", [(), (None,), ({},), ({"uris": None},), ({"uris": []},)])
async def test_nothing_named_is_the_whole_workspace(
    push: Editor, arguments: tuple[object, ...]
) -> None:
    push.write("whole/a.py", FAULTY)
    assert ("whole/a.py", 2, 10) in places(await push.command(FINDINGS, *arguments))


@pytest.mark.parametrize("arguments", [("x",), ("x", "y"), ({"uris": 3},), ({"uris": [3]},), (5,)])
async def test_wrong_arguments_are_refused(push: Editor, arguments: tuple[object, ...]) -> None:
    with pytest.raises(JsonRpcInvalidParams):
        await push.command(FINDINGS, *arguments)


async def test_a_cancelled_command_stops(tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / f"slow{number}.py").write_text("import torch\nSLOW\n")
    async for editor in session(sample_config(), [tmp_path], capabilities(pull=False)):
        protocol = editor.client.protocol
        params = types.ExecuteCommandParams(FINDINGS, [{"uris": []}])
        answer = asyncio.ensure_future(
            protocol.send_request_async(types.WORKSPACE_EXECUTE_COMMAND, params, msg_id="findings")
        )
        await asyncio.sleep(0.5)
        start = time.monotonic()
        protocol.notify(types.CANCEL_REQUEST, types.CancelParams("findings"))
        with pytest.raises(JsonRpcException):
            await answer
        # The worker has only the file in hand left to do; each question would come after another.
        for _ in range(3):
            await editor.command("seismograd.debugInformation")
        assert time.monotonic() - start < 5
