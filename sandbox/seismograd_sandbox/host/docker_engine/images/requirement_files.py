"""The files in which a project says what it needs: the key under which its image is kept."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from seismograd_sandbox.untrusted_files import read_regular_file

PATTERNS = (
    "requirements*.txt",
    "requirements/*.txt",
    "constraints*.txt",
    "pyproject.toml",
    "setup.cfg",
    "environment.yml",
    "environment.yaml",
    "conda-lock.yml",
    "pdm.lock",
    "poetry.lock",
    "pylock.toml",
    "uv.lock",
)
MOST_BYTES = 16 * 1024 * 1024


def requirement_files(project: Path) -> dict[str, bytes]:
    """Their contents by relative path. A link that leads out of the project is not followed."""
    return dict(sorted(_found(project.resolve())))


def digest(files: Mapping[str, bytes], *circumstances: str) -> str:
    """The same for the same files in the same circumstances, whenever and wherever."""
    total = hashlib.sha256()
    for part in circumstances:
        total.update(f"{part}\0".encode())
    for name, content in sorted(files.items()):
        total.update(f"{name}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()[:16]


def _found(project: Path) -> Iterator[tuple[str, bytes]]:
    for pattern in PATTERNS:
        for path in project.glob(pattern):
            with suppress(OSError):
                content = read_regular_file(path, MOST_BYTES, within=project)
                yield path.relative_to(project).as_posix(), content
