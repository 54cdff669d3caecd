from __future__ import annotations

import asyncio
from random import Random

import pytest
from lsprotocol import types

from tests.lsp.editor import Editor, bounds, codes, until

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def items(editor: Editor, uri: str) -> list[types.Diagnostic]:
    report = await editor.pull(uri)
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    return list(report.items)


async def test_a_pulled_document_is_never_pushed(pull: Editor) -> None:
    uri = pull.open(pull.uri("one.py"), "BAD")
    assert codes(await items(pull, uri)) == ["SGT01"]
    pull.change(uri, 2, "BAD\nBAD")
    assert len(await items(pull, uri)) == 2
    await asyncio.sleep(0.3)
    assert pull.publications == 0


async def test_what_did_not_change_is_not_sent_again(pull: Editor) -> None:
    uri = pull.open(pull.uri("same.py"), "BAD")
    first = await pull.pull(uri)
    pull.change(uri, 2, ((0, 3, 0, 3), "\nother = 1"))
    second = await pull.pull(uri, first.result_id)
    assert isinstance(second, types.RelatedUnchangedDocumentDiagnosticReport)
    assert second.result_id == first.result_id
    pull.change(uri, 3, ((0, 0, 0, 0), "\n"))
    third = await pull.pull(uri, first.result_id)
    assert isinstance(third, types.RelatedFullDocumentDiagnosticReport)
    assert third.result_id != first.result_id


async def test_the_answer_is_about_the_newest_text(pull: Editor) -> None:
    uri = pull.open(pull.uri("newest.py"), "")
    pulls = []
    for version in range(2, 12):
        pull.change(uri, version, ((0, 0, 0, 0), "BAD\n"))
        pulls.append(asyncio.ensure_future(items(pull, uri)))
    assert len((await asyncio.gather(*pulls))[-1]) == 10


async def test_a_closed_document_has_no_diagnostics(pull: Editor) -> None:
    uri = pull.open(pull.uri("closed.py"), "BAD")
    await pull.pull(uri)
    pull.close(uri)
    assert await items(pull, uri) == []


async def test_another_file_is_asked_for_again_when_a_check_reaches_into_it(pull: Editor) -> None:
    shared = pull.open(pull.write("shared.py", "FOREIGN = 1\n"), "FOREIGN = 1\n")
    assert await items(pull, shared) == []
    before = pull.client.diagnostic_refresh_count
    user = pull.open(pull.uri("user.py"), "import shared\n")
    assert await items(pull, user) == []
    await until(lambda: pull.client.diagnostic_refresh_count > before)
    assert codes(await items(pull, shared)) == ["SGT03"]
    pull.change(shared, 2, ((0, 0, 0, 0), "\n\n"))
    (found,) = await items(pull, shared)
    assert bounds(found) == (2, 0, 2, 7)
    await asyncio.sleep(0.3)
    assert pull.client.diagnostic_refresh_count == before + 1
    pull.close(user)
    await until(lambda: pull.client.diagnostic_refresh_count == before + 2)
    assert await items(pull, shared) == []
    pull.close(shared)


async def test_the_workspace_has_nothing_to_say_about_closed_files_by_default(
    pull: Editor,
) -> None:
    pull.write("torch_closed.py", "import torch\nBAD\n")
    assert await pull.pull_workspace() == {}


async def test_the_workspace_mode_covers_files_that_are_not_open(pull: Editor) -> None:
    closed = pull.write("pkg/closed.py", "import torch\nBAD\n")
    excluded = pull.write("build/copy.py", "import torch\nBAD\n")
    ignored = pull.write("generated.py", "import torch\nBAD\n")
    pull.write(".gitignore", "generated.py\n")
    pull.write("notes.py", "BAD\n")
    before = pull.client.diagnostic_refresh_count
    pull.configure({"checkMode": "workspace"})
    await until(lambda: pull.client.diagnostic_refresh_count > before)
    first = await pull.pull_workspace()
    assert codes(first[closed].items) == ["SGT01"]
    assert excluded not in first
    assert ignored not in first
    assert pull.uri("notes.py") not in first
    previous = [types.PreviousResultId(uri, item.result_id) for uri, item in first.items()]
    second = await pull.pull_workspace(previous)
    assert {item.kind for item in second.values()} == {types.DocumentDiagnosticReportKind.Unchanged}
    pull.write("pkg/closed.py", "import torch\n")
    pull.disk_changed(closed, types.FileChangeType.Changed)
    third = await pull.pull_workspace(previous)
    assert third[closed].items == ()
    await until(lambda: pull.client.diagnostic_refresh_count > before + 1)
    pull.configure({})
    await until(lambda: pull.client.diagnostic_refresh_count > before + 2)
    cleared = await pull.pull_workspace(previous)
    assert all(item.items == () for item in cleared.values())


async def test_open_files_count_by_what_the_editor_holds(pull: Editor) -> None:
    uri = pull.write("held.py", "import torch\nBAD\n")
    pull.open(uri, "import torch\n")
    pull.disk_changed(uri, types.FileChangeType.Changed)
    assert await items(pull, uri) == []


async def test_files_that_change_on_disk_are_watched(pull: Editor) -> None:
    await until(lambda: len(pull.registrations) == 2)
    methods = {registration.method for registration in pull.registrations}
    assert methods == {"workspace/didChangeWatchedFiles", "workspace/didChangeConfiguration"}


async def test_the_command_checks_everything(pull: Editor) -> None:
    for number in range(30):
        uri = pull.write(f"pkg/commanded{number}.py", "import torch\nBAD\nBAD\n")
        pull.disk_changed(uri, types.FileChangeType.Created)
    job = (await pull.command("seismograd.checkWorkspace"))["job"]
    progress = pull.client.progress_reports
    await until(lambda: bool(progress.get(job)) and progress[job][-1].kind == "end")
    assert progress[job][0].kind == "begin"
    assert progress[job][-1].message.endswith("files")
    assert codes((await pull.pull_workspace())[uri].items) == ["SGT01", "SGT01"]


@pytest.mark.parametrize("seed", range(6))
async def test_any_edits_lead_to_what_a_fresh_look_finds(pull: Editor, seed: int) -> None:
    random = Random(seed)
    pieces = ["BAD", " ", "\n", "😀", "é", "# ", "'''", "WORSE\n", "(", "\r\n", "x = 1\n"]
    uri = pull.open(pull.uri(f"random{seed}.py"), "")
    text = ""
    for version in range(2, 40):
        start, end = sorted(random.randint(0, len(text)) for _ in range(2))
        end = min(end, start + 4)
        new = "".join(random.choices(pieces, k=random.randint(0, 4)))
        where = (*client_place(text, start), *client_place(text, end))
        if text[start - 1 : start + 1] == "\r\n" or text[end - 1 : end + 1] == "\r\n":
            continue
        pull.change(uri, version, (where, new))
        text = text[:start] + new + text[end:]
    fresh = pull.open(pull.uri(f"fresh{seed}.py"), text)
    expected = [(item.code, item.range) for item in await items(pull, fresh)]
    assert [(item.code, item.range) for item in await items(pull, uri)] == expected


def client_place(text: str, offset: int) -> tuple[int, int]:
    before = text[:offset]
    line_start = before.rfind("\n") + 1
    return before.count("\n"), len(before[line_start:].encode("utf-16-le")) // 2
