from __future__ import annotations

import pytest
from lsprotocol import types

from tests.lsp.editor import Editor, area, bounds, codes

pytestmark = pytest.mark.asyncio(loop_scope="module")


def open_notebook(editor: Editor, name: str, *cells: str) -> list[str]:
    """Cells that start with a hash sign and a blank are prose."""
    uris = [f"vscode-notebook-cell:/{name}#{index}" for index in range(len(cells))]
    kinds = [
        types.NotebookCellKind.Markup if cell.startswith("# ") else types.NotebookCellKind.Code
        for cell in cells
    ]
    notebook = types.NotebookDocument(
        editor.uri(name),
        "jupyter-notebook",
        1,
        [types.NotebookCell(kind, uri) for kind, uri in zip(kinds, uris, strict=True)],
    )
    texts = [
        types.TextDocumentItem(uri, "python" if kind == types.NotebookCellKind.Code else "md", 1, t)
        for kind, uri, t in zip(kinds, uris, cells, strict=True)
    ]
    editor.client.notebook_document_did_open(types.DidOpenNotebookDocumentParams(notebook, texts))
    return uris


def change_notebook(editor: Editor, name: str, version: int, **change: object) -> None:
    cells = types.NotebookDocumentCellChanges(**change)  # type: ignore[arg-type]
    editor.client.notebook_document_did_change(
        types.DidChangeNotebookDocumentParams(
            types.VersionedNotebookDocumentIdentifier(version, editor.uri(name)),
            types.NotebookDocumentChangeEvent(cells=cells),
        )
    )


def cell_edit(
    uri: str, version: int, where: tuple[int, int, int, int], text: str
) -> types.NotebookDocumentCellContentChanges:
    return types.NotebookDocumentCellContentChanges(
        types.VersionedTextDocumentIdentifier(version, uri),
        [types.TextDocumentContentChangePartial(area(*where), text)],
    )


async def test_diagnostics_land_in_their_cells(push: Editor) -> None:
    first, prose, last = open_notebook(
        push, "a.ipynb", "%matplotlib inline\nx = BAD", "# prose BAD", "😀 = 1\ny = '😀', BAD"
    )
    (found,) = await push.diagnostics(first, 1)
    assert bounds(found) == (1, 4, 1, 7)
    related = [item.location.uri for item in found.related_information or ()]
    assert related == [first, first]
    (found,) = await push.diagnostics(last, 1)
    assert bounds(found) == (1, 10, 1, 13)
    assert prose not in push.published


async def test_edits_and_moved_cells_are_followed(push: Editor) -> None:
    first, second = open_notebook(push, "b.ipynb", "a = 1", "b = 2")
    await push.diagnostics(second, 1)
    change_notebook(push, "b.ipynb", 2, text_content=[cell_edit(first, 2, (0, 4, 0, 5), "BAD\n\n")])
    assert codes(await push.diagnostics(first, 2)) == ["SGT01"]
    inserted = types.TextDocumentItem("vscode-notebook-cell:/b.ipynb#new", "python", 1, "BAD")
    array = types.NotebookCellArrayChange(
        0, 1, [types.NotebookCell(types.NotebookCellKind.Code, inserted.uri)]
    )
    structure = types.NotebookDocumentCellChangeStructure(
        array, did_open=[inserted], did_close=[types.TextDocumentIdentifier(first)]
    )
    change_notebook(push, "b.ipynb", 3, structure=structure)
    assert codes(await push.diagnostics(inserted.uri, 1)) == ["SGT01"]
    assert await push.diagnostics(first, None) == ()


async def test_a_fix_goes_to_its_cell(push: Editor) -> None:
    _, second = open_notebook(push, "c.ipynb", "a = 1\n", "b = 2\nBAD")
    (found,) = await push.diagnostics(second, 1)
    actions = await push.actions(second, found.range, [found])
    edit = actions["Make it good (SGT01)"].edit
    assert edit is not None
    assert edit.changes == {second: (types.TextEdit(area(1, 0, 1, 3), "good"),)}
    suppress = actions["Ignore SGT01 on this line"].edit
    assert suppress is not None
    comment = types.TextEdit(area(1, 3, 1, 3), "  # seismograd: ignore[SGT01]")
    assert suppress.changes == {second: (comment,)}


async def test_fix_all_touches_each_cell_once(push: Editor) -> None:
    first, second = open_notebook(push, "d.ipynb", "BAD; BAD", "BAD")
    await push.diagnostics(second, 1)
    actions = await push.actions(
        first, area(0, 0, 0, 0), only=["notebook.source.fixAll.seismograd"]
    )
    (action,) = actions.values()
    assert action.edit is not None
    assert action.edit.changes is not None
    assert {uri: len(edits) for uri, edits in action.edit.changes.items()} == {first: 2, second: 1}
    assert await push.actions(first, area(0, 0, 0, 0), only=["source.fixAll.seismograd"]) == {}


async def test_nothing_is_put_before_a_cell_magic(push: Editor) -> None:
    (only,) = open_notebook(push, "e.ipynb", "%%time\nBAD")
    (found,) = await push.diagnostics(only, 1)
    assert "Ignore SGT01 in this file" not in await push.actions(only, found.range, [found])


async def test_hover_finds_the_rule_in_a_cell(push: Editor) -> None:
    _, second = open_notebook(push, "f.ipynb", "a\nb", "c\nBAD")
    await push.diagnostics(second, 1)
    assert "Finds the word BAD" in (await push.hover(second, 1, 1) or "")
    assert await push.hover(second, 0, 0) is None


async def test_closing_takes_the_diagnostics_back(push: Editor) -> None:
    (only,) = open_notebook(push, "g.ipynb", "BAD")
    await push.diagnostics(only, 1)
    push.client.notebook_document_did_close(
        types.DidCloseNotebookDocumentParams(
            types.NotebookDocumentIdentifier(push.uri("g.ipynb")),
            [types.TextDocumentIdentifier(only)],
        )
    )
    assert await push.diagnostics(only, None) == ()


async def test_a_pulled_cell_gets_its_own(pull: Editor) -> None:
    first, second = open_notebook(pull, "h.ipynb", "a = 1", "BAD")
    report = await pull.pull(second)
    assert codes(report.items) == ["SGT01"]  # type: ignore[union-attr]
    report = await pull.pull(first)
    assert report.items == ()  # type: ignore[union-attr]
    change_notebook(pull, "h.ipynb", 2, text_content=[cell_edit(second, 2, (0, 0, 0, 3), "")])
    report = await pull.pull(second)
    assert report.items == ()  # type: ignore[union-attr]
