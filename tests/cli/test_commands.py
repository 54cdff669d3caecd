from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from seismograd.cli.main import COMMANDS, main
from seismograd.rules.registry import all_rules
from seismograd.traces.symptoms import all_detectors
from tests.cli.conftest import Project


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_helps_with_examples(project: Project, command: str) -> None:
    outcome = project.run(command, "--help")
    assert outcome.status == 0
    assert f"usage: seismograd {command}" in outcome.out
    assert "examples:" in outcome.out


def test_without_a_command_the_overview_is_printed(project: Project) -> None:
    outcome = project.run()
    assert outcome.status == 2
    assert all(f"    {name} " in outcome.out for name in COMMANDS)


def test_an_unknown_command_is_a_usage_error(project: Project) -> None:
    outcome = project.run("chekc")
    assert outcome.status == 2
    assert outcome.err.count("\n") == 1


def test_doctor_names_versions_and_settings(project: Project) -> None:
    project.write("pyproject.toml", '[tool.seismograd]\nignore = ["ALL"]\n')
    outcome = project.run("doctor", "--format", "json")
    assert outcome.status == 0
    facts = outcome.json
    assert facts["python"] == ".".join(map(str, sys.version_info[:3]))
    assert facts["parser"] == "works"
    assert facts["packages"]["tree-sitter"]
    assert facts["settings"]["ignore"] == ["ALL"]
    assert facts["settings_file"] == str(project.folder / "pyproject.toml")
    assert "tree-sitter: " in project.run("doctor").out


def test_doctor_finds_fault_with_bad_settings(project: Project) -> None:
    project.write("pyproject.toml", "[tool.seismograd]\ngpu = 'yes'\n")
    outcome = project.run("doctor")
    assert outcome.status == 1
    assert "setting 'gpu' must be true or false, not 'yes'" in outcome.out


def test_rule_lists_every_rule(project: Project) -> None:
    listed = project.run("rule")
    assert listed.status == 0
    assert [line.split()[0] for line in listed.out.splitlines()] == [r.code for r in all_rules()]
    assert [r["code"] for r in json.loads(project.run("rule", "--format", "json").out)] == [
        r.code for r in all_rules()
    ]


@pytest.mark.parametrize("rule", all_rules()[:1], ids=lambda rule: rule.code)
def test_rule_prints_the_page_by_code_or_name(project: Project, rule: object) -> None:
    by_code = project.run("rule", rule.code.lower())  # type: ignore[attr-defined]
    assert by_code.out == project.run("rule", rule.name).out  # type: ignore[attr-defined]
    assert "## Why is this bad?" in by_code.out


def test_symptom_lists_every_symptom(project: Project) -> None:
    expected = [one.name for one in all_detectors()]
    assert [line.split()[0] for line in project.run("symptom").out.splitlines()] == expected
    found = json.loads(project.run("symptom", "--format", "json").out)
    assert [one["name"] for one in found] == expected


def test_symptom_prints_a_page_by_the_name_of_the_page_or_of_a_symptom(project: Project) -> None:
    page = project.run("symptom", "Update-Size")
    assert page.out == project.run("symptom", "updates-too-small").out
    assert "## Why is this bad?" in page.out
    assert "`learning-rate-too-small`" in page.out
    outcome = project.run("symptom", "dead-unit")
    assert (outcome.status, "did you mean 'dead-units'?" in outcome.err) == (2, True)


def test_an_unknown_rule_is_a_usage_error(project: Project) -> None:
    outcome = project.run("rule", "SG99999")
    assert outcome.status == 2
    assert outcome.err.startswith("seismograd: no such rule: SG99999")


def test_serve_refuses_an_address_it_cannot_use(project: Project) -> None:
    assert project.run("serve", "--tcp", "nonsense").status == 2


def test_serve_says_that_a_port_is_taken(project: Project) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        command = [sys.executable, "-m", "seismograd.cli.main", "serve", "--tcp", address]
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"seismograd: cannot listen on {address}: ")
    assert done.stderr.count("\n") == 1


def test_show_says_what_it_cannot_read(project: Project) -> None:
    outcome = project.run("show", "missing.py")
    assert (outcome.status, outcome.err.count("\n")) == (2, 1)


def test_show_prints_a_program_as_text_and_as_json(project: Project) -> None:
    project.write("model.py", "from torch import nn\nnet = nn.Sequential(nn.Linear(4, 2))\n")
    assert project.run("show", "model.py").status == 0
    assert json.loads(project.run("show", "--format", "json", "model.py").out)


def test_demo_mends_a_copy_and_leaves_the_package_alone(project: Project) -> None:
    from seismograd.cli.demo import PROJECT

    before = {path: path.read_bytes() for path in PROJECT.rglob("*.py")}
    outcome = project.run("demo", "--quick", "--keep", "kept")
    assert outcome.status == 0
    assert outcome.out.count("$ seismograd check") == 3
    assert {path.name for path in Path("kept/digits").glob("*.py")} == {p.name for p in before}
    assert {path: path.read_bytes() for path in before} == before


def test_check_starts_without_the_server_and_without_frameworks(project: Project) -> None:
    project.write("train.py")
    script = (
        "import sys; from seismograd.cli.main import main; main(['check', '--exit-zero']);"
        "heavy = {'torch', 'keras', 'numpy', 'pygls', 'lsprotocol', 'asyncio'} & set(sys.modules);"
        "sys.exit(', '.join(heavy) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=project.folder, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_show_counts_the_lines_of_a_notebook_by_cell(project: Project) -> None:
    sources = ["import torch\n", "x = 1\nnet = torch.nn.Sequential(torch.nn.Linear(2, 3))\n"]
    cells = [{"cell_type": "code", "source": source} for source in sources]
    project.write("a.ipynb", json.dumps({"cells": cells}))
    assert "(torch, line cell 2:2)" in project.run("show", "a.ipynb").out
    network = project.run("show", "--format", "json", "a.ipynb").json["networks"][0]
    assert network["at"] == {"file": "a.ipynb", "cell": 2, "line": 2, "column": 7}


def test_a_folder_that_has_gone_is_named(project: Project) -> None:
    project.patch.setattr(os, "getcwd", _gone)
    assert main(["check"]) == 2
    assert project.capture.readouterr().err.startswith("seismograd: the folder that this shell")


def _gone() -> str:
    raise FileNotFoundError
