from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types
from pytest_lsp import ClientServerConfig

from tests.e2e.conftest import SERVE
from tests.e2e.programs import (
    IMPORTING_SCRIPT,
    MODEL,
    SCRIPT,
    SOFTMAX_CODE,
    ZERO_GRAD_CODE,
    line_of,
)
from tests.lsp.conftest import capabilities, session
from tests.lsp.editor import Editor, area, codes, until
from tests.lsp.test_notebooks import open_notebook

pytestmark = pytest.mark.asyncio(loop_scope="module")


def found(diagnostics: object, code: str) -> types.Diagnostic:
    (diagnostic,) = [item for item in diagnostics if item.code == code]  # type: ignore[attr-defined]
    assert isinstance(diagnostic, types.Diagnostic)
    return diagnostic


async def test_faults_are_marked_on_their_lines(editor: Editor) -> None:
    uri = editor.open(editor.uri("script.py"), SCRIPT)
    diagnostics = await editor.diagnostics(uri, 1)
    softmax = found(diagnostics, SOFTMAX_CODE)
    assert softmax.range.start.line == line_of(SCRIPT, "return self.softmax")
    assert softmax.severity == types.DiagnosticSeverity.Error
    (related,) = softmax.related_information or ()
    assert related.location.range.start.line == line_of(SCRIPT, "loss = criterion")
    zero_grad = found(diagnostics, ZERO_GRAD_CODE)
    assert zero_grad.range.start.line == line_of(SCRIPT, "loss.backward()")


async def test_typing_the_mend_takes_the_mark_away(editor: Editor) -> None:
    uri = editor.open(editor.uri("typed.py"), SCRIPT)
    assert ZERO_GRAD_CODE in codes(await editor.diagnostics(uri, 1))
    line = line_of(SCRIPT, "loss = criterion")
    editor.change(uri, 2, ((line, 0, line, 0), "        optimizer.zero_grad()\n"))
    assert ZERO_GRAD_CODE not in codes(await editor.diagnostics(uri, 2))
    editor.change(uri, 3, ((line, 0, line + 1, 0), ""))
    assert ZERO_GRAD_CODE in codes(await editor.diagnostics(uri, 3))


async def test_fix_all_mends_what_is_safe_to_mend(editor: Editor) -> None:
    uri = editor.open(editor.uri("fixed.py"), SCRIPT)
    await editor.diagnostics(uri, 1)
    (action,) = (
        await editor.actions(uri, area(0, 0, 0, 0), only=["source.fixAll.seismograd"])
    ).values()
    assert action.edit is not None
    edits = (action.edit.changes or {})[uri]
    editor.change(uri, 2, *((_bounds(edit.range), edit.new_text) for edit in reversed(edits)))
    remaining = codes(await editor.diagnostics(uri, 2))
    assert ZERO_GRAD_CODE not in remaining
    assert SOFTMAX_CODE in remaining


def _bounds(where: types.Range) -> tuple[int, int, int, int]:
    return where.start.line, where.start.character, where.end.line, where.end.character


async def test_hover_resolves_a_hyperparameter(editor: Editor) -> None:
    uri = editor.open(editor.uri("hover.py"), SCRIPT)
    await editor.diagnostics(uri, 1)
    line = line_of(SCRIPT, "lr=LEARNING_RATE")
    column = SCRIPT.split("\n")[line].index("LEARNING_RATE")
    text = await editor.hover(uri, line, column + 3)
    assert text is not None
    assert "lr = 0.001" in text
    assert f"hover.py:{line_of(SCRIPT, 'LEARNING_RATE = ') + 1}" in text


async def test_hover_shows_the_page_of_a_rule(editor: Editor) -> None:
    uri = editor.open(editor.uri("page.py"), SCRIPT)
    diagnostics = await editor.diagnostics(uri, 1)
    place = found(diagnostics, SOFTMAX_CODE).range.start
    assert "Why is this bad?" in (await editor.hover(uri, place.line, place.character) or "")


async def test_a_fault_that_a_script_reveals_stands_in_its_module(editor: Editor) -> None:
    model = editor.open(editor.write("model.py", MODEL), MODEL)
    script = editor.open(editor.uri("importing.py"), IMPORTING_SCRIPT)
    assert ZERO_GRAD_CODE in codes(await editor.diagnostics(script, 1))
    await until(lambda: SOFTMAX_CODE in editor.shown(model))
    line = line_of(MODEL, "return self.softmax")
    mended = "        return self.output(torch.relu(self.hidden(x)))\n"
    editor.change(model, 2, ((line, 0, line + 1, 0), mended))
    await until(lambda: SOFTMAX_CODE not in editor.shown(model))


async def test_cells_of_a_notebook_share_their_names(editor: Editor) -> None:
    head, _, tail = SCRIPT.partition("LEARNING_RATE")
    first, second = open_notebook(
        editor, "n.ipynb", "%matplotlib inline\n" + head, "LEARNING_RATE" + tail
    )
    softmax = found(await editor.diagnostics(first, 1), SOFTMAX_CODE)
    assert softmax.range.start.line == line_of(SCRIPT, "return self.softmax") + 1
    (related,) = softmax.related_information or ()
    assert related.location.uri == second
    found(await editor.diagnostics(second, 1), ZERO_GRAD_CODE)


async def test_what_was_understood_can_be_seen(editor: Editor) -> None:
    uri = editor.open(editor.uri("shown.py"), SCRIPT)
    program = await editor.command("seismograd.showProgram", {"uri": uri})
    (network,) = program["networks"]
    assert (network["name"], network["output_function"]) == ("Net", "softmax")
    text = await editor.command("seismograd.showProgram", {"uri": uri, "format": "text"})
    assert text.startswith("Network Net (torch, line ")


@pytest_asyncio.fixture(loop_scope="module")
async def puller(root: Path) -> AsyncIterator[Editor]:
    config = ClientServerConfig(server_command=list(SERVE))
    settings: dict[str, dict[str, object]] = {"": {"checkMode": "workspace"}}
    async for editor in session(config, [root], capabilities(pull=True), settings):
        yield editor


async def test_the_whole_workspace_is_checked_on_request(puller: Editor) -> None:
    model = puller.write("whole/model.py", MODEL)
    script = puller.write("whole/importing.py", IMPORTING_SCRIPT)
    reports = await puller.pull_workspace()
    assert SOFTMAX_CODE in codes(reports[model].items)
    assert ZERO_GRAD_CODE in codes(reports[script].items)
