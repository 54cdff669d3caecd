"""Text that a run printed, without what it says about the machine it ran on."""

from __future__ import annotations

import re
from collections.abc import Mapping

from seismograd.redaction import redact
from seismograd.reproduce.trials.tree import SCRIPT

_QUOTED = re.compile(r"""(["'])((?:/|[A-Za-z]:[\\/])[^"'\n]{1,400})\1""")
_BARE = re.compile(
    r"(?<![\w.~/:\\\"'>])(?:/|[A-Za-z]:[\\/])[^\s\"'<>|*?;,()\[\]{}]{1,400}",
)
_PACKAGES = re.compile(r".{0,400}[\\/]((?:site|dist)-packages[\\/].{0,400})")
_STANDARD = re.compile(r".{0,400}[\\/](python3(?:\.\d{1,2})?[\\/].{0,400})")
_KNOWN_EVERYWHERE = ("/dev/", "/proc/", "/usr/", "/etc/", "/sys/")


def without_machine(text: str, root: str | None, script: str) -> str:
    """Paths of the project are relative to it, those of packages to where packages are.

    Of other places only the last name is left, and secrets go. `root` is where the project lay
    when the text was printed, and `script` what the script is called now.
    """
    paths = _Paths(root, script)
    text = _QUOTED.sub(lambda match: f"{match[1]}{paths.shown(match[2])}{match[1]}", text)
    text = _BARE.sub(lambda match: paths.shown(match[0]), text)
    return redact(text)


class _Paths:
    def __init__(self, root: str | None, script: str) -> None:
        self._root = root.rstrip("/\\") if root else None
        self._names: Mapping[str, str] = {SCRIPT: script}

    def shown(self, path: str) -> str:
        inside = self._inside(path)
        if inside is not None:
            return self._names.get(inside, inside)
        for pattern in (_PACKAGES, _STANDARD):
            found = pattern.fullmatch(path)
            if found:
                return found[1].replace("\\", "/")
        return path if path.startswith(_KNOWN_EVERYWHERE) else _last_name(path)

    def _inside(self, path: str) -> str | None:
        if not self._root:
            return None
        if path == self._root:
            return "."
        rest = path.removeprefix(self._root)
        if rest == path or rest[0] not in "/\\":
            return None
        return rest[1:].replace("\\", "/")


def _last_name(path: str) -> str:
    """A lone name after a slash may be no path at all."""
    parts = re.split(r"[\\/]", path.rstrip("/\\"))
    return path if len(parts) <= 2 else f".../{parts[-1]}"
