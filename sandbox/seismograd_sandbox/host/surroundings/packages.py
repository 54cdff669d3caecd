"""What an interpreter is and has installed; neither a framework nor the project is imported."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from seismograd_sandbox.host.sandbox import Obstacle
from seismograd_sandbox.host.surroundings.command import ask

OLDEST = (3, 9)
PATIENCE_S = 30.0
FRAMEWORKS = ("torch", "keras", "tensorflow", "jax", "lightning", "transformers", "numpy")
BACKENDS = ("torch", "tensorflow", "jax")
# Any Python can read it: one that is too old has to say so.
QUESTION = """
import json, re, sys
names, found, cuda = sys.argv[1:], {}, None
try:
    from importlib import metadata
    from importlib.util import find_spec
    for name in names:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            pass
    torch = find_spec("torch")
    if torch is not None and torch.submodule_search_locations:
        with open(torch.submodule_search_locations[0] + "/version.py") as file:
            built = re.search(r"^cuda\\b.*=\\s*['\\"](.+?)['\\"]", file.read(), re.MULTILINE)
        cuda = built and built.group(1)
except (ImportError, IOError):
    pass
print(json.dumps({"version": list(sys.version_info[:3]), "packages": found, "cuda": cuda}))
"""


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


def ask_installation(
    python: Path, names: tuple[str, ...] = FRAMEWORKS, *, walled: bool = False
) -> Installation:
    """Ask the interpreter itself, apart from the user's variables and from any project.

    An interpreter may be the project's own: behind walls it can look, and do nothing else.
    """
    command = [*(_walls() if walled else ()), str(python), "-I", "-B", "-c", QUESTION, *names]
    answer = ask(command, PATIENCE_S, environment=_environment())
    if answer.failure is not None:
        return Installation(python, failure=answer.failure)
    try:
        told = json.loads(answer.output.strip().splitlines()[-1])
        return Installation(python, tuple(told["version"]), told["packages"], told["cuda"])
    except (ValueError, IndexError, KeyError, TypeError):
        return Installation(python, failure="what it answers is not what a Python would")


def _walls() -> list[str]:
    from seismograd_sandbox.host.bubblewrap.engine import PROGRAM, walls

    return [PROGRAM, *walls(), "--ro-bind", "/", "/", "--dev", "/dev", "--"]


def _environment() -> dict[str, str]:
    kept = ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH", "HOME", "USERPROFILE")
    return {name: os.environ[name] for name in kept if name in os.environ}
