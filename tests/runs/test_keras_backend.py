"""The backend that a project chooses for Keras."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.runs.keras_backend import chosen_backend, settled_backend


@pytest.mark.parametrize(
    "line",
    [
        'os.environ.setdefault("KERAS_BACKEND", "torch")',
        'os.environ["KERAS_BACKEND"] = "torch"',
        "os.environ['KERAS_BACKEND']='torch'",
        "# run with KERAS_BACKEND=torch",
    ],
)
def test_the_project_s_code_says_it(line: str, tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(f"import os\n{line}\nimport keras\n")
    assert chosen_backend(tmp_path, {}) == "torch"


def test_the_user_s_choice_goes_first(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text('os.environ["KERAS_BACKEND"] = "torch"\n')
    assert chosen_backend(tmp_path, {"KERAS_BACKEND": "jax"}) == "jax"


def test_two_choices_are_none(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text('os.environ["KERAS_BACKEND"] = "torch"\n')
    (tmp_path / "b.py").write_text('os.environ["KERAS_BACKEND"] = "jax"\n')
    assert chosen_backend(tmp_path, {}) is None
    assert chosen_backend(tmp_path / "nowhere", {}) is None


SETS, MAY_SET = (
    'os.environ["KERAS_BACKEND"] = "torch"\n',
    '    os.environ["KERAS_BACKEND"] = "jax"\n',
)


@pytest.mark.parametrize(
    ("source", "given", "settled"),
    [
        ("import keras", None, None),
        ("import keras", "torch", "torch"),
        (SETS, None, "torch"),
        (SETS, "torch", "torch"),
        (SETS, "jax", None),
        (f"if fast:\n{MAY_SET}", None, None),
        (f"{SETS}if fast:\n{MAY_SET}", None, None),
        ("# KERAS_BACKEND=torch", None, None),
        ("# KERAS_BACKEND=torch", "torch", "torch"),
    ],
)
def test_only_what_cannot_be_another_is_settled(
    source: str, given: str | None, settled: str | None, tmp_path: Path
) -> None:
    (tmp_path / "net.py").write_text(source)
    assert settled_backend(tmp_path, {"KERAS_BACKEND": given} if given else {}) == settled
