"""Interpreters that lack something."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

OLD_VERSION = (3, 8)


def bare_python(folder: Path) -> Path:
    """One without Seismograd, which can install it."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    return folder / "bin" / "python"


def python_without(folder: Path, *modules: str) -> Path:
    """A real interpreter as some systems ship it: in parts, not all of which are installed."""
    library = Path(sysconfig.get_path("stdlib"))
    left_out = {*modules, "site-packages", "dist-packages"}
    parts = folder / sys.platlibdir / library.name
    parts.mkdir(parents=True)
    for part in library.iterdir():
        if part.name not in left_out:
            (parts / part.name).symlink_to(part)
    python = folder / "bin" / "python3"
    python.parent.mkdir()
    # A copy: it looks for its library beside itself.
    shutil.copy(Path(sys.executable).resolve(), python)
    return python


def python_with_broken_seismograd(folder: Path) -> Path:
    python = bare_python(folder)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "seismograd").mkdir()
    (packages / "seismograd" / "__init__.py").write_text("import what_is_not_there\n")
    return python


def old_python(folder: Path) -> Path:
    """A Python 3.8: a real one where the machine has it, else one that passes itself off as it."""
    name = ".".join(map(str, OLD_VERSION))
    folder.mkdir()
    python = folder / "python3"
    real = next(filter(_is_old, _installed(name)), None)
    if real is None:
        (folder / "sitecustomize.py").write_text(
            f"import sys\nsys.version_info = (*{OLD_VERSION}, 18)\n"
        )
        _write_script(python, f'PYTHONPATH={folder} exec {sys.executable} "$@"')
    else:
        _write_script(python, f'exec {real} "$@"')
    return python


def _installed(version: str) -> list[str]:
    on_path = shutil.which(f"python{version}")
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    kept = sorted(map(str, versions.glob(f"{version}.*/bin/python")))
    return [*([on_path] if on_path else []), *kept]


def _is_old(python: str) -> bool:
    check = f"import sys; sys.exit(sys.version_info[:2] != {OLD_VERSION})"
    return subprocess.run([python, "-c", check], capture_output=True).returncode == 0


def _write_script(path: Path, command: str) -> None:
    path.write_text(f"#!/bin/sh\n{command}\n")
    path.chmod(0o755)
