"""A project as one archive, for machines that do not have it: without secrets and environments."""

from __future__ import annotations

import io
import os
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from seismograd.compute.compute import ComputeUnavailable
from seismograd.compute.secret_files import is_secret_name, is_secret_text
from seismograd_sandbox.host.limits import GIB
from seismograd_sandbox.host.project_copy import ENVIRONMENT_MARKS, LEFT_OUT, SHARED_FOLDERS
from seismograd_sandbox.host.sandbox import Obstacle
from seismograd_sandbox.untrusted_files import is_below, read_without_links
from seismograd_sandbox.untrusted_writes import create_file, make_folder

MOST_BYTES = GIB
"""Held in memory here and on every node."""
_OWNER_ONLY, _EXECUTABLE = 0o600, 0o700


@dataclass
class ProjectArchive:
    content: bytes = b""
    secrets: list[str] = field(default_factory=list)
    """Files that were left out because they may hold secrets, by their path in the project."""


def pack_project(root: Path) -> ProjectArchive:
    """Raises `ComputeUnavailable` where the project is too large to be sent."""
    packing = _Packing(root)
    for path in _files(root):
        packing.add(path)
    return packing.finish()


def unpack_project(content: bytes, folder: Path) -> None:
    """Into an empty folder of ours. Links come last: nothing is written through them."""
    with tarfile.TarFile(fileobj=io.BytesIO(content)) as archive:
        links = []
        for member in archive:
            path = folder / member.name
            make_folder(path.parent, within=folder)
            if member.issym():
                links.append((member.linkname, path))
            elif (file := archive.extractfile(member)) is not None:
                create_file(path, file.read(), within=folder)
                path.chmod(member.mode)
    for target, path in links:
        path.symlink_to(target)


class _Packing:
    def __init__(self, root: Path) -> None:
        self._root = root
        self._buffer = io.BytesIO()
        self._archive = tarfile.TarFile(fileobj=self._buffer, mode="w")
        self._secrets: list[str] = []

    def add(self, path: Path) -> None:
        """Nothing hidden. What cannot be read, a run here would not see either."""
        name = path.relative_to(self._root).as_posix()
        if is_secret_name(path.name):
            self._secrets.append(name)
        elif path.is_symlink():
            self._add_link(name, path)
        elif not path.name.startswith("."):
            self._add_file(name, path)

    def _add_link(self, name: str, path: Path) -> None:
        """Only those that stay in the project: others lead to files that a node does not have."""
        real, root = os.path.realpath(path), os.path.realpath(self._root)
        if not is_below(real, root):
            return
        member = tarfile.TarInfo(name)
        member.type = tarfile.SYMTYPE
        member.linkname = os.path.relpath(real, os.path.realpath(path.parent))
        self._archive.addfile(member)

    def _add_file(self, name: str, path: Path) -> None:
        try:
            mode = path.lstat().st_mode
            content = read_without_links(path, MOST_BYTES + 1)
        except OSError:
            return
        if is_secret_text(path.name, content):
            self._secrets.append(name)
            return
        self._require_room(len(content))
        member = tarfile.TarInfo(name)
        member.size, member.mode = len(content), _EXECUTABLE if mode & 0o100 else _OWNER_ONLY
        self._archive.addfile(member, io.BytesIO(content))

    def _require_room(self, size: int) -> None:
        if self._buffer.tell() + size > MOST_BYTES:
            reason = f"{self._root} holds more than {MOST_BYTES / GIB:g} GiB, too much to be sent"
            remedy = "put the data into a folder that every node has, and name it with --read"
            raise ComputeUnavailable(Obstacle(reason, remedy))

    def finish(self) -> ProjectArchive:
        self._archive.close()
        return ProjectArchive(self._buffer.getvalue(), self._secrets)


def _files(root: Path) -> Iterator[Path]:
    """In a fixed order; hidden folders are not entered: there people keep their secrets."""
    for folder, folders, names in os.walk(root):
        if folder != str(root) and ENVIRONMENT_MARKS & {*names, *folders}:
            folders.clear()
            continue
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        folders[:] = sorted(name for name in folders if _is_entered(name) and name not in links)
        yield from (Path(folder, name) for name in sorted([*names, *links]))


def _is_entered(name: str) -> bool:
    return not name.startswith(".") and name not in LEFT_OUT | SHARED_FOLDERS
