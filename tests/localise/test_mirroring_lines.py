"""The only line of a project that mirrors pictures."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from seismograd.localise.mirroring_lines import line_to_blame, mirroring_lines, trees_of

ROOT = Path("/project")


def trees(**files: str) -> dict[str, ast.Module]:
    by_path = {str(ROOT / f"{name}.py"): text for name, text in files.items()}
    return trees_of(ROOT, ["train.py"], by_path.get)


def found(**files: str) -> tuple[str, int] | None:
    lines = mirroring_lines(trees(**files))
    return lines.pop() if len(lines) == 1 else None


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


CLASS = """class RandomFlip:
    def __init__(self, share):
        self.share = share
    def __call__(self, x):
        return x.flip(-1) if torch.rand(1).item() < self.share else x
"""
FUNCTION = """def flip(x):
    if torch.rand(1) < 0.5:
        x = x.flip(-1)
    if torch.rand(1) < 0.5:
        x = x.flip(-2)
    return x
"""


@pytest.mark.parametrize(
    ("transform", "uses", "line"),
    [
        (CLASS, "from data import RandomFlip\nsteps = [\n    RandomFlip(0.5),\n]\n", 3),
        (FUNCTION, "import data\na = data.flip(a)\nb = data.flip(b)\n", 3),
    ],
)
def test_what_does_nothing_else_is_blamed_where_it_is_used(
    transform: str, uses: str, line: int
) -> None:
    assert found(train=uses, data=transform) == ("train.py", line)
    inner = 1 + next(n for n, text in enumerate(transform.splitlines()) if "x.flip" in text)
    assert line_to_blame(trees(train=uses, data=transform), "data.py", inner) == ("train.py", line)


def test_what_does_more_is_blamed_itself() -> None:
    more = FUNCTION.replace("return x", "return x + torch.randn_like(x)")
    files = trees(train="import data\na = data.flip(a)\n", data=more)
    assert line_to_blame(files, "data.py", 3) == ("data.py", 3)
