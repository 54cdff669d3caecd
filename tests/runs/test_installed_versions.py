from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path

from seismograd.runs.installed_versions import installed_versions


def test_versions_are_told_by_files(tmp_path: Path) -> None:
    packages = tmp_path / "lib" / "python3.12" / "site-packages"
    for name in ("torch-2.13.0+cpu", "scikit_learn-1.7", "left_out-1.0", "broken"):
        (packages / f"{name}.dist-info").mkdir(parents=True)
    python = tmp_path / "bin" / "python"
    found = installed_versions(python, {"torch", "scikit-learn", "keras"})
    assert found == {"python": "3.12", "torch": "2.13.0+cpu", "scikit-learn": "1.7"}


def test_of_an_interpreter_that_is_there() -> None:
    found = installed_versions(Path(sys.executable), {"pytest"})
    assert found["pytest"] == version("pytest")


def test_where_there_is_nothing(tmp_path: Path) -> None:
    assert installed_versions(tmp_path / "bin" / "python", {"torch"}) == {}
