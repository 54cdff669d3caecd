"""Results that came with a project are not listed and not shown as findings."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from seismograd.faults import FaultType
from seismograd.localise.kept_diagnosis import FILE as DIAGNOSIS
from seismograd.localise.kept_diagnosis import kept_diagnosis
from seismograd.lsp.looking_back import LOOK_BACK_AFTER
from seismograd.own_folder import new_folder
from seismograd.reproduce.results.saved_results import (
    CannotInsert,
    find_kept,
    insert_test,
    kept_findings,
    list_kept,
)
from seismograd.reproduce.results.saved_results import prune as prune_reproductions
from seismograd.runs.folder import RunFolder, new_run_folder
from seismograd.runs.history import find_run, list_runs, prune
from seismograd.runs.record import RunRecord, write_record
from seismograd.runs.state import RunState
from seismograd.runs.summary import summarise_run
from seismograd.signed_files import KEY_FILE, read_signed, signature_of, write_signed
from seismograd_sandbox.user_cache import private_cache_folder
from tests.lsp.raw_server import RawServer

CODE = "def halve(number):\n    return number // 2\n"
RESULT = {
    "version": 1,
    "status": "reproduced",
    "title": "halve fails",
    "test": "test_halve.py",
    "provenance": [{"file": "code.py", "line": 2}],
}
LATEST = "99991231-235959"


class Project:
    """A project, into which its maker or its user puts results."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir()
        (root / "code.py").write_text(CODE)

    def forge_reproduction(self, name: str = f"{LATEST}-abcd") -> Path:
        folder = self.root / ".seismograd" / "reproductions" / name
        folder.mkdir(parents=True)
        for file, content in self.files().items():
            (folder / file).write_bytes(content)
            signature_of(folder / file).write_text("0" * 64)
        return folder

    def own_reproduction(self) -> Path:
        folder = new_folder(self.root, "reproductions")
        for file, content in self.files().items():
            write_signed(folder / file, content, self.root)
        return folder

    def files(self) -> dict[str, bytes]:
        place = {"file": "code.py", "start": [2, 1], "end": [2, 10]}
        finding = {
            "fault_type": FaultType.API.value,
            "severity": "error",
            "confidence": 1,
            "message": "Reproduced here",
            "place": place,
            "evidence": [{"kind": "dynamic", "summary": "5 of 5 runs"}],
        }
        digests = {"code.py": hashlib.sha256(CODE.encode()).hexdigest()}
        findings = {"version": 2, "files": digests, "findings": [finding]}
        return {
            "result.json": json.dumps(RESULT).encode(),
            "findings.json": json.dumps(findings).encode(),
            "test_halve.py": b"import os\nos.system('true')\n",
        }

    def forge_run(self, name: str = f"{LATEST}-abcd") -> RunFolder:
        folder = RunFolder(self.root / ".seismograd" / "runs" / name)
        folder.path.mkdir(parents=True)
        record = RunRecord(entry="train.py", root=str(self.root), state=RunState.FINISHED)
        folder.record.write_text(json.dumps(record.as_dict()))
        signature_of(folder.record).write_text("0" * 64)
        folder.trace.write_text('{"v": 1, "t": 0, "kind": "step", "step": 1, "loss": 0.1}\n')
        return folder

    def forge_diagnosis(self, folder: RunFolder) -> None:
        """As if somebody had put one into the folder of a run."""
        known = json.loads(self.files()["findings.json"])
        causes = [{**one, "message": "Forged", "code": "RUN-API"} for one in known["findings"]]
        document = {"version": 1, "sentence": "Forged", "files": known["files"], "causes": causes}
        file = folder.path / DIAGNOSIS
        file.write_text(json.dumps(document))
        signature_of(file).write_text("0" * 64)
        assert kept_diagnosis(folder, self.root) is None

    def own_run(self) -> RunFolder:
        folder = new_run_folder(self.root)
        record = RunRecord(entry="train.py", root=str(self.root), state=RunState.FINISHED)
        write_record(folder, record)
        return folder


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "project")


class Server(RawServer):
    """A server on a project that its user trusts."""

    def __init__(self, root: Path) -> None:
        super().__init__((sys.executable, "-m", "seismograd.cli.main", "serve"))
        params = {
            "processId": None,
            "rootUri": root.as_uri(),
            "capabilities": {},
            "initializationOptions": {"trusted": True, "languageModel": False},
        }
        self.request("initialize", params)
        self.notify("initialized", {})

    def command(self, name: str, *arguments: Any) -> Any:
        params = {"command": f"seismograd.{name}", "arguments": list(arguments)}
        return self.request("workspace/executeCommand", params)

    def shown(self) -> list[str]:
        told = [m["params"] for m in self.notifications if "publishDiag" in m.get("method", "")]
        found = [one for params in told for one in params["diagnostics"]]
        return [one["message"] for one in found if one["source"] == "seismograd (run)"]


@pytest.mark.slow
def test_an_editor_lists_and_shows_what_its_user_made_and_nothing_else(project: Project) -> None:
    forged, forged_run = project.forge_reproduction(), project.forge_run()
    with Server(project.root) as server:
        time.sleep(LOOK_BACK_AFTER + 1)
        assert server.command("reproductions") == server.command("runs") == []
        for name in ("runSummary", "runReport"):
            assert server.command(name, {"id": forged_run.id}) is None
        for name in ("reproductionCriteria", "insertReproductionTest", "removeReproduction"):
            assert server.command(name, {"id": forged.name}) is None
        assert server.shown() == []
        server.leave()
    assert not (project.root / "tests").exists()
    own, own_run = project.own_reproduction(), project.own_run()
    project.forge_diagnosis(own_run)
    with Server(project.root) as server:
        server.wait_for("textDocument/publishDiagnostics")
        assert [row["id"] for row in server.command("reproductions")] == [own.name]
        assert [row["id"] for row in server.command("runs")] == [own_run.id]
        time.sleep(1)
        assert server.command("runs")
        assert server.shown() == []
        server.leave()


