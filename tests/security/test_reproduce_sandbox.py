"""A stranger's code is reproduced in `process` only where the user says so, and results name it."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from pygls.exceptions import JsonRpcException

from seismograd.cli import demo_reproduction
from seismograd.cli.demo import PROJECT as DEMO
from seismograd_sandbox.host.sandbox import SandboxUnusable
from seismograd_sandbox.host.selection import choose, choose_for_strangers
from tests.cli.conftest import Project, project
from tests.lsp.conftest import capabilities, sample_config, session
from tests.lsp.test_reproduce import Reproductions

__all__ = ["project"]

SCHEDULE = (DEMO / "schedule.py").read_text()
REPORT = (DEMO / "reports" / "no-warm-up.md").read_text()
NOBODY = ["--model", "none", "--python", sys.executable]
CHOSEN_BY_FILE = '[tool.seismograd]\nsandbox = "process"\n'


@pytest.fixture
def bare_machine(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one without bubblewrap and without a Docker engine."""
    programs = tmp_path_factory.mktemp("programs")
    for name in ("git", "sh", "ps", "cat", "env"):
        if found := shutil.which(name):
            os.symlink(found, programs / name)
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setenv("DOCKER_HOST", f"unix://{programs}/no.sock")


@pytest.fixture
def reported(project: Project) -> Project:
    project.write("schedule.py", SCHEDULE)
    project.write("issue.md", REPORT)
    return project


def reproduce(project: Project, *words: str) -> Any:
    return project.run("reproduce", "--issue", "issue.md", "--out", "out", *NOBODY, *words, ".")


@pytest.mark.usefixtures("bare_machine")
@pytest.mark.parametrize("settings", ["", CHOSEN_BY_FILE])
def test_nothing_is_run_with_the_users_rights_unasked(reported: Project, settings: str) -> None:
    reported.write("pyproject.toml", settings)
    ran = reported.folder / "ran"
    reported.write("schedule.py", f"open({str(ran)!r}, 'w')\n" + SCHEDULE)
    outcome = reproduce(reported)
    assert outcome.status == 2
    last = outcome.err.splitlines()[-1]
    assert "no sandbox works here that keeps the code from your files" in last
    assert "--sandbox process" in last
    assert "install bubblewrap" in last
    assert not (reported.folder / "out").exists()
    assert not ran.exists()
    if settings:
        assert 'sandbox = "process" is not heard: its code would have your rights' in outcome.err


@pytest.mark.usefixtures("bare_machine")
def test_who_names_it_gets_it_and_every_result_says_so(reported: Project) -> None:
    outcome = reproduce(reported, "--sandbox", "process", "--format", "json")
    assert outcome.status == 0, outcome.err
    assert outcome.json["sandbox"] == "process"
    assert json.loads((reported.folder / "out" / "result.json").read_text()) == outcome.json
    assert "in the sandbox process" in (reported.folder / "out" / "reproduction.md").read_text()


@pytest.mark.usefixtures("bare_machine")
def test_what_was_not_reproduced_says_so_as_well(reported: Project) -> None:
    reported.write("issue.md", "# schedule.py raises a KeyError\n\nKeyError: 'never'\n")
    outcome = reproduce(reported, "--sandbox", "process", "--timeout", "1")
    assert outcome.status == 1, outcome.err
    assert "sandbox  process" in outcome.out
    assert "sandbox process" in (reported.folder / "out" / "reproduction.md").read_text()


@pytest.mark.usefixtures("bare_machine")
def test_a_run_of_ones_own_script_says_that_nothing_stronger_works(project: Project) -> None:
    project.write("train.py", "print('trained')\n")
    words = ["run", "--python", sys.executable, "train.py"]
    outcome = project.run(*words, "--format", "json")
    assert outcome.status == 0, outcome.err
    assert outcome.json["run"]["sandbox"] == "process"
    told = "No stronger sandbox works here: the code runs in process, with your rights"
    assert outcome.err.count(told) == 1
    assert told not in project.run(*words, "--sandbox", "process").err


@pytest.mark.usefixtures("bare_machine")
def test_one_that_does_not_start_is_not_replaced_by_the_weakest(tmp_path: Path) -> None:
    assert choose("auto", tmp_path).sandbox.name == "process"
    with pytest.raises(SandboxUnusable, match="bubblewrap is not installed"):
        choose_for_strangers("auto", tmp_path)
    assert choose_for_strangers("process", tmp_path).sandbox.name == "process"


@pytest.mark.usefixtures("bare_machine")
@pytest.mark.slow
def test_the_demo_works_on_a_bare_machine(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo_reproduction, "FRAMEWORK", "no-such-framework")
    outcome = project.run("demo", "--keep", "kept", "--python", sys.executable)
    assert outcome.status == 0, outcome.err
    assert "--sandbox process" in outcome.out


@pytest_asyncio.fixture
async def desk(
    request: pytest.FixtureRequest, tmp_path: Path, bare_machine: None
) -> AsyncIterator[Reproductions]:
    """An editor whose user has these settings, on a project whose file chooses `process`."""
    (tmp_path / "pyproject.toml").write_text(CHOSEN_BY_FILE)
    (tmp_path / "schedule.py").write_text(SCHEDULE)
    (tmp_path / "ISSUE.md").write_text(REPORT)
    settings = {tmp_path.as_uri(): {"python": sys.executable, **request.param}}
    options: dict[str, object] = {"trusted": True, "languageModel": False}
    abilities = capabilities(pull=False)
    async for editor in session(sample_config(), [tmp_path], abilities, settings, options):
        yield Reproductions(editor)


@pytest.mark.asyncio
@pytest.mark.parametrize("desk", [{}], indirect=True)
async def test_an_editor_does_not_take_it_from_the_project(desk: Reproductions) -> None:
    with pytest.raises(JsonRpcException, match=r"seismograd\.sandbox"):
        await desk.start(uri=desk.editor.uri("ISSUE.md"))
    assert await desk.listed() == []


@pytest.mark.asyncio
@pytest.mark.parametrize("desk", [{"sandbox": "process"}], indirect=True)
async def test_an_editor_takes_it_from_its_user(desk: Reproductions) -> None:
    await desk.ended(await desk.start(uri=desk.editor.uri("ISSUE.md")))
    (row,) = await desk.listed()
    assert (row["status"], row["sandbox"]) == ("reproduced", "process")
