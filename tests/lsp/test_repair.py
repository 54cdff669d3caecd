"""Repairs from an editor, in the sandbox that works everywhere."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from seismograd.lsp.looking_back import LOOK_BACK_AFTER
from seismograd.lsp.patch_edits import ANNOTATION
from tests.lsp.conftest import SERVER, capabilities, sample_config, session
from tests.lsp.editor import Editor, area, until
from tests.lsp.raw_server import RawServer
from tests.lsp.saved_repairs import save_patch
from tests.lsp.test_runs import OURS, PROJECT, plain

pytestmark = pytest.mark.asyncio(loop_scope="function")
TRAINING = """import torch, yaml
from torch import nn

torch.manual_seed(0)
torch.set_num_threads(1)
rate = yaml.safe_load(open("config.yaml"))["rate"]
x = torch.randn(256, 4)
y = (x.sum(1) > 0).long()
model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
optimizer = torch.optim.Adam(model.parameters(), lr=rate)
loss_fn = nn.CrossEntropyLoss()
for epoch in range(15):
    for start in range(0, 192, 32):
        optimizer.zero_grad()
        loss = loss_fn(model(x[start : start + 32]), y[start : start + 32])
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        accuracy = (model(x[192:]).argmax(1) == y[192:]).float().mean().item()
    print(f"epoch {epoch} val accuracy {accuracy:.4f}")
