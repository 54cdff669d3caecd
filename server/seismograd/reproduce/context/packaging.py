"""Folders that a project's packaging says its packages lie in."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from seismograd_sandbox.untrusted_files import read_regular_file

_MAX_BYTES = 500_000
_MAX_DEPTH = 8


def packaging_folders(root: Path) -> list[str]:
    """From pyproject.toml, for the build tools that can be told of such folders."""
    tool = _table(_pyproject(root), "tool")
    folders = [*_setuptools(tool), *_poetry(tool), *_hatch(tool)]
    return [folder for folder in dict.fromkeys(map(_plain, folders)) if folder]


def project_scripts(root: Path) -> dict[str, str]:
    """Commands that the project installs, each with its `module:function`."""
    pyproject = _pyproject(root)
    declared = _table(_table(pyproject, "project"), "scripts")
    declared = declared or _table(_table(_table(pyproject, "tool"), "poetry"), "scripts")
    return {name: target for name, target in declared.items() if isinstance(target, str)}


def _pyproject(root: Path) -> dict[str, object]:
    try:
        raw = read_regular_file(root / "pyproject.toml", _MAX_BYTES, within=root)
        return tomllib.loads(raw.decode("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}


def _setuptools(tool: dict[str, object]) -> Iterator[object]:
    setuptools = _table(tool, "setuptools")
    yield _table(setuptools, "package-dir").get("")
    where = _table(_table(setuptools, "packages"), "find").get("where")
    yield from where if isinstance(where, list) else ()


def _poetry(tool: dict[str, object]) -> Iterator[object]:
    packages = _table(tool, "poetry").get("packages")
    for package in packages if isinstance(packages, list) else ():
        yield package.get("from") if isinstance(package, dict) else None


def _hatch(tool: dict[str, object]) -> Iterator[object]:
    build = _table(_table(tool, "hatch"), "build")
    wheel = _table(_table(build, "targets"), "wheel")
    for packages in (build.get("packages"), wheel.get("packages")):
        for package in packages if isinstance(packages, list) else ():
            yield package.rpartition("/")[0] if isinstance(package, str) else None


def _plain(folder: object) -> str:
    """A folder below the root, in the form that paths of files have; else ""."""
    parts = folder.strip("/").split("/") if isinstance(folder, str) else []
    parts = [part for part in parts if part not in ("", ".")]
    return "" if ".." in parts or len(parts) > _MAX_DEPTH else "/".join(parts)


def _table(parent: object, key: str) -> dict[str, object]:
    found = parent.get(key) if isinstance(parent, dict) else None
    return found if isinstance(found, dict) else {}
