"""The data sets as files, for programs that read arrays: `study_arrays mnist mnist.npz`."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent / "datasets"


def write(name: str, path: Path) -> None:
    load_data = runpy.run_path(str(FOLDER / f"{name}.py"))["load_data"]
    (x_train, y_train), (x_test, y_test) = load_data()
    np.savez(path, x_train=x_train, y_train=y_train, x_test=x_test, y_test=y_test)


if __name__ == "__main__":
    write(sys.argv[1], Path(sys.argv[2]))
