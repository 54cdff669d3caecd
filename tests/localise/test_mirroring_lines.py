"""The only line of a project that mirrors pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.localise.mirroring_lines import mirroring_line

ROOT = Path("/project")


def found(**files: str) -> tuple[str, int] | None:
    by_path = {str(ROOT / f"{name}.py"): text for name, text in files.items()}
    return mirroring_line(ROOT, ["train.py"], by_path.get)


@pytest.mark.parametrize(
    "line",
    [
        "picture = picture[:, ::-1]",
        "picture = torch.flip(picture, dims=[2])",
        "picture = np.fliplr(picture).copy()",
        "steps = [RandomHorizontalFlip()]",
    ],
)
def test_it_is_found_in_what_the_script_imports(line: str) -> None:
    script = "from data import load\nload()\n"
    assert found(train=script, data=f"import torch\n{line}\n") == ("data.py", 2)


@pytest.mark.parametrize("line", ["part = values[2:8:2]", "last = values[-1]", "x = y[5:0:-1]"])
def test_other_slices_are_none(line: str) -> None:
    assert found(train=f"{line}\n") is None


def test_of_two_lines_neither_is_told() -> None:
    assert found(train="a = x[::-1]\nb = np.flip(y)\n") is None


def test_files_that_cannot_be_read_are_left_out() -> None:
    assert found(train="import broken, gone\na = x[::-1]\n", broken="def (\n") == ("train.py", 2)
