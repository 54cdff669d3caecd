"""What pip is to install, and the key under which the image is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd_sandbox.host.docker_engine.images.conda_names import pip_line
from seismograd_sandbox.host.docker_engine.images.pip_lines import pip_lines
from seismograd_sandbox.host.docker_engine.images.requirement_files import (
    digest,
    requirement_files,
)


def _requirements(**files: str) -> tuple[str, ...]:
    named = {name.replace("__", "/").replace("_", "."): text for name, text in files.items()}
    lines = pip_lines({name: text.encode() for name, text in named.items()})
    return lines.requirements if lines is not None else ()


def test_included_files_are_flattened_and_local_ones_left_out() -> None:
    lines = _requirements(
        requirements_txt="# ours\n-r requirements/base.txt\n-e .\n./x\ntorch \\\n  >=2  # why\n",
        requirements__base_txt="numpy==2.0\n-r ../requirements.txt\n",
    )
    assert lines == ("numpy==2.0", "torch    >=2")


def test_constraints_are_kept_apart() -> None:
    lines = pip_lines({"requirements.txt": b"torch\n-c pins.txt\n", "pins.txt": b"torch==2.1\n"})
    assert lines is not None
    assert lines.requirements == ("torch",)
    assert lines.constraints == ("torch==2.1",)


def test_requirements_of_developers_are_not_installed() -> None:
    files = {"requirements-dev.txt": b"pytest\n", "requirements-train.txt": b"torch\n"}
    lines = pip_lines(files)
    assert lines is not None
    assert lines.requirements == ("torch",)


def test_a_project_says_it_in_pyproject() -> None:
    assert _requirements(pyproject_toml='[project]\ndependencies = ["torch>=2", "tqdm"]\n') == (
        "torch>=2",
        "tqdm",
    )


@pytest.mark.parametrize(
    ("wish", "line"),
    [
        ('"^2.1"', "torch>=2.1,<3"),
        ('"^0.4.2"', "torch>=0.4.2,<0.5"),
        ('"~2.1.3"', "torch~=2.1.3"),
        ('"2.1"', "torch==2.1"),
        ('">=2,<3"', "torch>=2,<3"),
        ('"*"', "torch"),
        ('{version = "^2", optional = true}', "torch>=2,<3"),
    ],
)
def test_versions_as_poetry_writes_them(wish: str, line: str) -> None:
    text = f'[tool.poetry.dependencies]\npython = "^3.9"\ntorch = {wish}\n'
    assert _requirements(pyproject_toml=text) == (line,)


def test_setup_cfg_is_read() -> None:
    text = "[options]\ninstall_requires =\n    torch>=2\n    tqdm  # progress\n"
    assert _requirements(setup_cfg=text) == ("torch>=2", "tqdm")


def test_an_environment_of_conda_is_translated() -> None:
    text = """
        dependencies:
          - python=3.10
          - pytorch::pytorch=2.1
          - cudatoolkit=11.8
          - numpy>=1.26
          - pip:
            - lightning==2.0
            - -e .
    """
    assert _requirements(environment_yml=text) == ("torch==2.1.*", "numpy>=1.26", "lightning==2.0")


@pytest.mark.parametrize(
    ("specification", "line"),
    [
        ("numpy=1.26.4=py311h64a7726_0", "numpy==1.26.4"),
        ("scipy", "scipy"),
        ("pandas ==2.0", "pandas==2.0"),
        ("tensorflow-gpu=2.15", "tensorflow==2.15.*"),
        ("python>=3.9", None),
        ("!!", None),
    ],
)
def test_names_of_conda(specification: str, line: str | None) -> None:
    assert pip_line(specification) == line


def test_a_lock_file_pins_what_is_published() -> None:
    lock = b"""
        [[package]]
        name = "torch"
        version = "2.1.0"
        source = { registry = "https://example.org/simple" }
        [[package]]
        name = "ours"
        version = "0.1"
        source = { editable = "." }
    """
    lines = pip_lines({"pyproject.toml": b'[project]\ndependencies = ["torch"]\n', "uv.lock": lock})
    assert lines is not None
    assert lines.constraints == ("torch==2.1.0",)


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"requirements.txt": b"# nothing\n"},
        {"requirements.txt": b"-r requirements.txt\n"},
        {"pyproject.toml": b"[project\n"},
        {"pyproject.toml": b"project = 3\n"},
        {"setup.cfg": b"no section\n"},
        {"environment.yml": b"dependencies: {a: [}\n"},
        {"environment.yml": b"- just\n- a list\n"},
        {"environment.yml": b"dependencies: 3\n"},
    ],
)
def test_files_that_say_nothing_ask_for_no_image(files: dict[str, bytes]) -> None:
    assert pip_lines(files) is None


def test_only_files_of_the_project_count(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / "requirements").mkdir(parents=True)
    (project / "requirements" / "base.txt").write_text("torch\n")
    (project / "environment.yaml").write_text("dependencies: []\n")
    (project / "train.py").write_text("")
    (tmp_path / "secret").write_text("secret")
    (project / "requirements.txt").symlink_to(tmp_path / "secret")
    assert list(requirement_files(project)) == ["environment.yaml", "requirements/base.txt"]


def test_a_key_changes_with_files_and_circumstances() -> None:
    keys = {
        digest({"requirements.txt": b"torch"}, "cpu"),
        digest({"requirements.txt": b"torch"}, "cuda"),
        digest({"requirements.txt": b"torch==2"}, "cpu"),
        digest({"requirements-a.txt": b"torch"}, "cpu"),
        digest({"requirements.txt": b"torch", "uv.lock": b""}, "cpu"),
    }
    assert len(keys) == 5
    assert digest({"a": b"1", "b": b"2"}) == digest({"b": b"2", "a": b"1"})
