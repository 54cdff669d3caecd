"""Trees of good code on which speed and precision are measured; read, never executed."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
TORCH_PARTS = ("nn", "optim", "utils", "distributed", "ao", "distributions", "autograd")
DOWNLOADED = (
    "timm",
    "torchvision",
    "segmentation-models-pytorch",
    "lightning",
    "torchmetrics",
    "einops",
    "x-transformers",
    "vit-pytorch",
    "keras-hub",
    "pytorch-metric-learning",
    "transformers",
    "fairseq2",
    "monai-weekly",
)


@dataclass(frozen=True)
class Tree:
    """Python files that belong together."""

    name: str
    root: Path
    files: tuple[str, ...]

    @property
    def lines(self) -> int:
        return sum(Path(file).read_bytes().count(b"\n") for file in self.files)


def cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base) / "seismograd-bench" / "corpus"


def installed_trees() -> list[Tree]:
    """Packages of this environment: two frameworks, and one that is no deep learning."""
    torch = _package("torch")
    parts = [torch / part for part in TORCH_PARTS] if torch else []
    found = [
        _tree("keras", _package("keras")),
        _tree("torch", torch, parts),
        _tree("scikit-learn", _package("sklearn")),
    ]
    return [tree for tree in found if tree is not None]


def sound_tree() -> Tree:
    root = HERE / "sound"
    return Tree("sound programs", root, _python_files(root))


def downloaded_trees() -> list[Tree]:
    """Packages that `download` has put into the cache."""
    folders = [(name, cache_folder() / name) for name in DOWNLOADED]
    trees = [_tree(name, folder) for name, folder in folders if folder.is_dir()]
    return [tree for tree in trees if tree is not None]


def download() -> Iterator[str]:
    """Fetch what is missing in the cache, without dependencies; yields what could not be had."""
    for name in DOWNLOADED:
        folder = cache_folder() / name
        if folder.is_dir():
            continue
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-compile"]
        done = subprocess.run([*command, "--target", str(folder), name], capture_output=True)
        if done.returncode:
            yield name


def _package(name: str) -> Path | None:
    found = importlib.util.find_spec(name)
    if found is None or not found.submodule_search_locations:
        return None
    return Path(next(iter(found.submodule_search_locations)))


def _tree(name: str, root: Path | None, parts: list[Path] | None = None) -> Tree | None:
    if root is None:
        return None
    files = [file for part in parts or [root] for file in _python_files(part)]
    return Tree(name, root, tuple(files))


def _python_files(folder: Path) -> tuple[str, ...]:
    return tuple(str(path) for path in sorted(folder.rglob("*.py")) if path.is_file())
