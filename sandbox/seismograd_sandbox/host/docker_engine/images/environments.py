"""A virtual or conda environment, read from its files: it may be a stranger's, so it is not run."""

from __future__ import annotations

import platform
import re
import sys
import sysconfig
from pathlib import Path

from seismograd_sandbox.host.docker_engine.images.python_inside import Python

_VIRTUAL = "pyvenv.cfg"
_CONDA = "conda-meta"
_SHARES = re.compile(r"^[ \t]*include-system-site-packages[ \t]*=[ \t]*true\s*$", re.I | re.M)
_VERSION = re.compile(r"python3\.(\d+)")


def environment_of(python: Path) -> Path | None:
    """The folder of the environment whose interpreter this is."""
    prefix = python.parent.parent
    is_one = (prefix / _VIRTUAL).is_file() or (prefix / _CONDA).is_dir()
    return prefix if is_one else None


def read_environment(python: Path, prefix: Path) -> Python | None:
    """None where it holds no packages, or those of another Python than CPython."""
    sites = [
        (int(found[1]), folder / "site-packages")
        for folder in sorted((prefix / "lib").glob("python3.*"))
        if (found := _VERSION.fullmatch(folder.name)) and (folder / "site-packages").is_dir()
    ]
    if len(sites) != 1 or sys.implementation.name != "cpython":
        return None
    minor, site = sites[0]
    return Python(
        executable=str(python),
        version=(3, minor),
        implementation="cpython",
        suffix=_suffix(minor),
        machine=platform.machine(),
        system=sys.platform,
        sites=(str(site),),
    )


def base_to_share(python: Path, prefix: Path) -> Path | None:
    """The interpreter whose packages are seen too: one that lies outside of the environment."""
    settings = prefix / _VIRTUAL
    if not settings.is_file() or not _SHARES.search(settings.read_text("utf-8", "replace")):
        return None
    base = python.resolve()
    return None if environment_of(base) or base.is_relative_to(prefix.resolve().parent) else base


def _suffix(minor: int) -> str:
    """As this interpreter's own, which was built for the same machine."""
    ours = str(sysconfig.get_config_var("EXT_SUFFIX") or "")
    return ours.replace(f"cpython-3{sys.version_info.minor}-", f"cpython-3{minor}-")
