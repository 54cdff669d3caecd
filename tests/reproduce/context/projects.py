"""Projects of a few files, written for one test."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path

from seismograd.reproduce.context.project_view import ProjectView, Symbol
from seismograd.reproduce.context.read_project import read_project


def write(root: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")
    return root


def view_of(root: Path, files: Mapping[str, str]) -> ProjectView:
    return read_project(write(root, files))


def symbol(view: ProjectView, qualified: str) -> Symbol:
    found = {symbol.qualified: symbol for symbol in view.symbols}
    assert qualified in found, sorted(found)
    return found[qualified]
