from __future__ import annotations

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.lsp.editor import Editor, area

pytestmark = pytest.mark.asyncio(loop_scope="module")
FIX_ALL = "source.fixAll.seismograd"


async def test_quick_fixes_come_with_their_edit_where_it_cannot_wait(push: Editor) -> None:
    uri = push.open(push.uri("plain.py"), "x = BAD\nWORSE\n")
    bad, worse = await push.diagnostics(uri, 1)
    actions = await push.actions(uri, bad.range, [bad])
    assert list(actions) == [
        "Make it good (SGT01)",
        "Ignore SGT01 on this line",
        "Ignore SGT01 in this file",
    ]
    fix = actions["Make it good (SGT01)"]
    assert fix.kind == types.CodeActionKind.QuickFix
    assert fix.is_preferred
    assert fix.diagnostics == (bad,)
    assert fix.edit is not None
    assert fix.edit.changes == {uri: (types.TextEdit(area(0, 4, 0, 7), "good"),)}
    unsafe = (await push.actions(uri, worse.range, [worse]))["Drop it (SGT02, unsafe)"]
    assert not unsafe.is_preferred


async def test_quick_fixes_are_resolved_to_versioned_edits(pull: Editor) -> None:
    uri = pull.open(pull.uri("resolved.py"), "x = '😀', BAD\n")
    report = await pull.pull(uri)
    (found,) = report.items  # type: ignore[union-attr]
    action = (await pull.actions(uri, found.range, [found]))["Make it good (SGT01)"]
    assert action.edit is None
    edit = await pull.resolve(action)
    (change,) = edit.document_changes or ()
    assert isinstance(change, types.TextDocumentEdit)
    assert (change.text_document.uri, change.text_document.version) == (uri, 1)
    assert change.edits == (types.TextEdit(area(0, 10, 0, 13), "good"),)


async def test_an_action_whose_finding_is_gone_is_refused(pull: Editor) -> None:
    uri = pull.open(pull.uri("gone.py"), "BAD")
    (action, *_) = (await pull.actions(uri, area(0, 0, 0, 1))).values()
    pull.change(uri, 2, "good")
    with pytest.raises(JsonRpcException, match="no longer"):
        await pull.resolve(action)


async def test_an_action_of_somebody_else_is_refused(pull: Editor) -> None:
    with pytest.raises(JsonRpcException, match="not offered"):
        await pull.resolve(types.CodeAction("Other"))


async def test_actions_follow_the_cursor_where_no_diagnostic_is_named(push: Editor) -> None:
    uri = push.open(push.uri("cursor.py"), "a\nBAD\n")
    await push.diagnostics(uri, 1)
    assert len(await push.actions(uri, area(1, 2, 1, 2))) == 3
    assert await push.actions(uri, area(0, 0, 0, 0)) == {}


async def test_fix_all_is_only_for_those_who_ask_and_only_safe(push: Editor) -> None:
    uri = push.open(push.uri("all.py"), "BAD\nWORSE\nBAD\n")
    await push.diagnostics(uri, 1)
    for only in ([FIX_ALL], ["source.fixAll"], ["source"]):
        (action,) = (await push.actions(uri, area(0, 0, 0, 0), only=only)).values()
        assert action.kind == FIX_ALL
        assert action.edit is not None
        edits = (action.edit.changes or {})[uri]
        assert [edit.range for edit in edits] == [area(0, 0, 0, 3), area(2, 0, 2, 3)]
    plain = await push.actions(uri, area(0, 0, 0, 0))
    assert all(action.kind != FIX_ALL for action in plain.values())
    other = await push.actions(uri, area(0, 0, 0, 0), only=["source.organizeImports"])
    assert other == {}


async def test_fix_all_is_resolved_for_the_text_as_it_is_then(pull: Editor) -> None:
    uri = pull.open(pull.uri("late.py"), "BAD\n")
    (action,) = (await pull.actions(uri, area(0, 0, 0, 0), only=[FIX_ALL])).values()
    pull.change(uri, 2, ((0, 0, 0, 0), "BAD\n\n"))
    (change,) = (await pull.resolve(action)).document_changes or ()
    assert isinstance(change, types.TextDocumentEdit)
    assert change.text_document.version == 2
    assert [edit.range.start.line for edit in change.edits] == [0, 2]  # type: ignore[union-attr]


async def test_suppressing_silences_and_extends(push: Editor) -> None:
    uri = push.open(push.uri("silence.py"), "BAD; WORSE\n")
    await push.diagnostics(uri, 1)
    version = 1
    for code in ("SGT01", "SGT02"):
        actions = await push.actions(uri, area(0, 0, 0, 10))
        edit = actions[f"Ignore {code} on this line"].edit
        assert edit is not None
        (change,) = (edit.changes or {})[uri]
        version += 1
        push.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version, uri),
                [types.TextDocumentContentChangePartial(change.range, change.new_text)],
            )
        )
        await push.diagnostics(uri, version)
    assert change.new_text == "# seismograd: ignore[SGT01, SGT02]"
    assert await push.diagnostics(uri, 3) == ()


async def test_unused_suppressions_are_faded_and_can_be_removed(push: Editor) -> None:
    uri = push.open(push.uri("unused.py"), "x = 1  # seismograd: ignore[SGT01]\n")
    (found,) = await push.diagnostics(uri, 1)
    assert found.tags == (types.DiagnosticTag.Unnecessary,)
    assert list(await push.actions(uri, found.range, [found])) == [
        "Remove the unused suppression (SG001)"
    ]
