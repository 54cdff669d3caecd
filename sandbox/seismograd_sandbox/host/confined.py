"""Files of a sandbox, reached from outside without ever being led astray by its links."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePath

MOST_LINKS = 40


@dataclass(frozen=True)
class Root:
    """A folder of the host, and where the code inside sees it."""

    inside: PurePath
    host: Path


class ConfinedFiles:
    """Reads and writes below a few roots; links are followed as the code inside would see them."""

    def __init__(self, start: PurePath, roots: Sequence[Root]) -> None:
        self._start = start
        self._roots = sorted(roots, key=lambda root: len(root.inside.parts), reverse=True)

    def read(self, path: str, most: int | None = None) -> bytes:
        """Raises `FileNotFoundError`, or `PermissionError` for what is outside or no plain file."""
        root, names = self._resolve(path)
        descriptor = _open(root.host, names, os.O_RDONLY)
        with open(descriptor, "rb") as file:
            return file.read(-1 if most is None else max(0, most))

    def write(self, path: str, content: bytes) -> None:
        root, names = self._resolve(path)
        if not names:
            raise PermissionError(errno.EPERM, "is a folder", path)
        descriptor = _open(root.host, names, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, make=True)
        with open(descriptor, "wb") as file:
            file.write(content)

    def _resolve(self, path: str) -> tuple[Root, list[str]]:
        """The root and the names below it, with every link on the way replaced by its target."""
        if "\0" in path:
            raise PermissionError(errno.EPERM, "no path", path)
        wanted = self._start / path
        for _ in range(MOST_LINKS):
            root, names = self._below_a_root(wanted)
            redirected = _first_link(root, names)
            if redirected is None:
                return root, names
            wanted = redirected
        raise PermissionError(errno.ELOOP, "too many links", path)

    def _below_a_root(self, path: PurePath) -> tuple[Root, list[str]]:
        plain = PurePath(os.path.normpath(path))
        for root in self._roots:
            if plain.is_relative_to(root.inside):
                return root, list(plain.relative_to(root.inside).parts)
        raise PermissionError(errno.EPERM, "lies outside of the sandbox", str(path))


def _first_link(root: Root, names: list[str]) -> PurePath | None:
    """Where the first link on the way leads, together with the rest of the way."""
    for depth in range(1, len(names) + 1):
        place = root.host.joinpath(*names[:depth])
        try:
            if not stat.S_ISLNK(os.lstat(place).st_mode):
                continue
            target = os.readlink(place)
        except OSError:
            return None
        return root.inside.joinpath(*names[: depth - 1], target, *names[depth:])
    return None


def _open(host: Path, names: list[str], flags: int, make: bool = False) -> int:
    """Open step by step and never through a link: what was resolved may be changed meanwhile."""
    if sys.platform == "win32":
        return _open_plainly(host.joinpath(*names), flags, make)
    if not names:
        return _checked(os.open(host, flags | os.O_NONBLOCK | os.O_CLOEXEC))
    folder = os.open(host, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for name in names[:-1]:
            inner = _open_folder(name, folder, make)
            os.close(folder)
            folder = inner
        # A pipe would otherwise wait for somebody at its other end.
        return _checked(_open_at(names[-1], flags | os.O_NONBLOCK, folder))
    finally:
        os.close(folder)


def _open_folder(name: str, above: int, make: bool) -> int:
    if make:
        with suppress(FileExistsError):
            os.mkdir(name, 0o700, dir_fd=above)
    return _open_at(name, os.O_RDONLY | os.O_DIRECTORY, above)


def _open_at(name: str, flags: int, folder: int) -> int:
    try:
        return os.open(name, flags | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600, dir_fd=folder)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENXIO, errno.EISDIR):
            raise PermissionError(error.errno, "is no plain file", name) from error
        if error.errno == errno.ENOTDIR:
            raise FileNotFoundError(error.errno, "is no folder", name) from error
        raise


def _open_plainly(path: Path, flags: int, make: bool) -> int:
    if make:
        path.parent.mkdir(parents=True, exist_ok=True)
    return _checked(os.open(path, flags | getattr(os, "O_BINARY", 0)))


def _checked(descriptor: int) -> int:
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    raise PermissionError(errno.EPERM, "is no plain file")
