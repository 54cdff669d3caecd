"""The one way to write a file where a project, or code in a sandbox, may have prepared links.

`within` names the folder that is not trusted: nothing below it is reached through a link. A path
outside of it is one that the user named; there only the file itself must not be a link.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from seismograd_sandbox.untrusted_files import StrPath, is_below

_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_WRITE = os.O_WRONLY | os.O_CREAT | _NO_FOLLOW | getattr(os, "O_BINARY", 0)
_NEW = _WRITE | os.O_EXCL
# A pipe would wait for somebody who reads it.
_APPEND = _WRITE | os.O_APPEND | getattr(os, "O_NONBLOCK", 0)
_FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0)
_HOLDS_FOLDERS = os.open in os.supports_dir_fd
_NO_SPECIAL_RIGHTS = 0o777
"""A program of ours would run with the rights of its owner, whoever started it."""
_JUNCTION = getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", -1)


def create_file(path: StrPath, content: bytes, *, within: StrPath) -> None:
    """A new file; `FileExistsError` where anything lies there, also a link that leads nowhere."""
    with _parent_of(path, within) as (folder, name):
        _write(folder.open(name, _NEW), content)


def replace_file(path: StrPath, content: bytes, *, within: StrPath) -> None:
    """Write a file whole or not at all; refuses what is no regular file of its own."""
    with _parent_of(path, within) as (folder, name):
        mode = _mode_of_file(folder, name)
        draft = f".{secrets.token_hex(8)}.partial"
        descriptor = folder.open(draft, _NEW)
        try:
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(descriptor, mode)
            _write(descriptor, content)
            folder.rename(draft, name)
        except BaseException:
            with suppress(OSError):
                folder.remove(draft)
            raise


def make_way(path: StrPath, *, within: StrPath) -> None:
    """Remove what code in a sandbox has put in the place of a file of ours."""
    with _parent_of(path, within) as (folder, name):
        try:
            mode = folder.facts(name).st_mode
        except FileNotFoundError:
            return
        if stat.S_ISDIR(mode):
            folder.remove_tree(name)
        elif not stat.S_ISREG(mode):
            folder.remove(name)


def append_to_file(path: StrPath, content: bytes, *, within: StrPath) -> None:
    """Add to a file that only the user can read; folders that are missing are made."""
    with _parent_of(path, within, make=True) as (folder, name):
        _refuse_link(folder, name)
        descriptor = folder.open(name, _APPEND, 0o600)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise _no_regular_file(folder.full(name))
        _write(descriptor, content)


def make_folder(path: StrPath, *, within: StrPath) -> None:
    """A folder and those above it, as far as they are missing; refuses links below `within`."""
    with _parent_of(os.path.join(path, "."), within, make=True):
        pass


@dataclass(frozen=True, slots=True)
class _Folder:
    """Held open, so that nobody can put a link in its place; else known by its path."""

    path: str
    descriptor: int | None

    def full(self, name: str) -> str:
        return os.path.join(self.path, name)

    def open(self, name: str, flags: int, mode: int = 0o666) -> int:
        return os.open(self._name(name), flags, mode, dir_fd=self.descriptor)

    def enter(self, name: str, make: bool) -> _Folder:
        if make:
            with suppress(FileExistsError):
                os.mkdir(self._name(name), dir_fd=self.descriptor)
        _refuse_link(self, name)
        if not stat.S_ISDIR(self.facts(name).st_mode):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), self.full(name))
        return _opened(self.full(name), self._name(name), self.descriptor)

    def facts(self, name: str) -> os.stat_result:
        return os.stat(self._name(name), dir_fd=self.descriptor, follow_symlinks=False)

    def is_writable(self, name: str) -> bool:
        return os.access(self._name(name), os.W_OK, dir_fd=self.descriptor)

    def rename(self, old: str, new: str) -> None:
        names = self._name(old), self._name(new)
        os.replace(*names, src_dir_fd=self.descriptor, dst_dir_fd=self.descriptor)

    def remove(self, name: str) -> None:
        os.unlink(self._name(name), dir_fd=self.descriptor)

    def remove_tree(self, name: str) -> None:
        if self.descriptor is None:
            shutil.rmtree(self.full(name))
        else:
            shutil.rmtree(name, dir_fd=self.descriptor)

    def close(self) -> None:
        if self.descriptor is not None:
            os.close(self.descriptor)

    def _name(self, name: str) -> str:
        return self.full(name) if self.descriptor is None else name


def _opened(path: str, name: str, above: int | None, no_follow: int = _NO_FOLLOW) -> _Folder:
    if not _HOLDS_FOLDERS:
        return _Folder(path, None)
    return _Folder(path, os.open(name, _FOLDER | no_follow, dir_fd=above))


@contextmanager
def _parent_of(path: StrPath, within: StrPath, make: bool = False) -> Iterator[tuple[_Folder, str]]:
    """The folder of a file, reached step by step, and the name of the file in it."""
    base, names, last = _split(path, within)
    with _full_names(os.fspath(path)):
        if make:
            os.makedirs(base, exist_ok=True)
        folder = _opened(base, base, None, no_follow=0)
        try:
            for name in names:
                outer, folder = folder, folder.enter(name, make)
                outer.close()
            yield folder, last
        finally:
            folder.close()


def _split(path: StrPath, within: StrPath) -> tuple[str, list[str], str]:
    """A folder that is trusted, the names of those below it that are not, and the last name."""
    head, last = os.path.split(os.fspath(path))
    parent, root = os.path.abspath(head), os.path.abspath(within)
    if not is_below(parent, root):
        return parent, [], last
    names = os.path.relpath(parent, root).split(os.sep)
    return root, [name for name in names if name != os.curdir], last


@contextmanager
def _full_names(path: str) -> Iterator[None]:
    """Errors about names in an open folder do not say which folder that is."""
    try:
        yield
    except OSError as error:
        if isinstance(error.filename, str) and os.path.isabs(error.filename):
            raise
        raise OSError(error.errno, error.strerror, path.removesuffix(f"{os.sep}.")) from error


def _refuse_link(folder: _Folder, name: str) -> None:
    try:
        found = folder.facts(name)
    except FileNotFoundError:
        return
    is_junction = getattr(found, "st_reparse_tag", 0) == _JUNCTION
    if stat.S_ISLNK(found.st_mode) or is_junction:
        raise OSError(errno.ELOOP, "is a link, and links are not followed", folder.full(name))


def _mode_of_file(folder: _Folder, name: str) -> int | None:
    """The rights of a file that is about to be replaced; None where there is none."""
    _refuse_link(folder, name)
    try:
        mode = folder.facts(name).st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(mode):
        raise _no_regular_file(folder.full(name))
    if not folder.is_writable(name):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), folder.full(name))
    return stat.S_IMODE(mode) & _NO_SPECIAL_RIGHTS


def _no_regular_file(path: str) -> OSError:
    return OSError(errno.EINVAL, "not a regular file", path)


def _write(descriptor: int, content: bytes) -> None:
    with open(descriptor, "wb") as file:
        file.write(content)
