from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from seismograd.own_folder import NoFolder, new_folder


@pytest.mark.parametrize("kind", ["runs", "reproductions"])
def test_folders_are_new_and_sort_by_time(tmp_path: Path, kind: str) -> None:
    folders = [new_folder(tmp_path, kind) for _ in range(20)]
    assert len(set(folders)) == 20
    assert {folder.parent for folder in folders} == {tmp_path / ".seismograd" / kind}
    begins = [folder.name[:15] for folder in folders]
    assert begins == sorted(begins)


def test_a_name_that_is_taken_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seismograd.own_folder.time.strftime", lambda *_: "20260101-000000")
    ends = [b"\x00\x01", b"\x00\x01", b"\x00\x02"]
    monkeypatch.setattr(os, "urandom", lambda _: ends.pop(0))
    assert new_folder(tmp_path, "runs").name.endswith("-0001")
    assert new_folder(tmp_path, "runs").name.endswith("-0002")
    monkeypatch.setattr(os, "urandom", lambda _: b"\x00\x01")
    with pytest.raises(NoFolder, match="no free name"):
        new_folder(tmp_path, "runs")


@pytest.mark.parametrize("link", [".seismograd", ".seismograd/reproductions"])
def test_a_link_is_not_followed(tmp_path: Path, link: str) -> None:
    elsewhere, root = tmp_path / "elsewhere", tmp_path / "project"
    elsewhere.mkdir()
    (root / link).parent.mkdir(parents=True)
    (root / link).symlink_to(elsewhere)
    with pytest.raises(NoFolder, match=f"{link} is a link"):
        new_folder(root, "reproductions")
    assert list(elsewhere.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="rights are other things there")
def test_what_stands_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / ".seismograd").write_text("")
    with pytest.raises(NoFolder, match=r"\.seismograd cannot be made \(File exists\)$"):
        new_folder(tmp_path, "runs")
    assert stat.S_ISREG((tmp_path / ".seismograd").stat().st_mode)
