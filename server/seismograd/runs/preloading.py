"""Which modules a warm interpreter loads for a project: what it imports anyway, and is slow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from seismograd.runs.project_sources import project_sources

KERAS = "keras"
"""Asks for its backend when it is loaded, so it can be loaded ahead only where that is settled."""
SLOW = frozenset(
    {
        *("accelerate", "datasets", "diffusers", "lightning", "matplotlib", "numpy", "pandas"),
        *("pytorch_lightning", "scipy", "skimage", "sklearn", "timm", "torch", "torchaudio"),
        *("torchmetrics", "torchvision", "transformers", KERAS),
    }
)
WITH_OPTIMISERS = "torch._dynamo"
"""What the first optimiser of a process loads: it takes longer than torch itself."""
_OPTIMISES = re.compile(rb"\boptim")
_IMPORT = re.compile(
    rb"^[ \t]*(?:import|from)[ \t]+([\w.]+)(?:[ \t]+import[ \t]+([\w, \t]+))?", re.MULTILINE
)


def to_preload(root: Path, *, with_keras: bool) -> list[str]:
    """Packages before what is in them; nothing whose name the project has for a module."""
    sources = dict(project_sources(root))
    found = {name for text in sources.values() for name in _imported(text)}
    if "torch" in found and any(map(_OPTIMISES.search, sources.values())):
        found.add(WITH_OPTIMISERS)
    own = {part for path in sources for part in path.relative_to(root).with_suffix("").parts}
    left_out = own if with_keras else {*own, KERAS}
    return sorted(name for name in found if package_of(name) not in left_out)


def package_of(module: str) -> str:
    return module.partition(".")[0]


def _imported(text: bytes) -> Iterator[str]:
    for module, names in _IMPORT.findall(text):
        name = module.decode()
        if package_of(name) in SLOW:
            yield from (package_of(name), name)
            yield from _parts(name, names.decode().split(","))


def _parts(package: str, names: Iterable[str]) -> Iterator[str]:
    """`from sklearn import datasets` loads a module; whether it is one shows when it is loaded."""
    for name in names:
        word = name.split()[0] if name.split() else ""
        if "." not in package and word.islower():
            yield f"{package}.{word}"
