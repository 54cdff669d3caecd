"""Reproductions from an editor, of a small project without frameworks."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from seismograd.faults import FaultType
from seismograd.lsp.looking_back import LOOK_BACK_AFTER
from seismograd.signed_files import write_signed
from tests.lsp.conftest import SERVER, capabilities, sample_config, session
from tests.lsp.editor import Editor, until
from tests.lsp.raw_server import RawServer
from tests.reproduce.reported_projects import (
    ARITHMETIC,
    HANGING,
    HANGING_ISSUE,
    ISSUE,
    TITLE,
)
from tests.sandbox.host.processes import in_run

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]
OURS = {"trusted": True, "languageModel": False, "sandbox": "process"}
PROJECT = f"[tool.seismograd]\npython = {sys.executable!r}\n"
LONG = 120.0
OVER = ("done", "failed", "cancelled")


class Reproductions:
    """An editor, and what it was told about reproductions."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self.log: dict[str, str] = {}
        editor.client.feature("seismograd/reproductionLog")(partial(self._hear))

    def _hear(self, params: Any) -> None:
        name = params.reproduction
        self.log[name] = self.log.get(name, "") + params.text

    async def start(self, **asked: Any) -> dict[str, str]:
        return plain(await self.editor.command("seismograd.reproduce", asked))

    async def ended(self, started: dict[str, str]) -> dict[str, Any]:
        job = started["job"]
        await until(lambda: bool(told := self.editor.jobs(job)) and told[-1]["state"] in OVER, LONG)
        return self.editor.jobs(job)[-1]

    async def listed(self) -> list[Any]:
        return [plain(row) for row in await self.editor.command("seismograd.reproductions")]

    def shown(self, name: str) -> list[types.Diagnostic]:
        found = self.editor.published.get(self.editor.uri(name))
        return (
            [one for one in found.diagnostics if one.source == "seismograd (run)"] if found else []
        )

    async def until_shown(self, name: str, count: int) -> None:
        await until(lambda: len(self.shown(name)) == count, LONG)


def plain(value: Any) -> Any:
    """The client makes objects of what it is sent."""
    if hasattr(value, "_asdict"):
        return {name: plain(inner) for name, inner in value._asdict().items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


def indent(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def write_project(root: Path) -> None:
    (root / "pyproject.toml").write_text(PROJECT)
    (root / "arithmetic.py").write_text(ARITHMETIC)
    (root / "hanging.py").write_text(HANGING)
    (root / "ISSUE.md").write_text(ISSUE)


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["push", "pull"])
async def desk(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Reproductions]:
    root = tmp_path_factory.mktemp("project")
    write_project(root)
    abilities = capabilities(pull=request.param == "pull")
    async for editor in session(sample_config(), [root], abilities, options=OURS):
        yield Reproductions(editor)


async def test_a_report_becomes_a_script_and_findings(desk: Reproductions) -> None:
    started = await desk.start(uri=desk.editor.uri("ISSUE.md"))
    last = await desk.ended(started)
    assert (last["state"], last["kind"]) == ("done", "reproduce")
    assert last["title"] == f"Reproduce {TITLE}"
    assert last["message"] == "Reproduced in 5 of 5 runs, and not in the control."
    (row,) = await desk.listed()
    assert (row["id"], row["status"]) == (started["reproduction"], "reproduced")
    assert [one["passed"] for one in row["criteria"]] == [True] * len(row["criteria"])
    assert row["criteria"]
    assert "from arithmetic import quarter" in Path(row["script"]).read_text("utf-8")
    assert "**Reproduced**" in Path(row["writeUp"]).read_text("utf-8")
    assert row["places"][0] == {"path": str(desk.editor.root / "arithmetic.py"), "line": 3}
    assert row["attempts"][-1]["outcome"] == "reproduced"
    log = desk.log[started["reproduction"]]
    assert "No language model is asked" in log
    assert "Looking for:" in log
    assert "It reproduced." in log

    await until(lambda: len(desk.shown("arithmetic.py")) == 2)
    nearest, other = desk.shown("arithmetic.py")
    assert nearest.range.start == types.Position(2, 8)
    assert nearest.severity is types.DiagnosticSeverity.Error
    assert re.fullmatch(
        rf"Reproduced here: {TITLE} \(ValueError: \d is odd\)",
        nearest.message,
    )
    if nearest.related_information:
        assert nearest.related_information[-1].location.uri == Path(row["script"]).as_uri()
    assert other.range.start.line == 7
    assert other.message == f"A reproduced bug came through quarter: {TITLE}"
    assert other.severity is types.DiagnosticSeverity.Hint


async def test_the_regression_test_can_be_inserted(desk: Reproductions) -> None:
    (row,) = await desk.listed()
    names = []
    for _ in range(2):
        asked = {"id": row["id"]}
        answer = plain(await desk.editor.command("seismograd.insertReproductionTest", asked))
        names.append(answer["path"])
    first, second = map(Path, names)
    assert first.parent == second.parent == desk.editor.root / "tests"
    assert first.name == "test_quarter_fails_for_some_numbers.py"
    assert first.read_text() == second.read_text() == Path(row["test"]).read_text()
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(first)],
        cwd=desk.editor.root,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 1
    assert "is odd" in ran.stdout