def test_a_run_in_the_shell_is_known_to_its_user_and_to_nobody_else(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project.root / "train.py").write_text("print('trained')\n")
    command = [sys.executable, "-m", "seismograd.cli.main", "run", "--sandbox", "process"]
    subprocess.run([*command, "train.py"], cwd=project.root, check=True, capture_output=True)
    assert [record.entry for _, record in list_runs(project.root)] == ["train.py"]
    moved = project.root.rename(tmp_path / "moved")
    assert len(list_runs(moved)) == 1, "a project that is moved keeps its runs"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache of somebody else"))
    assert list_runs(moved) == []


def test_what_is_forged_is_found_by_no_name(project: Project) -> None:
    forged, run = project.forge_reproduction(), project.forge_run()
    assert find_kept(project.root, forged.name) is None
    assert kept_findings(forged, project.root) == []
    assert find_run(project.root, run.id) is None


@pytest.mark.parametrize("file", ["result.json", "findings.json", "test_halve.py"])
def test_what_was_changed_counts_no_more(project: Project, file: str) -> None:
    folder = project.own_reproduction()
    kept = find_kept(project.root, folder.name)
    assert kept is not None
    assert len(kept_findings(folder, project.root)) == 1
    (folder / file).write_bytes(project.files()[file].replace(b"e", b"a", 1) + b"\n")
    assert (find_kept(project.root, folder.name) is None) == (file == "result.json")
    assert (kept_findings(folder, project.root) == []) == (file == "findings.json")
    if file == "test_halve.py":
        with pytest.raises(CannotInsert, match="was changed"):
            insert_test(project.root, kept)
        assert not (project.root / "tests").exists()


def test_a_signature_holds_for_one_file_of_one_result(project: Project) -> None:
    folder = project.own_reproduction()
    shutil.copytree(folder, folder.with_name(f"{LATEST}-copy"))
    assert [one.id for one in list_kept(project.root)] == [folder.name]
    for name in ("findings.json", "test_halve.py"):
        shutil.copy(signature_of(folder / "result.json"), signature_of(folder / name))
    assert kept_findings(folder, project.root) == []


def test_a_result_of_one_project_is_none_of_another(project: Project, tmp_path: Path) -> None:
    reproduction, run = project.own_reproduction(), project.own_run()
    other = Project(tmp_path / "other")
    shutil.copytree(project.root / ".seismograd", other.root / ".seismograd")
    assert list_kept(other.root) == list_runs(other.root) == []
    assert find_run(other.root, run.id) is None
    assert find_kept(other.root, reproduction.name) is None


def test_a_trace_that_was_exchanged_after_the_run_tells_nothing(project: Project) -> None:
    (project.root / "train.py").write_text("import seismograd_sandbox\n")
    command = [sys.executable, "-m", "seismograd.cli.main", "run", "--sandbox", "process"]
    subprocess.run([*command, "train.py"], cwd=project.root, check=True, capture_output=True)
    ((folder, _),) = list_runs(project.root)
    before = summarise_run(folder)
    assert before is not None
    assert before.told.events
    with folder.trace.open("a") as file:
        file.write('{"v": 1, "t": 1.0, "kind": "loss", "step": 1, "value": 0.001}\n')
    after = summarise_run(folder)
    assert after is not None
    assert not after.told.events
    assert after.trace_trouble == "changed since the run ended, and not read"


def test_a_key_that_lies_in_the_project_signs_nothing(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its maker would know it."""
    folder = project.own_reproduction()
    shutil.copytree(private_cache_folder(), project.root / "cache" / "seismograd")
    monkeypatch.setenv("XDG_CACHE_HOME", str(project.root / "cache"))
    assert list_kept(project.root) == []
    again = project.own_reproduction()
    assert [one.id for one in list_kept(project.root)] == [again.name], "for this session"
    assert folder != again


def test_the_key_is_the_users_own(project: Project) -> None:
    project.own_run()
    key = private_cache_folder() / KEY_FILE
    assert len(key.read_bytes()) == 32
    assert list((project.root / ".seismograd").rglob(KEY_FILE)) == []
    key.write_bytes(b"short")
    assert list_runs(project.root) == []
    project.own_run()
    assert len(list_runs(project.root)) == 1


def test_forged_results_push_no_own_ones_out(project: Project) -> None:
    run, own = project.own_run(), project.own_reproduction()
    for number in range(5):
        project.forge_run(f"{LATEST}-{number}")
        project.forge_reproduction(f"{LATEST}-{number}")
    assert prune(project.root, runs=1, total_bytes=1) == []
    prune_reproductions(project.root, most=1)
    assert [folder for folder, _ in list_runs(project.root, most=1)] == [run]
    assert [one.folder for one in list_kept(project.root, most=1)] == [own]


def test_a_result_outside_of_the_own_folder_bears_no_signature(project: Project) -> None:
    file = project.root / "out" / "result.json"
    file.parent.mkdir()
    write_signed(file, b"{}", project.root)
    assert [one.name for one in file.parent.iterdir()] == ["result.json"]
    assert read_signed(file, 10, project.root) is None
