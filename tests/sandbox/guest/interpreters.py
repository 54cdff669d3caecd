"""The interpreters of this machine that the guest has to run on."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

SUPPORTED = ("3.9", "3.10", "3.11", "3.12", "3.13", "3.14")


@dataclass(frozen=True)
class Interpreters:
    here: str
    others: dict[str, str]

    @property
    def ends(self) -> list[str]:
        """The oldest and the newest of the others: what holds for both holds in between."""
        versions = list(self.others)
        return sorted({*versions[:1], *versions[-1:]}, key=SUPPORTED.index)


def find() -> Interpreters:
    this = f"{sys.version_info.major}.{sys.version_info.minor}"
    found = {version: _find(version) for version in SUPPORTED if version != this}
    return Interpreters(sys.executable, {name: path for name, path in found.items() if path})


def _find(version: str) -> str | None:
    """On the path, or where pyenv keeps them."""
    kept = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}"))
    return str(kept[-1]) if kept else shutil.which(f"python{version}")


INTERPRETERS = find()
