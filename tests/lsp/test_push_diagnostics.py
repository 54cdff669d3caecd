from __future__ import annotations

import pytest
from lsprotocol import types

from tests.lsp.editor import Editor, area, bounds, codes, until

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_diagnostic_says_everything(push: Editor) -> None:
    uri = push.open(push.uri("one.py"), "x = 1\ny = BAD\n")
    (found,) = await push.diagnostics(uri, 1)
    assert (found.source, found.code) == ("seismograd", "SGT01")
    assert found.severity == types.DiagnosticSeverity.Warning
    assert found.message == "A bad word."
    assert bounds(found) == (1, 4, 1, 7)
    assert found.code_description is not None
    assert found.code_description.href == "seismograd:/rules/SGT01.md"
    related = [(item.message, item.location.uri) for item in found.related_information or ()]
    assert related == [("this word", uri), ("this file", uri)]
    where = {"start": {"line": 1, "character": 4}, "end": {"line": 1, "character": 7}}
    edit = {"uri": uri, "range": where, "newText": "good"}
    fix = {"title": "Make it good", "safety": "safe", "edits": [edit]}
    assert found.data == {"version": 1, "fixes": [fix]}


async def test_the_server_does_not_invite_this_client_to_pull(push: Editor) -> None:
    information = await push.command("seismograd.debugInformation")
    assert information["diagnostics"] == "push"


async def test_columns_are_counted_in_the_units_of_the_client(push: Editor) -> None:
    uri = push.open(push.uri("emoji.py"), 's = "😀é"; BAD\n')
    (found,) = await push.diagnostics(uri, 1)
    assert bounds(found) == (0, 11, 0, 14)
    push.change(uri, 2, ((0, 5, 0, 7), "😀😀"))
    (found,) = await push.diagnostics(uri, 2)
    assert bounds(found) == (0, 13, 0, 16)


async def test_incremental_edits_are_applied_in_order(push: Editor) -> None:
    uri = push.open(push.uri("edits.py"), "a = 1\nb = 2\n")
    assert await push.diagnostics(uri, 1) == ()
    push.change(uri, 2, ((1, 4, 1, 5), "BAD"), ((0, 0, 0, 0), "\n"), ((2, 0, 2, 1), "name"))
    (found,) = await push.diagnostics(uri, 2)
    assert bounds(found) == (2, 7, 2, 10)
    push.change(uri, 3, "clean = 1\n")
    assert await push.diagnostics(uri, 3) == ()


async def test_quick_edits_are_checked_together(push: Editor) -> None:
    uri = push.open(push.uri("quick.py"), "")
    await push.diagnostics(uri, 1)
    before = push.publications
    for version in range(2, 52):
        push.change(uri, version, ((0, 0, 0, 0), "BAD\n"))
    assert len(await push.diagnostics(uri, 51)) == 50
    # How many are seen on the way is up to the machine; each edit by itself would be too many.
    assert push.publications - before < 25


@pytest.mark.parametrize(
    "where", [(0, 0, 99, 99), (50, 7, 60, 1), (0, 90, 0, 95), (1, 3, 0, 0), (2, 0, 2, 9)]
)
async def test_edits_out_of_range_do_no_harm(push: Editor, where: tuple[int, ...]) -> None:
    uri = push.open(push.uri(f"range{where[0]}{where[1]}.py"), "a\nb")
    await push.diagnostics(uri, 1)
    push.change(uri, 2, (where, "\nBAD"))
    assert codes(await push.diagnostics(uri, 2)) == ["SGT01"]


async def test_an_edit_of_what_is_not_open_is_passed_over(push: Editor) -> None:
    push.change(push.uri("unheard.py"), 7, ((0, 0, 0, 0), "BAD"))
    push.close(push.uri("never_opened.py"))
    uri = push.open(push.uri("after.py"), "BAD")
    assert len(await push.diagnostics(uri, 1)) == 1


async def test_closing_takes_the_diagnostics_back(push: Editor) -> None:
    uri = push.open(push.uri("closing.py"), "BAD")
    await push.diagnostics(uri, 1)
    push.close(uri)
    assert await push.diagnostics(uri, None) == ()


async def test_untitled_texts_are_checked(push: Editor) -> None:
    uri = push.open("untitled:Untitled-1", "BAD")
    (found,) = await push.diagnostics(uri, 1)
    titles = await push.actions(uri, found.range, [found])
    assert "Make it good (SGT01)" in titles


async def test_other_languages_are_left_alone(push: Editor) -> None:
    push.open(push.uri("notes.md"), "BAD", language="markdown")
    uri = push.open(push.uri("beside.py"), "BAD")
    await push.diagnostics(uri, 1)
    assert push.uri("notes.md") not in push.published


async def test_the_language_counts_and_not_the_name(push: Editor) -> None:
    uri = push.open(push.uri("script_without_suffix"), "BAD")
    assert len(await push.diagnostics(uri, 1)) == 1


async def test_what_one_file_reveals_in_another_is_shown_there(push: Editor) -> None:
    push.write("shared.py", "FOREIGN = 1\n")
    user = push.open(push.uri("user.py"), "import shared\n")
    assert await push.diagnostics(user, 1) == ()
    assert push.uri("shared.py") not in push.published
    shared = push.open(push.uri("shared.py"), "\nFOREIGN = 1\n")
    (found,) = await push.diagnostics(shared, 1)
    assert bounds(found) == (1, 0, 1, 7)
    push.change(shared, 2, ((1, 0, 1, 7), "own"))
    assert await push.diagnostics(shared, 2) == ()
    push.change(shared, 3, ((1, 0, 1, 3), "FOREIGN"))
    await until(lambda: push.shown(shared) == ["SGT03"])
    push.close(user)
    await until(lambda: not push.shown(shared))


async def test_a_failing_rule_is_logged_and_interrupts_once(push: Editor) -> None:
    uri = push.open(push.uri("crash.py"), "CRASH = BAD\n")
    assert codes(await push.diagnostics(uri, 1)) == ["SGT01"]
    push.change(uri, 2, ((0, 0, 0, 0), "# again\n"))
    assert codes(await push.diagnostics(uri, 2)) == ["SGT01"]
    logged = [entry.message for entry in push.client.log_messages]
    assert sum("SGT04 failed" in message for message in logged) == 2
    assert len(push.client.messages) == 1
    push.close(uri)


async def test_a_text_that_is_too_large_is_left_unread_and_named_once(push: Editor) -> None:
    uri = push.open(push.uri("large.py"), "BAD\n" * 1_100_000)
    assert not await push.diagnostics(uri, 1)
    push.change(uri, 2, ((0, 0, 0, 0), "# again\n"))
    assert not await push.diagnostics(uri, 2)
    logged = [entry.message for entry in push.client.log_messages]
    assert sum("large.py: larger than 4 MB; not analysed" in message for message in logged) == 1
    push.change(uri, 3, ((1, 0, 2_000_000, 0), "BAD\n"))
    assert codes(await push.diagnostics(uri, 3)) == ["SGT01"]
    push.close(uri)


async def test_garbage_is_survived(push: Editor) -> None:
    text = "\x00\ud800(((((\n\r\x0c\u2028'''BAD" + "[" * 5000
    uri = push.open(push.uri("garbage.py"), text.replace("\ud800", "\ufffd"))
    await push.diagnostics(uri, 1)
    push.change(uri, 2, ((0, 3, 2, 900), "}}\\"), ((0, 0, 0, 1), ""))
    await push.diagnostics(uri, 2)
    assert (await push.actions(uri, area(0, 0, 9, 9))) is not None
