from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from seismograd.reproduce.trials.symbols import question


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "parts"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "from parts import inner\nfrom parts.inner import f\ndel inner\n"
    )
    (folder / "inner.py").write_text("def f(size, *, width=1):\n    return size\n")
    return tmp_path


def wrong(folder: Path, names: dict[str, tuple[str, ...]]) -> dict[str, str]:
    run = [sys.executable, "-c", question(names)]
    printed = subprocess.run(run, cwd=folder, capture_output=True, text=True, check=True).stdout
    found: dict[str, str] = json.loads(printed.removeprefix("MEASURED resolved "))
    return found


def test_a_module_that_its_package_took_out_of_its_names_is_there(package: Path) -> None:
    assert wrong(package, {"parts.inner.f": ("width",), "parts.f": ("size",)}) == {}


def test_what_is_not_there_is_told(package: Path) -> None:
    told = wrong(package, {"parts.outer.f": (), "parts.inner.g": (), "parts.f": ("depth",)})
    assert set(told) == {"parts.outer.f", "parts.inner.g", "parts.f"}
    assert "takes no argument depth" in told["parts.f"]
