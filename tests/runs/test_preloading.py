"""What a warm interpreter loads for a project."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.runs.preloading import to_preload


@pytest.mark.parametrize(
    ("source", "loaded"),
    [
        ("import torch", ["torch"]),
        ("import torch.nn as nn\nnn.optim", ["torch", "torch._dynamo", "torch.nn"]),
        ("from sklearn.svm import SVC, LinearSVC", ["sklearn", "sklearn.svm"]),
        ("from sklearn import svm, datasets as d", ["sklearn", "sklearn.datasets", "sklearn.svm"]),
        ("def main():\n    from scipy import stats", ["scipy", "scipy.stats"]),
        ("from .pandas import read\nimport os\nimport mypackage", []),
        ("import pandasql", []),
        ("import keras", []),
    ],
)
def test_it_is_what_is_imported_and_slow(source: str, loaded: list[str], tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(source)
    assert to_preload(tmp_path, with_keras=False) == loaded


def test_keras_is_loaded_where_its_backend_is_settled(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text("from keras import layers")
    assert to_preload(tmp_path, with_keras=True) == ["keras", "keras.layers"]


@pytest.mark.parametrize("name", ["datasets.py", "datasets/__init__.py", "src/datasets/mnist.py"])
def test_a_module_of_the_project_is_not_taken_for_a_package(name: str, tmp_path: Path) -> None:
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text("")
    (tmp_path / "train.py").write_text("import torch\nfrom datasets import digits")
    assert to_preload(tmp_path, with_keras=False) == ["torch"]
