"""Which versions of packages an interpreter has, by their files: nothing is run."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from seismograd.runs.interpreter import package_folders

_INFO = re.compile(r"(?P<name>[\w.]+)-(?P<version>[\w.!+]+)\.dist-info")
_PYTHON = re.compile(r"python(3\.\d+)")


def installed_versions(python: Path, wanted: Collection[str]) -> dict[str, str]:
    """Of `python` itself where it can be told, and of those that are wanted and there."""
    names = {_plain(name) for name in wanted}
    found: dict[str, str] = {}
    for folder in package_folders(python):
        if told := _PYTHON.search(str(folder)):
            found.setdefault("python", told[1])
        for info in sorted(folder.glob("*.dist-info")):
            match = _INFO.fullmatch(info.name)
            if match and _plain(match["name"]) in names:
                found.setdefault(_plain(match["name"]), match["version"])
    return found


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
