"""What a script keeps whatever else is taken out of it."""

from __future__ import annotations

import ast

import pytest

from seismograd.reproduce.shrink.statements import at, removable


@pytest.mark.parametrize(
    "line",
    ["os.environ.setdefault('KERAS_BACKEND', 'torch')", "os.environ['KERAS_BACKEND'] = 'torch'"],
)
def test_the_backend_of_keras_stays(line: str) -> None:
    tree = ast.parse(f"import os\n{line}\nos.environ['OTHER'] = '1'\nimport keras\n")
    left = [ast.unparse(at(tree, path)) for path in removable(tree)]
    assert left == ["import os", "os.environ['OTHER'] = '1'", "import keras"]
