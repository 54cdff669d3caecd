"""A user's source file gets new content: all or nothing, and never over somebody else's edit."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from seismograd_sandbox.untrusted_files import is_below, read_regular_file

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


class ChangedFile(OSError):
    """Somebody else has written to the file; the caller knows what to do about it."""


def replace_file(path: str, before: bytes, after: bytes, roots: Sequence[str]) -> None:
    """Write `after` where `before` still stands; raises `OSError` with the path as its file name.

    `ChangedFile` where something else stands there. A link stays a link, and its target is
    written, which must lie below one of the roots.
    """
    with _errors_about(path):
        target = _target(path, roots)
        _require_unchanged(path, target, before)
        draft = _draft(target, after)
        try:
            # Writing took a while; what an editor saved meanwhile must not be lost.
            _require_unchanged(path, target, before)
            os.replace(draft, target)
        except BaseException:
            os.unlink(draft)
            raise


@contextmanager
def _errors_about(path: str) -> Iterator[None]:
    """Errors of the draft name no file, or one that the user has never seen."""
    try:
        yield
    except ChangedFile:
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from error


def _target(path: str, roots: Sequence[str]) -> str:
    target = os.path.realpath(path)
    if not any(is_below(target, os.path.realpath(root)) for root in roots):
        reason = "it is a link that leads out of the project; name the file itself"
        raise OSError(errno.EPERM, reason, path)
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    return target


def _require_unchanged(path: str, target: str, before: bytes) -> None:
    same = os.path.realpath(path) == target
    if not same or read_regular_file(target, len(before) + 1) != before:
        raise ChangedFile(errno.EBUSY, "it changed after it was read", path)


def _draft(target: str, content: bytes) -> str:
    """A new file beside the target, under a name that nobody can have put there before."""
    folder = os.path.dirname(target)
    draft = os.path.join(folder, f".seismograd-{secrets.token_hex(16)}")
    descriptor = os.open(draft, _NEW_FILE, 0o600)
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
        _copy_rights(os.stat(target), draft)
    except BaseException:
        os.unlink(draft)
        raise
    return draft


def _copy_rights(status: os.stat_result, draft: str) -> None:
    """The owner and group too, as far as the system lets this user give files away."""
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(draft, -1, status.st_gid)
        with suppress(PermissionError):
            os.chown(draft, status.st_uid, -1)
    os.chmod(draft, stat.S_IMODE(status.st_mode))
