"""Diagnoses from an editor, in the sandbox that works everywhere."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from seismograd.lsp.looking_back import LOOK_BACK_AFTER
from tests.lsp.conftest import capabilities, sample_config, session
from tests.lsp.editor import Editor, until
from tests.lsp.telling_script import LOOP, NET, OPTIMISER, RATE, telling_script
from tests.lsp.test_runs import OURS, PROJECT, plain
from tests.mcp.test_run_tools import TRAINING

pytestmark = pytest.mark.asyncio(loop_scope="module")
SOURCE = "seismograd (run)"


class Diagnoses:
    """An editor with a script that tells of a training."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self.uri = self._opened("train.py", telling_script(editor.root))
        self.net = self._opened("net.py", NET)

    def _opened(self, name: str, text: str) -> str:
        """A file that an earlier session left is not touched."""
        file = self.editor.root / name
        if not file.exists():
            self.editor.write(name, text)
        return self.editor.open(self.editor.uri(name), file.read_text())

    async def start(self, **more: Any) -> dict[str, str]:
        asked = {"uri": self.uri, "budget": 0, **more}
        started: dict[str, str] = await self.editor.command("seismograd.diagnose", asked)
        return started

    async def ended(self, job: str, patience: float = 60.0) -> dict[str, Any]:
        over = ("done", "failed", "cancelled")
        told = self.editor.jobs
        await until(lambda: bool(told(job)) and told(job)[-1]["state"] in over, patience)
        return told(job)[-1]

    async def diagnosed(self, **more: Any) -> dict[str, str]:
        started = await self.start(**more)
        assert (await self.ended(started["job"]))["state"] == "done"
        return started

    async def shown(self, uri: str, count: int) -> list[types.Diagnostic]:
        await until(lambda: len(self.of_runs(uri)) == count)
        return self.of_runs(uri)

    def of_runs(self, uri: str) -> list[types.Diagnostic]:
        told = self.editor.published.get(uri)
        return [one for one in told.diagnostics if one.source == SOURCE] if told else []

    async def lenses(self, uri: str) -> list[tuple[int, str, str]]:
        found = await self.editor.client.text_document_code_lens_async(
            types.CodeLensParams(types.TextDocumentIdentifier(uri))
        )
        return [
            (one.range.start.line, one.command.title, one.command.command)
            for one in found or ()
            if one.command
        ]


async def opened(root: Path, options: dict[str, object] = OURS) -> AsyncIterator[Diagnoses]:
    (root / "pyproject.toml").write_text(PROJECT)
    async for editor in session(sample_config(), [root], capabilities(pull=False), options=options):
        yield Diagnoses(editor)


@pytest_asyncio.fixture(loop_scope="module")
async def diagnoses(tmp_path: Path) -> AsyncIterator[Diagnoses]:
    async for found in opened(tmp_path):
        yield found


async def test_a_cause_is_shown_on_its_line_with_what_it_rests_on(diagnoses: Diagnoses) -> None:
    started = await diagnoses.start()
    last = await diagnoses.ended(started["job"])
    assert (last["state"], last["kind"], last["title"]) == ("done", "diagnose", "Diagnose train.py")
    assert last["message"].startswith("Suspected: The learning rate is too small")
    (cause,) = await diagnoses.shown(diagnoses.uri, 1)
    assert (cause.range.start.line, cause.code) == (RATE, "RUN-HLR")
    assert cause.message.endswith("%)")
    assert "(suspected, " in cause.message
    evidence = [one.message for one in cause.related_information or ()]
    assert any("does not fall" in text for text in evidence)
    hover = await diagnoses.editor.hover(diagnoses.uri, RATE, 13) or ""
    assert "**Suspected, " in hover
    assert all(text in hover for text in evidence)
    assert "seismograd:/symptoms/" not in hover


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="function")
async def test_a_cause_links_to_the_pages_of_its_symptoms(tmp_path: Path) -> None:
    async for diagnoses in opened(tmp_path, {**OURS, "briefHover": True}):
        editor = diagnoses.editor
        await diagnoses.diagnosed()
        (cause,) = await diagnoses.shown(diagnoses.uri, 1)
        assert cause.code_description is not None
        address = cause.code_description.href
        assert address.startswith("seismograd:/symptoms/")
        hover = await editor.hover(diagnoses.uri, RATE, 13) or ""
        assert "([loss-flat](seismograd:/symptoms/loss-flat.md))" in hover
        asked = {"code": address}
        page = await editor.client.protocol.send_request_async("seismograd/rulePage", asked)
        assert "## How to fix" in page


