"""Files of a stranger are read bounded, without waiting, and never through links that lead out."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from seismograd_sandbox.untrusted_files import lies_in, read_regular_file, read_without_links


def test_no_more_is_read_than_asked_for(tmp_path: Path) -> None:
    sparse = tmp_path / "large.py"
    with sparse.open("wb") as file:
        file.truncate(1 << 40)
    assert read_regular_file(sparse, 10) == bytes(10)


@pytest.mark.parametrize("within", [False, True])
@pytest.mark.parametrize("kind", ["fifo", "device", "folder"])
def test_what_is_no_file_is_an_error_at_once(tmp_path: Path, kind: str, within: bool) -> None:
    place = tmp_path / "strange"
    if kind == "fifo":
        os.mkfifo(place)
    elif kind == "device":
        place.symlink_to("/dev/zero")
    else:
        place.mkdir()
    with pytest.raises(OSError, match=r"regular|leads out|directory"):
        read_regular_file(place, 10, within=tmp_path if within else None)


def test_links_are_followed_inside_and_not_out(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "real.py").write_bytes(b"inside")
    (project / "inner.py").symlink_to("real.py")
    (tmp_path / "secret").write_bytes(b"outside")
    (project / "outer.py").symlink_to(tmp_path / "secret")
    (project / "folder").symlink_to(tmp_path)
    assert read_regular_file(project / "inner.py", 99, within=project) == b"inside"
    for way in ("outer.py", "folder/secret", "../secret"):
        with pytest.raises(OSError, match="leads out of the project"):
            read_regular_file(project / way, 99, within=project)
    with pytest.raises(OSError, match="symbolic links"):
        read_without_links(project / "inner.py", 99)


def test_a_path_lies_in_a_folder_by_name_or_by_link(tmp_path: Path) -> None:
    project, outside = tmp_path / "project", tmp_path / "outside"
    (project / "bin").mkdir(parents=True)
    outside.mkdir()
    (outside / "python").symlink_to(project / "bin" / "python")
    (project / "python").symlink_to("/usr/bin/env")
    assert lies_in(outside / "python", project)
    assert lies_in(project / "python", project)
    assert lies_in(project, project)
    assert not lies_in(tmp_path / "project-two", project)
