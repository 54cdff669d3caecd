"""The packages of the user's interpreter, lent to the Python of an image."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path, PurePosixPath

from seismograd_sandbox.host.docker_engine.confinement import Bind
from seismograd_sandbox.host.docker_engine.images.environments import (
    base_to_share,
    environment_of,
    read_environment,
)
from seismograd_sandbox.host.docker_engine.images.python_inside import QUESTION, Python

PATIENCE_S = 60.0

_known: dict[tuple[Path, int], Python] = {}


def ask_interpreter(python: Path) -> Python | None:
    """The user's interpreter and where its packages are; no code of the project runs for that."""
    prefix = environment_of(python)
    if prefix is None:
        return _told_before(python)
    environment = read_environment(python, prefix)
    base = base_to_share(python, prefix)
    shared = _told_before(base) if environment is not None and base is not None else None
    if environment is None or shared is None or shared.version != environment.version:
        return environment
    return replace(environment, sites=(*environment.sites, *shared.sites))


def _told_before(python: Path) -> Python | None:
    key = (python, _changes(python))
    answer = _known.get(key) or _asked(python)
    if answer is not None:
        _known[key] = answer
    return answer


def _changes(python: Path) -> int:
    """When the interpreter was last written."""
    return python.stat().st_mtime_ns if python.exists() else 0


def _asked(python: Path) -> Python | None:
    try:
        done = subprocess.run(
            [str(python), "-I", "-c", QUESTION],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE_S,
            check=True,
        )
        return Python.from_json(json.loads(done.stdout))
    except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError):
        return None


def lend_packages(lender: Python, borrower: Python, folder: Path) -> list[Bind]:
    """Binds that make the lender's packages importable at their own paths, also with `-I`.

    `folder` takes the place of the borrower's own folder of packages and refers to the lender's.
    """
    sites = [PurePosixPath(site) for site in lender.sites]
    binds = [Bind(Path(site), site) for site in sites]
    entrance = PurePosixPath(borrower.sites[0])
    if entrance in sites:
        return binds
    lines = [f"import site; site.addsitedir({str(site)!r})\n" for site in sites]
    (folder / "seismograd.pth").write_text("".join(lines), "utf-8")
    (folder / "seismograd.pth").chmod(0o644)
    folder.chmod(0o755)
    return [Bind(folder, entrance), *binds]