async def test_what_was_shown_goes_when_the_file_changes(desk: Reproductions) -> None:
    uri = desk.editor.uri("arithmetic.py")
    desk.editor.open(uri, ARITHMETIC)
    assert len(desk.shown("arithmetic.py")) == 2
    desk.editor.change(uri, 2, "# new\n" + ARITHMETIC)
    await until(lambda: desk.shown("arithmetic.py") == [])
    desk.editor.close(uri)


async def test_criteria_can_be_edited_and_used(desk: Reproductions) -> None:
    before = (await desk.listed())[0]["id"]
    found = plain(await desk.editor.command("seismograd.reproductionCriteria", {"id": before}))
    document = json.loads(Path(found["path"]).read_text("utf-8"))
    document["criteria"] = document["criteria"][:1]
    started = await desk.start(id=before, criteria=json.dumps(document))
    assert (await desk.ended(started))["state"] == "done"
    newest, earlier = await desk.listed()
    assert (newest["id"], earlier["id"]) == (started["reproduction"], before)
    assert len(newest["criteria"]) == 1
    assert newest["status"] == "reproduced"


async def test_what_is_removed_is_gone_and_so_are_its_findings(desk: Reproductions) -> None:
    newest, earlier = await desk.listed()
    await until(lambda: len(desk.shown("arithmetic.py")) == 2)
    answer = plain(await desk.editor.command("seismograd.removeReproduction", {"id": newest["id"]}))
    assert answer == {"removed": True}
    assert [row["id"] for row in await desk.listed()] == [earlier["id"]]
    assert not Path(newest["path"]).exists()
    await until(lambda: desk.shown("arithmetic.py") == [])


async def test_one_that_goes_on_is_listed_and_can_be_cancelled(desk: Reproductions) -> None:
    started = await desk.start(text=HANGING_ISSUE, uri="untitled:Untitled-1")
    await until(lambda: "Searching" in desk.log.get(started["reproduction"], ""), LONG)
    row = (await desk.listed())[0]
    assert (row["id"], row["status"]) == (started["reproduction"], "running")
    assert row["criteria"][0]["passed"] is None
    with pytest.raises(JsonRpcException, match="cancel it first"):
        await desk.editor.command("seismograd.removeReproduction", {"id": row["id"]})
    begun = time.monotonic()
    assert (await desk.editor.cancel_job(started["job"])) == {"cancelled": True}
    assert (await desk.ended(started))["state"] == "cancelled"
    assert time.monotonic() - begun < 20
    assert (await desk.listed())[0]["status"] == "cancelled"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"text": " "}, "is empty"),
        ({"uri": "untitled:Untitled-1"}, "there is no report"),
        ({"uri": "file:///nowhere/issue.md"}, "outside of the open folders"),
        ({"text": "x", "criteria": "{"}, "not valid JSON"),
        ({"text": "x", "criteria": '{"criteria": ["open(1)"]}'}, "criterion 1"),
        ({"id": "../../etc"}, "There is no reproduction"),
    ],
)
async def test_what_cannot_be_asked_is_refused_in_a_sentence(
    desk: Reproductions, asked: dict[str, str], words: str
) -> None:
    before = await desk.listed()
    with pytest.raises(JsonRpcException, match=words):
        await desk.start(**asked)
    assert await desk.listed() == before


