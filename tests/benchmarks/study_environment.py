"""An interpreter and folders in which the study's programs run as they stand."""

from __future__ import annotations

import csv
import shutil
import site
import subprocess
import sysconfig
import venv
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

HERE = Path(__file__).parent
SITE = HERE / "study_site"
FloatArray = NDArray[np.float32]
EYES = ("images.npy", "head_angles.npy", "gaze_angles.npy")
DATASETS = tuple(sorted(path.stem for path in (SITE / "datasets").glob("*.py")))


def make_interpreter(folder: Path, examples: int) -> Path:
    """With the packages of this one, and data sets of that many examples for training."""
    venv.create(folder, with_pip=False, symlinks=True)
    variables = {"base": str(folder), "platbase": str(folder)}
    purelib = Path(sysconfig.get_path("purelib", "venv", vars=variables))
    start = f"import study_datasets; study_datasets.install({examples})"
    lines = [str(SITE), *site.getsitepackages(), start]
    (purelib / "study.pth").write_text("".join(f"{line}\n" for line in lines))
    return folder / "bin" / "python"


def make_project(folder: Path, program: Path, interpreter: Path) -> Path:
    """A project of one script, `train.py`, and the tables and arrays that some of them read."""
    folder.mkdir(parents=True)
    shutil.copy(program, folder / "train.py")
    _write(folder / "training.csv", _collisions())
    _write(folder / "data.csv", _one_feature())
    if EYES[0] in program.read_text():
        for name, array in zip(EYES, _eyes(), strict=True):
            np.save(folder / name, array)
    for name in _arrays_in(program):
        subprocess.run(
            [str(interpreter), "-m", "study_arrays", name, str(folder / f"{name}.npz")], check=True
        )
    return folder


def _arrays_in(program: Path) -> list[str]:
    """Data sets that a program reads from a file, not by a function of its framework."""
    text = program.read_text()
    return [name for name in DATASETS if f"{name}.npz" in text]


def _collisions(count: int = 2500) -> Iterable[Iterable[object]]:
    """31 physical quantities on very different scales, and whether it is a signal."""
    random = np.random.default_rng(0)
    features = random.normal(size=(count, 31))
    score = features[:, :4].sum(1) + features[:, 4] * features[:, 5] + random.normal(size=count)
    scaled = features * 10.0 ** random.integers(0, 3, 31) + 50
    scaled[random.random(scaled.shape) < 0.05] = -999.0
    yield ["EventId", *(f"quantity_{n}" for n in range(31)), "Label"]
    for number, row in enumerate(scaled):
        yield [number, *row.round(4), "s" if score[number] > 0 else "b"]


def _one_feature(count: int = 1000) -> Iterable[Iterable[object]]:
    """A threshold between whole numbers, which one unit can learn: as many rows as in the study."""
    random = np.random.default_rng(0)
    yield ["value", "class"]
    for value in random.integers(15_000, 25_000, count):
        yield [int(value), 1 if value < 20_000 else 0]


def _eyes(count: int = 500) -> Iterable[FloatArray]:
    """Images of eyes, the pitch and yaw of the head, and those of the gaze, in radians.

    The pupil is dark and stands where the eye looks to, seen from the head.
    """
    random = np.random.default_rng(0)
    head, eye = random.uniform(-0.3, 0.3, (count, 2)), random.uniform(-0.4, 0.4, (count, 2))
    rows, columns = np.mgrid[0:36, 0:60]
    down = rows - (18 + 25 * eye[:, 0])[:, None, None]
    aside = columns - (30 + 50 * eye[:, 1])[:, None, None]
    images = 0.7 - 0.6 * np.exp(-(down**2 + aside**2) / 50)
    noisy = images + random.normal(scale=0.05, size=images.shape)
    return (
        noisy[..., None].astype("float32"),
        head.astype("float32"),
        (head + eye).astype("float32"),
    )


def _write(path: Path, rows: Iterable[Iterable[object]]) -> None:
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(rows)