@pytest.mark.slow
async def test_a_lens_runs_diagnoses_and_says_what_came_of_it(diagnoses: Diagnoses) -> None:
    assert await diagnoses.lenses(diagnoses.uri) == [
        (LOOP, "Run", "seismograd.runScript"),
        (LOOP, "Diagnose", "seismograd.diagnoseScript"),
        (LOOP, "Repair", "seismograd.repairScript"),
    ]
    assert await diagnoses.lenses(diagnoses.net) == []
    await diagnoses.diagnosed()
    *_, (line, title, command) = await diagnoses.lenses(diagnoses.uri)
    assert (line, command) == (LOOP, "seismograd.openDiagnosis")
    assert title.startswith("Suspected: The learning rate is too small")


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="function")
async def test_a_diagnosis_is_shown_again_by_the_next_server(tmp_path: Path) -> None:
    async for diagnoses in opened(tmp_path):
        await diagnoses.diagnosed()
        before = await diagnoses.shown(diagnoses.uri, 1)
    text = (tmp_path / "train.py").read_text()

    async for again in opened(tmp_path):
        assert await again.shown(again.uri, 1) == before
        *_, (line, title, _) = await again.lenses(again.uri)
        assert (line, title[:10]) == (LOOP, "Suspected:")
        assert "learning rate: 1e-09" in (await again.editor.hover(again.uri, RATE, 11) or "")

    (tmp_path / "train.py").write_text(text + "# another\n")
    async for third in opened(tmp_path):
        await asyncio.sleep(LOOK_BACK_AFTER + 1)
        assert third.of_runs(third.uri) == []

    async for stranger in opened(tmp_path, {**OURS, "trusted": False}):
        stranger.editor.write("train.py", text)
        await asyncio.sleep(LOOK_BACK_AFTER + 1)
        assert stranger.of_runs(stranger.uri) == []


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="function")
async def test_a_diagnosis_of_the_shell_is_shown_in_the_editor(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "net.py").write_text(NET)
    (tmp_path / "train.py").write_text(telling_script(tmp_path))
    command = [sys.executable, "-m", "seismograd.cli.main", "diagnose", "--sandbox", "process"]
    ran = subprocess.run([*command, "--budget", "0", "train.py"], cwd=tmp_path, capture_output=True)
    assert b"1 likely cause" in ran.stdout
    async for diagnoses in opened(tmp_path):
        (cause,) = await diagnoses.shown(diagnoses.uri, 1)
        assert (cause.range.start.line, cause.code) == (RATE, "SG502")


@pytest.mark.slow
async def test_a_hover_says_what_the_last_run_measured(diagnoses: Diagnoses) -> None:
    started = await diagnoses.editor.command("seismograd.run", {"uri": diagnoses.uri})
    await diagnoses.ended(plain(started)["job"])
    layer = await diagnoses.editor.hover(diagnoses.net, 4, 10) or ""
    assert "**In the last run**" in layer
    assert "gradient (root mean square): 1" in layer
    assert "90% of the units are zero for every example" in layer
    assert "<b>" not in layer.replace("\\<", "")
    for line, column in ((OPTIMISER, 6), (RATE, 11)):
        rate = await diagnoses.editor.hover(diagnoses.uri, line, column) or ""
        assert "learning rate: 1e-09" in rate
        assert "a step changes the weights by 1e-09 of their size" in rate
    assert await diagnoses.editor.hover(diagnoses.uri, 3, 0) is None


@pytest.mark.slow
async def test_results_go_or_fade_when_the_code_changes(diagnoses: Diagnoses) -> None:
    await diagnoses.diagnosed()
    await diagnoses.shown(diagnoses.uri, 1)
    diagnoses.editor.change(diagnoses.net, 2, ((0, 0, 0, 0), "# other code\n"))
    await until(lambda: "code changed" in str(diagnoses.of_runs(diagnoses.uri)))
    (faded,) = diagnoses.of_runs(diagnoses.uri)
    assert faded.severity == types.DiagnosticSeverity.Hint
    assert list(faded.tags or ()) == [types.DiagnosticTag.Unnecessary]
    assert (await diagnoses.lenses(diagnoses.uri))[-1][1].endswith("[code changed since]")
    assert await diagnoses.editor.hover(diagnoses.net, 5, 10) is None
    diagnoses.editor.change(diagnoses.uri, 2, ((0, 0, 0, 0), "# other code\n"))
    await diagnoses.shown(diagnoses.uri, 0)


