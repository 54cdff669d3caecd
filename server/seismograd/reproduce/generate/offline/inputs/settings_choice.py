"""Which of the project's settings files is meant, and what stands in it."""

from __future__ import annotations

import re
from pathlib import Path

from seismograd.reproduce.context.options.of_settings import settings_in_files
from seismograd.reproduce.context.readme import readme_of
from seismograd.reproduce.generate.offline.inputs.literals import literal_value

_OF_SETTINGS = re.compile(r"conf|cfg|settings|hparam|param|option|train|default|exp|recipe", re.I)
_SMALL = re.compile(r"small|tiny|debug|smoke|quick|mini|toy|test", re.I)


def files_with_settings(root: Path, text: str = "") -> dict[str, dict[str, object]]:
    """Those that the report speaks of first, then what the README shows, then small ones."""
    found: dict[str, dict[str, object]] = {}
    for setting in settings_in_files(root):
        inner = found.setdefault(setting.file, {})
        for key in setting.keys[:-1]:
            below = inner.setdefault(key, {})
            inner = below if isinstance(below, dict) else {}
        inner[setting.name] = literal_value(setting.value)
    readme = readme_of(root)
    ranked = sorted(found, key=lambda file: _rank(file, text, readme))
    return {file: found[file] for file in ranked}


def meant_file(root: Path, files: dict[str, dict[str, object]], text: str = "") -> str | None:
    """The file that a command is given: the one that is spoken of or shown, or the only one."""
    first = next(iter(files), None)
    if first is None or len(files) == 1:
        return first
    unspoken, unshown, *_ = _rank(first, text, readme_of(root))
    return None if unspoken and unshown else first


def settings_with(files: dict[str, dict[str, object]], keys: list[str]) -> dict[str, object]:
    """Of the first file that has all these keys; empty where none has."""
    whole = (content for content in files.values() if content.keys() >= set(keys))
    return next(whole, {})


def _rank(file: str, text: str, readme: str) -> tuple[bool, bool, bool, bool]:
    stem = Path(file).stem
    is_spoken_of = file in text or re.search(rf"\b{re.escape(stem)}\b", text, re.I) is not None
    small = _SMALL.search(stem) is not None
    return not is_spoken_of, file not in readme, _OF_SETTINGS.search(file) is None, not small
