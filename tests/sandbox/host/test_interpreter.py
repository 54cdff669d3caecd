"""An interpreter works inside as it does outside."""

from __future__ import annotations

import sys
import sysconfig
from dataclasses import replace
from pathlib import Path

import pytest

from seismograd_sandbox.host.sandbox import Sandbox, SandboxUnusable
from seismograd_sandbox.host.workplace import Workplace

BASE = Path(sys.base_prefix, "bin", "python3")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    return folder


def test_packages_of_the_user_alone_are_found(
    sandbox: Sandbox, workplace: Workplace, home: Path
) -> None:
    scheme = sysconfig.get_preferred_scheme("user")
    packages = sysconfig.get_path("purelib", scheme, vars={"userbase": str(home / ".local")})
    Path(packages).mkdir(parents=True)
    Path(packages, "own_package.py").write_text("VALUE = 3\n")
    with sandbox.open(replace(workplace, python=BASE)) as session:
        command = [session.python, "-c", "import own_package; print(own_package.VALUE)"]
        outcome = session.run(command)
    assert outcome.stdout.text == "3\n", outcome.stderr.text


def test_an_interpreter_that_is_missing_is_an_error_with_a_remedy(
    sandbox: Sandbox, workplace: Workplace, tmp_path: Path
) -> None:
    with pytest.raises(SandboxUnusable, match="does not work") as error:
        sandbox.open(replace(workplace, python=tmp_path / "no-python"))
    assert error.value.obstacle.remedy
