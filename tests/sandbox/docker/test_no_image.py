"""A real engine that answers but has nothing to start from: what `seismograd run` makes of it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import parts
from tests.sandbox.engine import Engine, private_engine

USELESS = "useless:1"


@pytest.fixture(scope="module")
def bare_engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    parts.module("docker")
    with private_engine(tmp_path_factory.mktemp("engine"), with_base=False) as engine:
        yield engine


@pytest.fixture
def useless_image(bare_engine: Engine, tmp_path: Path) -> Iterator[None]:
    """One without any Python, which shows only when it is started."""
    with tarfile.open(tmp_path / "image.tar", "w") as tar:
        tar.addfile(tarfile.TarInfo("empty"), io.BytesIO())
    bare_engine.docker("import", str(tmp_path / "image.tar"), USELESS)
    yield
    bare_engine.docker("rmi", USELESS)


def test_an_engine_without_images_is_passed_over(bare_engine: Engine, tmp_path: Path) -> None:
    done = _run(bare_engine, tmp_path)
    assert done.returncode == 0, done.stderr
    _expect_stand_in(done.stdout, "not docker: the Docker engine has no image; docker pull python")


def test_a_named_engine_without_images_is_an_error(bare_engine: Engine, tmp_path: Path) -> None:
    done = _run(bare_engine, tmp_path, "--sandbox", "docker")
    assert done.returncode == 2
    assert _last_line(done) == (
        "seismograd: the Docker engine has no image; docker pull python:3.11-slim"
    )


@pytest.mark.usefixtures("useless_image")
def test_images_without_python_are_passed_over(bare_engine: Engine, tmp_path: Path) -> None:
    done = _run(bare_engine, tmp_path)
    assert done.returncode == 0, done.stderr
    reason = "not docker: the Docker engine has no image with a Python 3.9 or later; docker pull"
    _expect_stand_in(done.stdout, reason)


@pytest.mark.usefixtures("useless_image")
def test_an_image_that_cannot_be_built_is_passed_over_and_told(
    bare_engine: Engine, tmp_path: Path
) -> None:
    (tmp_path / "requirements.txt").write_text("tremor\n")
    base = {"SEISMOGRAD_BASE_IMAGE": "127.0.0.1:9/no/such-base:1"}
    done = _run(bare_engine, tmp_path, "--build-image", **base)
    assert done.returncode == 0, done.stderr
    _expect_stand_in(done.stdout, "and none was built: ")
    assert "--build-image" not in json.loads(done.stdout)["run"]["sandbox_why"]
    named = _run(bare_engine, tmp_path, "--build-image", "--sandbox", "docker", **base)
    assert named.returncode == 2
    assert "and none was built: " in _last_line(named)
    assert "docker pull python" in _last_line(named)


def _run(
    engine: Engine, folder: Path, *options: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    (folder / "pyproject.toml").write_text("[tool.seismograd]\n")
    (folder / "train.py").write_text("print('trained')\n")
    own = {"DOCKER_HOST": engine.url, "XDG_CACHE_HOME": str(folder / "cache"), **environment}
    command = [sys.executable, "-m", "seismograd.cli.main", "run", "train.py", "--format", "json"]
    return subprocess.run(
        [*command, *options],
        cwd=folder,
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def _expect_stand_in(output: str, reason: str) -> None:
    told: dict[str, Any] = json.loads(output)["run"]
    assert told["sandbox"] in ("bubblewrap", "process")
    assert reason in told["sandbox_why"]


def _last_line(done: subprocess.CompletedProcess[str]) -> str:
    assert "Traceback" not in done.stderr
    return done.stderr.strip().splitlines()[-1]
