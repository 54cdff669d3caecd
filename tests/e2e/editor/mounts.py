"""Disks that do not cooperate: real ones, where the system lets us mount them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """What the folder holds can be read and not changed."""
    with _mounted(folder, "--bind", str(folder)):
        _mount("-o", "remount,bind,ro", str(folder))
        yield


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[None]:
    """The folder is a disk of this size."""
    with _mounted(folder, "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs"):
        yield


def enlarge(disk: Path, megabytes: int) -> None:
    _mount("-o", f"remount,size={megabytes}m", str(disk))


@contextmanager
def _mounted(folder: Path, *arguments: str) -> Iterator[None]:
    folder.mkdir(parents=True, exist_ok=True)
    try:
        _mount(*arguments, str(folder))
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("mounting is not allowed here")
    try:
        yield
    finally:
        # Lazily: the editor that looks at it is stopped later.
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def _mount(*arguments: str) -> None:
    subprocess.run(["mount", *arguments], check=True, capture_output=True)
