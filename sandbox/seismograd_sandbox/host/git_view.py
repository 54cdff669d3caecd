"""What the code inside sees of a repository: enough to ask which commit it is, no credentials."""

from __future__ import annotations

import re
from pathlib import Path

COPIED = frozenset({"HEAD", "index", "logs", "packed-refs", "refs", "shallow"})
SHARED = frozenset({"objects"})
OBJECTS = ".git/objects"
ALTERNATES = "info/alternates"
SETTINGS = "config"

_SECTION = re.compile(r"^\s*\[\s*([A-Za-z0-9.-]+)")
_HARMLESS_SECTIONS = frozenset({"core", "extensions"})


def write_settings(source: Path, target: Path) -> None:
    """The settings without remotes, users and helpers: addresses may hold passwords."""
    kept, keeping = [], False
    for line in source.read_text("utf-8", "replace").splitlines():
        if section := _SECTION.match(line):
            keeping = section.group(1).lower() in _HARMLESS_SECTIONS
        if keeping and "hookspath" not in line.lower():
            kept.append(line)
    target.write_text("\n".join([*kept, ""]), "utf-8")


def borrow_objects(source: Path, target: Path) -> str:
    """Objects are read where they lie, new ones go to the copy; gives the file that tells git."""
    (target / "info").mkdir(parents=True)
    (target / ALTERNATES).write_text(f"{source}\n", "utf-8")
    return ALTERNATES
