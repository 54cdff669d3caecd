"""What of the machine an interpreter needs to see, to work inside as it does outside."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from seismograd_sandbox.host.environment import is_harmless
from seismograd_sandbox.host.sandbox import Obstacle, SandboxUnusable

QUESTION = """
import json, os, site, sys
def shares_packages():
    file = os.path.join(sys.prefix, "pyvenv.cfg")
    settings = open(file, encoding="utf-8").read() if os.path.isfile(file) else ""
    return "include-system-site-packages=true" in settings.lower().replace(" ", "")
own = sys.prefix == sys.base_prefix or shares_packages()
print(json.dumps({"prefixes": [sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix],
                  "path": [entry for entry in sys.path if entry],
                  "user": [site.getuserbase(), site.getusersitepackages()] if own else None}))
"""
PATIENCE_S = 30.0
USER_BASE = "PYTHONUSERBASE"


@dataclass(frozen=True)
class Interpreter:
    python: Path
    folders: tuple[Path, ...]
    """Installations, and folders outside of them from which packages are imported."""
    links: tuple[Path, ...]
    """Links on the way from the name of the interpreter to its file."""
    user_base: str = ""
    """Where packages of this user alone lie; empty for an environment, which ignores them."""

    def variables(self) -> dict[str, str]:
        """What leads the interpreter to them from another home."""
        return {USER_BASE: self.user_base} if self.user_base else {}


def inspect_interpreter(python: Path, within: Sequence[str] = ()) -> Interpreter:
    """Ask the interpreter itself, started `within` a command that keeps it from doing harm."""
    command = [*within, str(python), "-I", "-B", "-c", QUESTION]
    try:
        answer = subprocess.run(
            command,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=PATIENCE_S,
            check=True,
            env=_environment(),
        )
        told = json.loads(answer.stdout)
        base, packages = told["user"] or ("", "")
        folders = [Path(place) for place in (*told["prefixes"], *told["path"], packages) if place]
    except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError) as error:
        raise SandboxUnusable(_broken(python, error)) from error
    return Interpreter(python, _needed(folders), tuple(_links(python)), base)


def _environment() -> dict[str, str]:
    """Enough to find home, packages of this user and, on Windows, the system."""
    kept = {
        name: value for name, value in os.environ.items() if is_harmless(name) or name == USER_BASE
    }
    return {**kept, "HOME": str(Path.home()), "PATH": os.defpath}


def _needed(folders: Sequence[Path]) -> tuple[Path, ...]:
    """Each place once, under the name it is called and under its real one; none inside another."""
    places = {place for folder in folders for place in (folder, folder.resolve())}
    harmless = {place for place in places if place.exists() and not _holds_home(place)}
    return tuple(
        sorted(place for place in harmless if harmless.isdisjoint(place.parents)),
    )


def _holds_home(folder: Path) -> bool:
    """An installation right in somebody's home must not open all of it."""
    home = Path.home()
    return any(place.is_relative_to(folder) for place in (home, home.resolve()))


def _links(python: Path) -> list[Path]:
    links, place = [], python
    while place.is_symlink() and place not in links:
        links.append(place)
        place = place.parent / os.readlink(place)
    return links


def _broken(python: Path, error: Exception) -> Obstacle:
    said = (getattr(error, "stderr", None) or b"").decode("utf-8", "replace").strip()
    reason = said.splitlines()[-1] if said else str(error)
    return Obstacle(f"the interpreter {python} does not work: {reason}", "choose another one")
