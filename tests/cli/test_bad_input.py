"""Whatever stands in a file: an answer, never a crash."""

from __future__ import annotations

import pytest

from tests.cli.conftest import FAULTY, Project

NASTY = {
    "deep brackets": "import torch\nx = " + "(" * 3000 + ")" * 3000 + "\n",
    "deep lists": "import torch\nx = " + "[" * 400 + "]" * 400 + "\n",
    "deep operators": "import torch\nx = " + "-" * 20_000 + "1\n",
    "long sum": "import torch\nx = " + " + ".join("1" * 5000) + "\n",
    "deep blocks": "import torch\n"
    + "".join(" " * i + "if x:\n" for i in range(120))
    + " " * 120
    + "y\n",
    "deep attributes": "import torch\nx" + ".a" * 5000 + "\n",
    "unclosed": 'import torch\nx = """\n(((\n',
    "one long line": "import torch; " + "x = 1; " * 50_000,
    "only line feeds": "torch" + "\n" * 200_000,
    "carriage returns": "import torch\rx = 1\r\r\n",
    "form feed": "import torch\n\x0cx = 1\n",
    "surrogate escape": 'import torch\nx = "\\ud800"\n',
    "recursive function": "import torch\ndef f(n):\n    return f(n)\nf(f)\n",
    "endless loop": "import torch\nwhile True:\n    x = x + 1\n",
    "own import": "import torch, nasty\nfrom nasty import *\nx = nasty.x\n",
    "huge numbers": "import torch\nx = 10 ** 10 ** 10\ny = 'a' * 10 ** 12\nz = [0] * 10 ** 12\n",
}


@pytest.mark.parametrize("name", NASTY)
def test_nasty_code_does_not_hide_other_findings(project: Project, name: str) -> None:
    project.write("nasty.py", NASTY[name])
    project.write("train.py")
    outcome = project.check()
    assert outcome.status == 1
    assert ("train.py", 2) in outcome.places
    assert outcome.json["errors"] == []


def test_modules_that_import_each_other_are_checked(project: Project) -> None:
    project.write("a.py", "import torch, b\nx = b.y\n" + FAULTY)
    project.write("b.py", "import torch, a\ny = a.x\n" + FAULTY)
    assert sorted(project.check().places) == [("a.py", 4), ("b.py", 4)]


def test_a_notebook_that_is_none_is_an_error_entry(project: Project) -> None:
    project.write("a.ipynb", "torch {")
    project.write("b.ipynb", '["torch"]')
    project.write("train.py")
    outcome = project.check()
    assert outcome.places == [("train.py", 2)]
    assert [error["file"] for error in outcome.json["errors"]] == ["a.ipynb", "b.ipynb"]