"""
CONFIG = "# of the training\nrate: 0.000001  # too small\n"
LOOP = TRAINING.splitlines().index("for epoch in range(15):") + 1
SEARCH = "Search a verified patch"


class Repairs:
    """An editor that applies what it is told to, and may answer messages."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self.applied: list[types.WorkspaceEdit] = []
        self.messages: list[str] = []
        self.answer: str | None = None
        self.takes_edits = True
        client = editor.client
        for method in (types.WORKSPACE_APPLY_EDIT, types.WINDOW_SHOW_MESSAGE_REQUEST):
            client.protocol.fm.features.pop(method, None)
        client.feature(types.WORKSPACE_APPLY_EDIT)(partial(self._apply))
        client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)(partial(self._answer))

    def _apply(self, params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        if self.takes_edits:
            self.applied.append(params.edit)
        return types.ApplyWorkspaceEditResult(self.takes_edits)

    def _answer(self, params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
        self.messages.append(params.message)
        return types.MessageActionItem(self.answer) if self.answer else None

    async def start(self, **asked: Any) -> dict[str, str]:
        return plain(await self.editor.command("seismograd.repair", asked))  # type: ignore[no-any-return]

    async def ended(self, job: str, patience: float = 200.0) -> dict[str, Any]:
        over, told = ("done", "failed", "cancelled"), self.editor.jobs
        await until(lambda: bool(told(job)) and told(job)[-1]["state"] in over, patience)
        return told(job)[-1]

    async def listed(self) -> list[Any]:
        return [plain(row) for row in await self.editor.command("seismograd.repairs")]

    async def titles(self, uri: str, line: int) -> list[str]:
        return list(await self.editor.actions(uri, area(line, 0, line, 0)))

    async def patch(self, command: str, name: str) -> Any:
        return plain(await self.editor.command(command, {"id": name, "patch": 1}))


def can_annotate(abilities: types.ClientCapabilities) -> types.ClientCapabilities:
    assert abilities.workspace is not None
    abilities.workspace.workspace_edit = types.WorkspaceEditClientCapabilities(
        document_changes=True,
        change_annotation_support=types.ChangeAnnotationsSupportOptions(),
    )
    return abilities


async def opened(root: Path, options: dict[str, object] = OURS) -> AsyncIterator[Repairs]:
    (root / "pyproject.toml").write_text(PROJECT)
    abilities = can_annotate(capabilities(pull=False))
    given: dict[str, dict[str, object]] = {root.as_uri(): {"repair": {"trainings": 2}}}
    async for editor in session(sample_config(), [root], abilities, given, options=options):
        yield Repairs(editor)


@pytest_asyncio.fixture(loop_scope="function")
async def repairs(tmp_path: Path) -> AsyncIterator[Repairs]:
    async for found in opened(tmp_path):
        yield found


def changes(edit: types.WorkspaceEdit) -> list[types.TextDocumentEdit]:
    found = [one for one in edit.document_changes or () if isinstance(one, types.TextDocumentEdit)]
    assert len(found) == len(edit.document_changes or ())
    return found


async def test_a_search_is_offered_on_a_loop_and_on_findings_of_a_training(
    repairs: Repairs,
) -> None:
    editor = repairs.editor
    uri = editor.open(editor.write("train.py", TRAINING + "BAD\n"), TRAINING + "BAD\n")
    finding = TRAINING.count("\n")
    assert await repairs.titles(uri, LOOP) == [SEARCH]
    assert SEARCH in await repairs.titles(uri, finding)
    assert await repairs.titles(uri, LOOP + 1) == []
    action = (await editor.actions(uri, area(LOOP, 0, LOOP, 0)))[SEARCH]
    assert "seismograd.repairScript" in str(action.command)
    other = editor.open(editor.write("other.py", "BAD\n"), "BAD\n")
    assert SEARCH not in await repairs.titles(other, 0)


async def test_nothing_is_offered_searched_or_written_without_trust(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(TRAINING)
    name = save_patch(tmp_path, "train.py", "1e-6", "1e-3", TRAINING.replace("rate)", "1e-6)"))
    async for repairs in opened(tmp_path, {**OURS, "trusted": False}):
        editor = repairs.editor
        uri = editor.open(editor.uri("train.py"), TRAINING)
        assert await repairs.titles(uri, LOOP) == []
        for asked in (repairs.start(uri=uri), repairs.patch("seismograd.applyPatch", name)):
            with pytest.raises(JsonRpcException, match="not trusted"):
                await asked


async def test_a_wish_that_cannot_be_met_is_refused_before_the_training(repairs: Repairs) -> None:
    uri = repairs.editor.write("train.py", TRAINING)
    with pytest.raises(JsonRpcException, match="write acc:max or acc:min"):
        await repairs.start(uri=uri, objective="acc:up")


async def test_a_saved_patch_is_offered_applied_and_reverted(
    repairs: Repairs, tmp_path: Path
) -> None:
    text = "x = '😀'; lr = 1e-6\n"
    name = save_patch(tmp_path, "train.py", "1e-6", "0.001", text)
    editor = repairs.editor
    uri = editor.open(editor.uri("train.py"), text)
    title = "Apply: lr 1e-6 -> 0.001 (val accuracy 0.41 -> 0.93, 6 seeds, p 0.016)"
    await asyncio.sleep(LOOK_BACK_AFTER)
    await until_offered(repairs, uri, 0, title)
    assert (await repairs.patch("seismograd.applyPatch", name)) == {"applied": True}
    (edit,) = repairs.applied
    (change,) = changes(edit)
    assert (change.text_document.uri, change.text_document.version) == (uri, 1)
    (one,) = change.edits
    assert isinstance(one, types.AnnotatedTextEdit)
    assert (one.range, one.new_text) == (area(0, 15, 0, 19), "0.001")
    (note,) = (edit.change_annotations or {}).values()
    assert note.label == title.removeprefix("Apply: ")
    await until(lambda: repairs.messages == [f"Applied: {title[7:]}."])

    editor.change(uri, 2, text.replace("1e-6", "0.001"))
    assert title not in await repairs.titles(uri, 0)
    (row,) = await repairs.listed()
    assert [plain(one)["state"] for one in row["patches"]] == ["applied"]
    with pytest.raises(JsonRpcException, match="applied already"):
        await repairs.patch("seismograd.applyPatch", name)
    assert (await repairs.patch("seismograd.revertPatch", name)) == {"reverted": True}
    (change,) = changes(repairs.applied[-1])
    assert change.text_document.version == 2
    assert [one.new_text for one in change.edits] == [text]  # type: ignore[union-attr]


async def until_offered(repairs: Repairs, uri: str, line: int, title: str) -> None:
    for _ in range(100):
        if title in await repairs.titles(uri, line):
            return
        await asyncio.sleep(0.1)
    raise AssertionError("never offered")


async def first_offers(raw: RawServer, asked: dict[str, object]) -> list[dict[str, Any]]:
    """Asked again until there are some: the server looks back a while after its start."""
    for _ in range(100):
        offers: list[dict[str, Any]] = raw.request("textDocument/codeAction", asked)
        if offers:
            return offers
        await asyncio.sleep(0.2)
    raise AssertionError("never offered")


async def test_an_offer_brings_its_edit_for_a_preview_and_then_offers_to_revert(
    tmp_path: Path,
) -> None:
    """Byte by byte: the library of the other tests drops the edit of an action with a command."""
    text = "lr = 1e-6\n"
    save_patch(tmp_path, "train.py", "1e-6", "0.001", text)
    uri, start = (tmp_path / "train.py").as_uri(), {"line": 0, "character": 0}
    here = {"textDocument": {"uri": uri}, "range": {"start": start, "end": start}}
    abilities = {"documentChanges": True, "changeAnnotationSupport": {}}
    with RawServer(SERVER) as raw:
        raw.initialize(workspace={"workspaceEdit": abilities})
        raw.open(uri, text)
        (action,) = await first_offers(raw, {**here, "context": {"diagnostics": []}})
        assert raw.request("codeAction/resolve", action)["title"] == action["title"]
        (change,) = action["edit"]["documentChanges"]
        label = action["edit"]["changeAnnotations"][ANNOTATION]["label"]
        assert change["textDocument"] == {"uri": uri, "version": 1}
        assert [one["newText"] for one in change["edits"]] == ["0.001"]
        assert action["title"] == f"Apply: {label}"
        command = action["command"]
        assert command["command"] == "seismograd.offerRevert"
        assert not command.get("arguments"), "an editor may have forgotten them by then"
        command["arguments"] = []  # As VS Code sends it.
        assert raw.request("workspace/executeCommand", command) is None, "nothing is applied"
        document = {"uri": uri, "version": 2}
        changes = [{"text": "lr = 0.001\n"}]
        raw.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})
        raw.send_request("workspace/executeCommand", command)
        offer = raw.wait_for("window/showMessageRequest")["params"]
        assert offer["message"] == f"Applied: {label}."
        assert [one["title"] for one in offer["actions"]] == ["Revert"]


async def test_a_patch_of_a_configuration_file_knows_its_unsaved_text(
    repairs: Repairs, tmp_path: Path
) -> None:
    name = save_patch(tmp_path, "config.yaml", "0.000001", "0.001", CONFIG)
    editor = repairs.editor
    uri = editor.open(editor.uri("config.yaml"), CONFIG, "yaml")
    await asyncio.sleep(LOOK_BACK_AFTER)
    title = "Apply: lr 0.000001 -> 0.001 (val accuracy 0.41 -> 0.93, 6 seeds, p 0.016)"
    await until_offered(repairs, uri, 1, title)
    assert await repairs.titles(uri, 0) == []
    editor.change(uri, 2, ((0, 0, 0, 0), "mine: 1\n"))
    assert await repairs.titles(uri, 2) == []
    with pytest.raises(JsonRpcException, match=r"config\.yaml changed since the search"):
        await repairs.patch("seismograd.applyPatch", name)
    editor.change(uri, 3, ((0, 0, 1, 0), ""))
    await repairs.patch("seismograd.applyPatch", name)
    (change,) = changes(repairs.applied[-1])
    assert (change.text_document.uri, change.text_document.version) == (uri, 3)
    assert await editor.hover(uri, 1, 1) is None
    editor.close(uri)
    await repairs.patch("seismograd.applyPatch", name)
    (change,) = changes(repairs.applied[-1])
    assert change.text_document.version is None


async def test_a_patch_is_refused_where_any_of_its_files_changed(
    repairs: Repairs, tmp_path: Path
) -> None:
    text = "lr = 1e-6\n"
    name = save_patch(tmp_path, "train.py", "1e-6", "0.001", text)
    (tmp_path / "train.py").write_text("# mine\n" + text)
    with pytest.raises(JsonRpcException, match=r"changed since the search.*search again"):
        await repairs.patch("seismograd.applyPatch", name)
    (tmp_path / "train.py").write_text("# mine\n" + text.replace("1e-6", "0.001"))
    with pytest.raises(JsonRpcException, match="changed since the patch was applied"):
        await repairs.patch("seismograd.revertPatch", name)
    assert repairs.applied == []
    with pytest.raises(JsonRpcException, match="no repair"):
        await repairs.patch("seismograd.applyPatch", "../../etc")


async def test_the_message_after_applying_reverts_with_one_click(
    repairs: Repairs, tmp_path: Path
) -> None:
    text = "lr = 1e-6\n"
    name = save_patch(tmp_path, "train.py", "1e-6", "0.001", text)
    repairs.answer = "Revert"
    editor = repairs.editor
    uri = editor.open(editor.uri("train.py"), text)
    asked = asyncio.ensure_future(repairs.patch("seismograd.applyPatch", name))
    await until(lambda: bool(repairs.applied))
    editor.change(uri, 2, "lr = 0.001\n")
    await asked
    await until(lambda: len(repairs.applied) == 2)
    (change,) = changes(repairs.applied[1])
    assert [one.new_text for one in change.edits] == [text]  # type: ignore[union-attr]


async def test_a_patch_that_the_user_does_not_confirm_is_no_error(
    repairs: Repairs, tmp_path: Path
) -> None:
    name = save_patch(tmp_path, "train.py", "1e-6", "0.001", "lr = 1e-6\n")
    repairs.takes_edits = False
    assert (await repairs.patch("seismograd.applyPatch", name)) == {"applied": False}
    await asyncio.sleep(0.2)
    assert repairs.messages == []


@pytest.mark.slow
async def test_a_search_finds_a_patch_of_a_file_and_tells_how_far_it_is(
    repairs: Repairs, tmp_path: Path
) -> None:
    (tmp_path / "config.yaml").write_text(CONFIG)
    editor = repairs.editor
    uri = editor.open(editor.write("train.py", TRAINING), TRAINING)
    started = await repairs.start(uri=uri)
    (row,) = await repairs.listed()
    assert (row["id"], row["status"] in ("queued", "running")) == (started["repair"], True)
    last = await repairs.ended(started["job"])
    assert (last["state"], last["kind"], last["title"]) == ("done", "repair", "Repair train.py")
    assert last["message"].startswith("Verified patch: ")
    told = [str(one["message"]) for one in editor.jobs(started["job"])]
    assert any(line.startswith("trial 1 of 2, val accuracy ") for line in told)
    assert any(line.startswith("verifying ") and " with " in line for line in told)
    (row,) = await repairs.listed()
    assert (row["status"], row["objective"]) == ("repaired", "val accuracy (max)")
    patch = next(plain(one) for one in row["patches"] if "config" in str(one))
    assert (patch["verified"], patch["state"]) == (True, "ready")
    page = plain(await editor.command("seismograd.repairReport", {"id": started["repair"]}))
    assert "verified" in Path(page["path"]).read_text("utf-8")
    answer = await editor.command(
        "seismograd.applyPatch", {"id": started["repair"], "patch": patch["number"]}
    )
    assert plain(answer) == {"applied": True}
    config = next(one for one in changes(repairs.applied[0]) if "config" in str(one))
    assert "0.001" in [one.new_text for one in config.edits]  # type: ignore[union-attr]


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["trial ", "verifying"])
async def test_a_search_is_cancelled_at_any_moment_and_resumed(
    repairs: Repairs, tmp_path: Path, moment: str
) -> None:
    (tmp_path / "config.yaml").write_text(CONFIG)
    editor = repairs.editor
    uri = editor.write("train.py", TRAINING)
    started = await repairs.start(uri=uri, trainings=3)
    told = editor.jobs
    await until(lambda: moment in str(told(started["job"])[-1]["message"]), 120)
    await editor.cancel_job(started["job"])
    assert (await repairs.ended(started["job"], 20))["state"] == "cancelled"
    (row,) = await repairs.listed()
    assert (row["status"], row["sentence"][:12]) == ("cancelled", "Cancelled in")
    tried = len(row["trials"])
    assert tried > 0
    assert all("seconds" in str(one) for one in row["trials"])

    (log,) = (tmp_path / ".seismograd" / "repairs").glob("*/trials.jsonl")
    before = log.read_text()
    again = await repairs.start(id=started["repair"])
    await until(lambda: "verifying" in str(told(again["job"])[-1]["message"]), 120)
    assert log.read_text().startswith(before)
    assert len(list(log.parent.parent.glob("*/trials.jsonl"))) == 1
    await editor.cancel_job(again["job"])
    await repairs.ended(again["job"], 20)


@pytest.mark.slow
async def test_a_healthy_training_gets_no_patch_and_is_told_so(
    repairs: Repairs, tmp_path: Path
) -> None:
    (tmp_path / "config.yaml").write_text(CONFIG.replace("0.000001", "0.01"))
    uri = repairs.editor.write("train.py", TRAINING)
    started = await repairs.start(uri=uri)
    last = await repairs.ended(started["job"])
    assert (last["state"], last["message"][:18]) == ("done", "No verified patch:")
    (row,) = await repairs.listed()
    assert row["status"] == "nothing-better"
    assert not any(plain(one)["verified"] for one in row["patches"])


@pytest.mark.slow
async def test_a_script_without_a_training_is_refused_in_one_line(repairs: Repairs) -> None:
    uri = repairs.editor.write("train.py", "print('nothing')\n")
    started = await repairs.start(uri=uri)
    last = await repairs.ended(started["job"])
    assert last["state"] in ("failed", "done")
    assert "\n" not in last["message"]
