"""What an interpreter is and has installed, read from files: it may be the project's own."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from seismograd_sandbox.host.interpreter import sites_of
from seismograd_sandbox.host.python_files import read_python
from seismograd_sandbox.host.sandbox import Obstacle
from seismograd_sandbox.untrusted_files import read_regular_file

OLDEST = (3, 9)
MOST_BYTES = 100_000
FRAMEWORKS = ("torch", "keras", "tensorflow", "jax", "lightning", "transformers", "numpy")
BACKENDS = ("torch", "tensorflow", "jax")
_RECORD = re.compile(r"([\w.]+)-(\d[\w.+!]*)(?:-py[\d.]+)?\.(?:dist|egg)-info")
_CUDA = re.compile(r"^cuda\b.*=\s*['\"]([\w.]+)['\"]", re.MULTILINE)


@dataclass(frozen=True)
class Installation:
    python: Path
    version: tuple[int, ...] = ()
    packages: dict[str, str] = field(default_factory=dict)
    cuda: str | None = None
    """The CUDA that torch was built for."""
    failure: str | None = None

    def gaps(self, *, has_card: bool) -> Iterator[Obstacle]:
        """What will keep runs from working with this interpreter, or from using the card."""
        if self.failure is not None:
            reason = f"the interpreter {self.python} does not work: {self.failure}"
            yield Obstacle(reason, "choose another one with the setting 'python' or --python")
            return
        if self.version < OLDEST:
            reason = f"{self.python} is Python {'.'.join(map(str, self.version))}"
            yield Obstacle(reason, "choose one of Python 3.9 or later")
        yield from self._gaps_of_frameworks(has_card)

    def _gaps_of_frameworks(self, has_card: bool) -> Iterator[Obstacle]:
        install = f"install one with {self.python} -m pip install"
        if not any(name in self.packages for name in (*BACKENDS, "keras")):
            yield Obstacle(f"{self.python} has neither PyTorch nor Keras", f"{install} torch")
        elif "keras" in self.packages and not any(name in self.packages for name in BACKENDS):
            yield Obstacle("Keras has no backend to compute with", f"{install} torch")
        if has_card and "torch" in self.packages and self.cuda is None:
            reason = (
                f"torch {self.packages['torch']} was built without CUDA: it does not use the GPU"
            )
            yield Obstacle(reason, "install a build of torch for CUDA, as pytorch.org says how")


def read_installation(python: Path, names: tuple[str, ...] = FRAMEWORKS) -> Installation:
    """By the files beside the interpreter, which is not started."""
    files = read_python(python)
    if files is None:
        return Installation(python, failure="no Python library lies beside it")
    sites = sites_of(files)
    found = _packages(sites)
    packages = {name: found[name] for name in names if name in found}
    return Installation(python, files.version, packages, _cuda(sites))


def _packages(sites: tuple[Path, ...]) -> dict[str, str]:
    """Versions by name, as the records of the installer say; the first site wins."""
    found: dict[str, str] = {}
    for site in sites:
        for record in filter(None, map(_RECORD.fullmatch, sorted(os.listdir(site)))):
            found.setdefault(record[1].lower().replace("_", "-"), record[2])
    return found


def _cuda(sites: tuple[Path, ...]) -> str | None:
    for site in sites:
        try:
            text = read_regular_file(site / "torch" / "version.py", MOST_BYTES, within=site)
        except OSError:
            continue
        built = _CUDA.search(text.decode("utf-8", "replace"))
        return built[1] if built else None
    return None