@pytest.mark.asyncio(loop_scope="function")
async def test_nothing_is_run_where_nobody_is_trusted(tmp_path: Path) -> None:
    write_project(tmp_path)
    options = {"trusted": False, "languageModel": False}
    async for editor in session(
        sample_config(), [tmp_path], capabilities(pull=False), options=options
    ):
        with pytest.raises(JsonRpcException, match="not trusted"):
            await editor.command("seismograd.reproduce", {"uri": editor.uri("ISSUE.md")})
        assert await editor.command("seismograd.reproductions") == []
    assert not (tmp_path / ".seismograd").exists()


@pytest.mark.asyncio(loop_scope="function")
@pytest.mark.parametrize("command", ["seismograd.reproduce", "seismograd.run"])
async def test_a_folder_that_cannot_be_made_is_told_without_words_of_the_command_line(
    tmp_path: Path, command: str
) -> None:
    write_project(tmp_path)
    (tmp_path / ".seismograd").write_text("in the way")
    asked = {"uri": (tmp_path / "arithmetic.py").as_uri()}
    async for editor in session(
        sample_config(), [tmp_path], capabilities(pull=False), options=OURS
    ):
        with pytest.raises(JsonRpcException, match=r"cannot be made \(File exists\)$"):
            await editor.command(command, asked)


@pytest.mark.asyncio(loop_scope="function")
async def test_the_editors_model_is_asked_where_it_is_set(tmp_path: Path) -> None:
    write_project(tmp_path)
    options: dict[str, object] = {"trusted": True, "languageModel": True}
    settings: dict[str, dict[str, object]] = {
        tmp_path.as_uri(): {"llm": {"provider": "editor"}, "sandbox": "process"}
    }
    questions: list[Any] = []

    def complete(params: Any) -> dict[str, str]:
        questions.append(params)
        return {"text": "I have no idea.", "model": "a-model"}

    async for editor in session(
        sample_config(), [tmp_path], capabilities(pull=False), settings, options
    ):
        desk = Reproductions(editor)
        editor.client.feature("seismograd/complete")(complete)
        criteria = json.dumps({"criteria": ['raises("OSError", "no such disk")']})
        started = await desk.start(text="Saving does not work.", criteria=criteria)
        assert (await desk.ended(started))["state"] == "done"
        assert "Saving does not work." in str(questions[0])
        assert "The editor's language model is asked." in desk.log[started["reproduction"]]
        assert [row["status"] for row in await desk.listed()] == ["not-reproduced"]


@pytest.mark.asyncio(loop_scope="function")
@pytest.mark.parametrize("pull", [False, True])
async def test_findings_are_shown_again_by_the_next_server(tmp_path: Path, pull: bool) -> None:
    write_project(tmp_path)
    file = tmp_path / "arithmetic.py"
    abilities = capabilities(pull=pull)
    async for editor in session(sample_config(), [tmp_path], abilities, options=OURS):
        desk = Reproductions(editor)
        started = await desk.start(uri=editor.uri("ISSUE.md"))
        await desk.until_shown(file.name, 2)
        before = desk.shown(file.name)

    async for editor in session(sample_config(), [tmp_path], abilities, options=OURS):
        again = Reproductions(editor)
        await again.until_shown(file.name, 2)
        assert again.shown(file.name) == before
        # The editor comes back with a change that was never saved.
        editor.open(editor.uri(file.name), "# new\n" + ARITHMETIC)
        await again.until_shown(file.name, 0)

    async for editor in session(sample_config(), [tmp_path], abilities, options=OURS):
        third = Reproductions(editor)
        await third.until_shown(file.name, 2)
        asked = {"id": started["reproduction"]}
        assert plain(await editor.command("seismograd.removeReproduction", asked))["removed"]
        await third.until_shown(file.name, 0)