@pytest.mark.slow
async def test_fixes_and_the_report_are_one_click_away(diagnoses: Diagnoses) -> None:
    started = await diagnoses.diagnosed()
    (cause,) = await diagnoses.shown(diagnoses.uri, 1)
    actions = await diagnoses.editor.actions(diagnoses.uri, cause.range, [cause])
    fix = actions["Set the learning rate to 0.001 (RUN-HLR, unsafe)"]
    assert fix.edit is not None
    ((edit,),) = (fix.edit.changes or {}).values()
    assert edit.new_text == "0.001"
    report = actions["Open the evidence and plots of this diagnosis"]
    # The library takes every action with a command for a command itself.
    assert "seismograd.openDiagnosis" in str(report.command)
    assert started["run"] in str(report.command)
    page = await diagnoses.editor.command("seismograd.diagnosisReport", {"id": started["run"]})
    assert Path(plain(page)["path"]).parent == Path(started["path"])
    assert "The learning rate is too small" in Path(plain(page)["path"]).read_text("utf-8")


@pytest.mark.slow
async def test_symptoms_are_told_while_the_run_goes_on(diagnoses: Diagnoses) -> None:
    diagnoses.editor.write("wait", "")
    started = await diagnoses.start()
    told = diagnoses.editor.jobs
    await until(lambda: "loss-flat" in str(told(started["job"])[-1]["message"]), 60)
    assert (await diagnoses.lenses(diagnoses.uri))[-1][1:] == ("running", "seismograd.openRun")
    summary = plain(await diagnoses.editor.command("seismograd.runSummary", {"id": started["run"]}))
    assert "loss-flat" in [plain(one)["name"] for one in summary["symptoms"]]
    assert (await diagnoses.editor.cancel_job(started["job"])) == {"cancelled": True}
    assert (await diagnoses.ended(started["job"]))["state"] == "cancelled"
    assert diagnoses.of_runs(diagnoses.uri) == []


@pytest.mark.slow
async def test_a_run_that_is_over_is_diagnosed_by_its_id(diagnoses: Diagnoses) -> None:
    run = plain(await diagnoses.editor.command("seismograd.run", {"uri": diagnoses.uri}))
    await diagnoses.ended(run["job"])
    assert diagnoses.of_runs(diagnoses.uri) == []
    later = plain(await diagnoses.editor.command("seismograd.diagnose", {"id": run["run"]}))
    assert (await diagnoses.ended(later["job"]))["state"] == "done"
    await diagnoses.shown(diagnoses.uri, 1)
    with pytest.raises(JsonRpcException, match="There is no run"):
        await diagnoses.editor.command("seismograd.diagnose", {"id": "../../etc"})


@pytest.mark.asyncio(loop_scope="function")
async def test_nothing_is_offered_or_run_where_nobody_is_trusted(tmp_path: Path) -> None:
    async for diagnoses in opened(tmp_path, {"trusted": False, "languageModel": False}):
        with pytest.raises(JsonRpcException, match="not trusted"):
            await diagnoses.start()
        assert await diagnoses.lenses(diagnoses.uri) == []
    assert not (tmp_path / ".seismograd").exists()


@pytest.mark.slow
async def test_a_real_training_is_diagnosed_and_its_cause_confirmed(diagnoses: Diagnoses) -> None:
    uri = diagnoses.editor.write("real.py", TRAINING)
    started = await diagnoses.start(uri=uri, budget=300)
    last = await diagnoses.ended(started["job"], 300)
    assert (last["state"], last["message"][:10]) == ("done", "Confirmed:")
    (cause,) = await diagnoses.shown(uri, 1)
    assert (cause.range.start.line, "confirmed by an experiment" in cause.message) == (8, True)
    messages = [told["message"] for told in diagnoses.editor.jobs(started["job"])]
    assert any("pair 1 of" in str(message) for message in messages)


@pytest.mark.slow
async def test_what_is_known_is_shown_when_experiments_are_cancelled(diagnoses: Diagnoses) -> None:
    uri = diagnoses.editor.write("real.py", TRAINING)
    started = await diagnoses.start(uri=uri, budget=300)
    told = diagnoses.editor.jobs
    await until(lambda: "pair 1 of" in str(told(started["job"])[-1]["message"]), 120)
    await asyncio.sleep(0.2)
    await diagnoses.editor.cancel_job(started["job"])
    assert (await diagnoses.ended(started["job"], 60))["state"] == "cancelled"
    await until(lambda: bool(diagnoses.of_runs(uri)))
    cause, *others = diagnoses.of_runs(uri)
    assert "(suspected, " in cause.message
    assert all("(possible, " in other.message for other in others)
