"""What the code inside sees of a repository: enough to ask which commit it is, no credentials."""

from __future__ import annotations

import re
from pathlib import Path

from seismograd_sandbox.untrusted_files import read_without_links

COPIED = frozenset({"HEAD", "index", "logs", "packed-refs", "refs", "shallow"})
SHARED = frozenset({"objects"})
OBJECTS = ".git/objects"
ALTERNATES = "info/alternates"
SETTINGS = "config"
MOST_BYTES = 1_000_000
"""More than any repository's settings: those of one with thousands of branches have 300 kB."""

_SECTION = re.compile(r"^\s*\[\s*([A-Za-z0-9.-]+)")
_HARMLESS_SECTIONS = frozenset({"core", "extensions"})


def write_settings(source: Path, target: Path) -> None:
    """The settings without remotes, users and helpers: addresses may hold passwords."""
    kept, keeping = [], False
    for line in _text(source).splitlines():
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


def _text(source: Path) -> str:
    """Empty where there is no file to read: git takes settings that are missing for defaults."""
    try:
        return read_without_links(source, MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
