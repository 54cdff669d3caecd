"""The packages of the user's interpreter, lent to the Python of an image."""

from __future__ import annotations

import os
import platform
import re
import sys
import sysconfig
from pathlib import Path, PurePosixPath

from seismograd_sandbox.host.docker_engine.confinement import Bind
from seismograd_sandbox.host.docker_engine.images.python_inside import Python
from seismograd_sandbox.host.python_files import PythonFiles, read_python

_COMPILED = re.compile(r"[^.]+(\.cpython-[^.]+\.so)")


def read_interpreter(python: Path) -> Python | None:
    """The user's interpreter and where its packages are; it may be a stranger's, and is not run.

    None where it is none of CPython, or has no packages to lend.
    """
    files = read_python(python)
    if files is None or not files.sites or not files.name.startswith("python"):
        return None
    return Python(
        executable=str(python),
        version=(files.version[0], files.version[1]),
        implementation="cpython",
        suffix=_suffix(files),
        machine=platform.machine(),
        system=sys.platform,
        sites=tuple(map(str, files.sites)),
    )


def _suffix(files: PythonFiles) -> str:
    """By the compiled modules of its library, or else as ours, which is for the same machine."""
    compiled = files.library.folder / "lib-dynload" if files.library else None
    names = sorted(os.listdir(compiled)) if compiled and compiled.is_dir() else []
    found = next(filter(None, map(_COMPILED.fullmatch, names)), None)
    if found is not None:
        return found[1]
    ours = str(sysconfig.get_config_var("EXT_SUFFIX") or "")
    minor = files.version[1]
    return ours.replace(f"cpython-3{sys.version_info.minor}-", f"cpython-3{minor}-")


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
