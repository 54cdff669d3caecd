"""What the user's shell tells their interpreter holds in a run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from seismograd.runs.entry import Entry
from seismograd.runs.plan import Plan
from seismograd.runs.prepare import Wishes, prepare
from seismograd.runs.python_variables import folders_outside, interpreter_variables
from seismograd.settings import Settings
from seismograd_sandbox.host.bubblewrap import BubblewrapSandbox
from tests import parts
from tests.runs.conftest import Carry

INSIDE = "/somewhere/inside"
TELL = """import json, os, sys
print(json.dumps({"path": sys.path, "hash": hash("a"), "seed": os.environ.get("PYTHONHASHSEED")}))
"""


def plan_for(root: Path, folder: str = ".", **more: Any) -> Plan:
    return Plan(Entry(root, folder, "train.py"), Path("python"), **more)


def path_inside(plan: Plan) -> list[str]:
    return interpreter_variables(plan, INSIDE)["PYTHONPATH"].split(":")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("project/src", "project/sub", "elsewhere"):
        (tmp_path / name).mkdir(parents=True)
    return tmp_path / "project"


def test_folders_of_the_project_are_those_of_its_copy(root: Path) -> None:
    (root.parent / "link").symlink_to(root)
    named = os.pathsep.join([str(root / "src"), str(root), str(root.parent / "link" / "src")])
    plan = plan_for(root, python_path=named)
    assert path_inside(plan) == [f"{INSIDE}/src", INSIDE, f"{INSIDE}/src"]
    assert folders_outside(plan) == ()


def test_relative_folders_are_meant_from_where_the_script_starts(root: Path) -> None:
    plan = plan_for(root, "sub", python_path=os.pathsep.join(["../src", "", "../../elsewhere"]))
    elsewhere = root.parent / "elsewhere"
    assert path_inside(plan) == [f"{INSIDE}/src", f"{INSIDE}/sub", str(elsewhere)]
    assert folders_outside(plan) == (elsewhere,)


def test_folders_that_show_too_much_are_not_shown(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = root.parent / "users" / "somebody"
    (home / "code").mkdir(parents=True)
    monkeypatch.setattr(Path, "home", lambda: home)
    named = [home, home.parent, home / "code", "/", "/etc", "/proc/self", "/tmp", root / "missing"]
    plan = plan_for(root, python_path=os.pathsep.join(map(str, named)))
    assert folders_outside(plan) == (home / "code",)
    assert len(path_inside(plan)) == len(named)


def test_a_path_that_was_asked_for_goes_before_that_of_the_shell(root: Path) -> None:
    plan = plan_for(root, python_path="src", environment={"PYTHONPATH": "sub"})
    assert path_inside(plan) == [f"{INSIDE}/sub"]


@pytest.mark.parametrize("path", [None, ""])
def test_without_a_path_there_is_none(root: Path, path: str | None) -> None:
    assert interpreter_variables(plan_for(root, python_path=path), INSIDE) == {}


def test_the_shell_is_asked(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "src")
    plan = prepare(Entry(root, ".", "train.py"), Settings(), Wishes())
    assert path_inside(plan) == [f"{INSIDE}/src"]


def test_modules_are_found_on_the_path(carry_out: Carry, tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "session.py").write_text("mine = 1")
    summary = carry_out("import session; print(session.mine)", python_path="src")
    assert summary.folder.stream("stdout").read_text() == "1\n", summary.record.sentence


def test_a_seed_makes_the_order_of_sets_the_same(carry_out: Carry) -> None:
    told = [
        json.loads(carry_out(TELL, seed=seed).folder.stream("stdout").read_text())
        for seed in (3, 3, 4)
    ]
    assert [found["seed"] for found in told] == ["3", "3", "4"]
    assert told[0]["hash"] == told[1]["hash"] != told[2]["hash"]


def test_a_hash_seed_that_was_asked_for_wins(root: Path) -> None:
    plan = plan_for(root, seed=3, environment={"PYTHONHASHSEED": "5"})
    assert "PYTHONHASHSEED" not in interpreter_variables(plan, INSIDE)


def test_the_hash_seed_of_the_shell_counts(
    carry_out: Carry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    assert json.loads(carry_out(TELL).folder.stream("stdout").read_text())["seed"] == "7"


def test_the_first_folder_is_that_of_the_script(carry_out: Carry) -> None:
    found = json.loads(carry_out(TELL).folder.stream("stdout").read_text())["path"]
    assert os.path.basename(found[0]) == "project"
    assert not any("seismograd_sandbox" in entry for entry in found)


@pytest.mark.parametrize("sandbox", ["process", "bubblewrap"])
@pytest.mark.parametrize("kind", ["interpreter", "shared", "closed"])
def test_packages_of_the_user_are_seen_where_their_interpreter_sees_them(
    carry_out: Carry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, sandbox: str
) -> None:
    if sandbox == "bubblewrap" and (obstacle := BubblewrapSandbox(Path.cwd()).obstacle()):
        parts.missing(str(obstacle), sandbox)
    python = _interpreter(tmp_path / "env", kind)
    monkeypatch.setenv("PYTHONUSERBASE", str(tmp_path.parent / "base"))
    monkeypatch.delenv("PYTHONNOUSERSITE", raising=False)
    ask = [python, "-c", "import site; print(site.getusersitepackages())"]
    site = Path(subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip())
    site.mkdir(parents=True, exist_ok=True)
    (site / "only_mine.py").write_text("")
    script = "import importlib.util; print(importlib.util.find_spec('only_mine') is not None)"
    plain = subprocess.run([python, "-c", script], capture_output=True, text=True, check=True)
    summary = carry_out(script, python=python, sandbox=sandbox)
    assert summary.folder.stream("stdout").read_text() == plain.stdout == f"{kind != 'closed'}\n"


def _interpreter(folder: Path, kind: str) -> str:
    base = os.path.realpath(sys.executable)
    if kind == "interpreter":
        return base
    shared = ["--system-site-packages"] if kind == "shared" else []
    subprocess.run([base, "-m", "venv", "--without-pip", *shared, str(folder)], check=True)
    return str(folder / "bin" / "python")
