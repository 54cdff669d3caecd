"""Files of a sandbox are reached without being led astray."""

from __future__ import annotations

import os
from pathlib import Path, PurePath

import pytest

from seismograd_sandbox.host.confined import ConfinedFiles, Root


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    folder = tmp_path / "copy"
    (folder / "sub").mkdir(parents=True)
    (folder / "file").write_bytes(b"content")
    (tmp_path / "secret").write_bytes(b"secret")
    return folder


@pytest.fixture
def files(copy: Path, tmp_path: Path) -> ConfinedFiles:
    outbox = tmp_path / "box"
    outbox.mkdir()
    (outbox / "trace").write_bytes(b"events")
    inside = PurePath("/inside/project")
    return ConfinedFiles(inside, [Root(inside, copy), Root(PurePath("/inside/outbox"), outbox)])


@pytest.mark.parametrize(
    "path", ["file", "./file", "sub/../file", "/inside/project/file", "../project/file"]
)
def test_paths_are_those_that_the_code_inside_uses(files: ConfinedFiles, path: str) -> None:
    assert files.read(path) == b"content"


def test_other_roots_are_reached_by_their_own_path(files: ConfinedFiles) -> None:
    assert files.read("/inside/outbox/trace") == b"events"
    assert files.read("../outbox/trace", 3) == b"eve"


@pytest.mark.parametrize("path", ["../secret", "/etc/passwd", "sub/../../secret", "a\0b", "/"])
def test_what_lies_outside_is_refused(files: ConfinedFiles, path: str) -> None:
    with pytest.raises(PermissionError):
        files.read(path)
    with pytest.raises(PermissionError):
        files.write(path, b"")


@pytest.mark.parametrize("target", ["../../secret", "/etc/passwd", "loop", "sub/out/secret"])
def test_links_that_lead_out_are_refused(files: ConfinedFiles, copy: Path, target: str) -> None:
    os.symlink("../..", copy / "sub" / "out")
    os.symlink(target, copy / "loop")
    with pytest.raises(PermissionError):
        files.read("loop")
    with pytest.raises(PermissionError):
        files.write("loop", b"changed")
    assert (copy.parent / "secret").read_bytes() == b"secret"


def test_links_that_stay_inside_are_followed(files: ConfinedFiles, copy: Path) -> None:
    os.symlink("/inside/project/sub", copy / "folder")
    os.symlink("../file", copy / "sub" / "link")
    assert files.read("folder/link") == b"content"
    files.write("folder/link", b"changed")
    assert (copy / "file").read_bytes() == b"changed"


def test_pipes_and_folders_are_refused_at_once(files: ConfinedFiles, copy: Path) -> None:
    os.mkfifo(copy / "pipe")
    for path in ("pipe", "sub"):
        with pytest.raises(PermissionError):
            files.read(path)
        with pytest.raises(PermissionError):
            files.write(path, b"")


@pytest.mark.parametrize("path", ["missing", "sub/missing", "file/below", "no/such/folder"])
def test_what_is_missing_is_not_found(files: ConfinedFiles, path: str) -> None:
    with pytest.raises(FileNotFoundError):
        files.read(path)


def test_folders_are_made_for_a_file(files: ConfinedFiles, copy: Path) -> None:
    files.write("new/deep/file", b"here")
    assert (copy / "new" / "deep" / "file").read_bytes() == b"here"
