from __future__ import annotations

import os
from pathlib import Path

import pytest

from seismograd.source.document import Document
from seismograd.source.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace([tmp_path])


def write(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_an_open_document_stands_for_the_file(workspace: Workspace, tmp_path: Path) -> None:
    path = write(tmp_path / "a.py", "disk = 1")
    workspace.open(Document(path, "editor = 1"))
    document = workspace.document(path)
    assert document is not None
    assert document.text == "editor = 1"
    workspace.close(path)
    document = workspace.document(path)
    assert document is not None
    assert document.text == "disk = 1"


def test_a_closed_document_is_kept_until_the_file_changes(
    workspace: Workspace, tmp_path: Path
) -> None:
    path = write(tmp_path / "a.py", "x = 1")
    first = workspace.document(path)
    assert workspace.document(path) is first
    write(tmp_path / "a.py", "x = 22")
    second = workspace.document(path)
    assert second is not first
    assert second is not None
    assert second.text == "x = 22"


def test_the_same_size_with_another_time_is_a_change(workspace: Workspace, tmp_path: Path) -> None:
    path = write(tmp_path / "a.py", "x = 1")
    workspace.document(path)
    write(tmp_path / "a.py", "x = 2")
    os.utime(path, ns=(1, 1))
    document = workspace.document(path)
    assert document is not None
    assert document.text == "x = 2"


def test_forgetting_finds_new_and_lost_files(workspace: Workspace, tmp_path: Path) -> None:
    importer = str(tmp_path / "main.py")
    assert workspace.resolve_import(importer, "late") is None
    path = write(tmp_path / "late.py", "")
    workspace.forget(path)
    assert workspace.resolve_import(importer, "late") == path
    os.remove(path)
    workspace.forget(path)
    assert workspace.resolve_import(importer, "late") is None
    assert workspace.document(path) is None


def test_an_unsaved_module_can_be_imported(workspace: Workspace, tmp_path: Path) -> None:
    path = str(tmp_path / "unsaved.py")
    workspace.open(Document(path, "x = 1"))
    assert workspace.resolve_import(str(tmp_path / "main.py"), "unsaved") == path
    workspace.close(path)
    assert workspace.resolve_import(str(tmp_path / "main.py"), "unsaved") is None


def test_opening_a_new_module_moves_the_generation(workspace: Workspace, tmp_path: Path) -> None:
    before = workspace.generation
    workspace.open(Document(str(tmp_path / "new.py"), ""))
    assert workspace.generation != before


RESOLUTION = [
    ("main.py", "a", 0, "a.py"),
    ("main.py", "pkg", 0, "pkg/__init__.py"),
    ("main.py", "pkg.m", 0, "pkg/m.py"),
    ("pkg/m.py", "a", 0, "a.py"),
    ("pkg/m.py", "n", 1, "pkg/n.py"),
    ("pkg/sub/k.py", "n", 2, "pkg/n.py"),
    ("pkg/sub/k.py", "", 2, "pkg/__init__.py"),
    ("main.py", "laid.x", 0, "src/laid/x.py"),
    ("pkg/m.py", "pkg.n", 0, "pkg/n.py"),
    ("main.py", "nothing", 0, None),
    ("main.py", "pkg.nothing", 0, None),
    ("main.py", "x", 5, None),
]


@pytest.mark.parametrize(("importer", "module", "level", "expected"), RESOLUTION)
def test_resolution(
    workspace: Workspace,
    tmp_path: Path,
    importer: str,
    module: str,
    level: int,
    expected: str | None,
) -> None:
    for name in (
        "a.py",
        "pkg/__init__.py",
        "pkg/m.py",
        "pkg/n.py",
        "pkg/sub/k.py",
        "src/laid/x.py",
    ):
        write(tmp_path / name, "")
    found = workspace.resolve_import(str(tmp_path / importer), module, level)
    assert found == (None if expected is None else str(tmp_path / expected))


def test_the_nearest_root_counts(tmp_path: Path) -> None:
    write(tmp_path / "a.py", "")
    inner = tmp_path / "inner"
    write(inner / "main.py", "")
    assert Workspace([tmp_path, inner]).resolve_import(str(inner / "main.py"), "a") is None
    assert Workspace([tmp_path]).resolve_import(str(inner / "main.py"), "a") is not None


def test_a_root_is_no_prefix_of_its_neighbour(tmp_path: Path) -> None:
    write(tmp_path / "proj" / "a.py", "")
    write(tmp_path / "proj2" / "main.py", "")
    workspace = Workspace([tmp_path / "proj"])
    assert workspace.resolve_import(str(tmp_path / "proj2" / "main.py"), "a") is None


def test_odd_files_are_harmless(workspace: Workspace, tmp_path: Path) -> None:
    loop = tmp_path / "loop.py"
    loop.symlink_to(loop)
    folder = tmp_path / "folder.py"
    folder.mkdir()
    binary = tmp_path / "binary.py"
    binary.write_bytes(b"x = 1\x00")
    wrong = tmp_path / "wrong.py"
    wrong.write_bytes(b"x = '\xff'")
    fifo = tmp_path / "fifo.py"
    os.mkfifo(fifo)
    for path in (loop, folder, binary, wrong, fifo, tmp_path / "nul\x00.py", tmp_path / "none.py"):
        assert workspace.document(str(path)) is None
    for name in ("loop", "folder", "fifo"):
        assert workspace.resolve_import(str(tmp_path / "main.py"), name) is None


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_unreadable_files_are_harmless(workspace: Workspace, tmp_path: Path) -> None:
    path = write(tmp_path / "secret.py", "x = 1")
    os.chmod(path, 0)
    assert workspace.document(path) is None


def test_only_so_many_closed_documents_are_kept(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seismograd.source.workspace.MAX_CLOSED_DOCUMENTS", 3)
    paths = [write(tmp_path / f"m{i}.py", f"x = {i}") for i in range(5)]
    first = workspace.document(paths[0])
    for path in paths[1:]:
        workspace.document(path)
    again = workspace.document(paths[0])
    assert again is not first
    assert again is not None
    assert again.text == "x = 0"