@pytest.mark.asyncio(loop_scope="function")
@pytest.mark.parametrize("trusted", [False, True])
async def test_findings_of_others_are_not_shown(tmp_path: Path, trusted: bool) -> None:
    """Of a file that is another by now, and in a workspace that nobody trusts."""
    write_project(tmp_path)
    file = tmp_path / "arithmetic.py"
    folder = tmp_path / ".seismograd" / "reproductions" / "20260101-000000-abcd"
    folder.mkdir(parents=True)
    result = b'{"version": 1, "status": "reproduced", "title": "t"}'
    write_signed(folder / "result.json", result, tmp_path)
    place = {"file": file.name, "start": [3, 9], "end": [3, 20]}
    finding = {
        "fault_type": FaultType.API.value, "severity": "error", "confidence": 1,
        "message": "m", "place": place,
    }  # fmt: skip
    other = "0" * 64 if trusted else hashlib.sha256(file.read_bytes()).hexdigest()
    document = {"version": 2, "files": {file.name: other}, "findings": [finding]}
    write_signed(folder / "findings.json", json.dumps(document).encode(), tmp_path)
    options = {**OURS, "trusted": trusted}
    async for editor in session(
        sample_config(), [tmp_path], capabilities(pull=False), options=options
    ):
        await asyncio.sleep(LOOK_BACK_AFTER + 1)
        assert len(await editor.command("seismograd.reproductions")) == 1
        assert Reproductions(editor).shown(file.name) == []


@pytest.mark.asyncio(loop_scope="function")
async def test_the_end_of_the_session_ends_what_goes_on(tmp_path: Path) -> None:
    write_project(tmp_path)
    told = tmp_path / "told"
    begin = f"import os\nopen({str(told)!r}, 'w').write(os.environ['SEISMOGRAD_RUN'])\n"
    (tmp_path / "hanging.py").write_text(HANGING.replace("    time", f"{indent(begin)}    time"))
    with RawServer(SERVER) as server:
        server.request(
            "initialize",
            {
                "processId": None,
                "rootUri": tmp_path.as_uri(),
                "capabilities": {},
                "initializationOptions": OURS,
            },
        )
        server.notify("initialized", {})
        command = {"command": "seismograd.reproduce", "arguments": [{"text": HANGING_ISSUE}]}
        server.request("workspace/executeCommand", command)
        await until(lambda: told.exists() and told.read_text() != "", LONG)
        server.leave()
        assert server.process.stderr is not None
        assert server.process.stderr.read() == b""
    await until(lambda: not in_run(told.read_text()))


@pytest.mark.asyncio(loop_scope="function")
async def test_without_a_folder_there_is_no_project() -> None:
    with RawServer(SERVER) as server:
        server.initialize()
        command = {"command": "seismograd.reproduce", "arguments": [{"text": "It fails."}]}
        number = server.send_request("workspace/executeCommand", command)
        while (answer := server.read()).get("id") != number:
            pass
        server.leave()
    assert "Open the folder of the project first" in answer["error"]["message"]


@pytest.mark.asyncio(loop_scope="function")
async def test_the_project_is_known_to_a_client_that_is_slow_with_its_settings(
    tmp_path: Path,
) -> None:
    with RawServer(SERVER) as server:
        server.request(
            "initialize",
            {
                "processId": None,
                "rootUri": tmp_path.as_uri(),
                "capabilities": {"workspace": {"configuration": True}},
                "initializationOptions": OURS,
            },
        )
        server.notify("initialized", {})
        command = {"command": "seismograd.reproduce", "arguments": [{"text": " "}]}
        number = server.send_request("workspace/executeCommand", command)
        while (answer := server.read()).get("id") != number or "method" in answer:
            pass
        server.leave()
    assert "is empty" in answer["error"]["message"]
