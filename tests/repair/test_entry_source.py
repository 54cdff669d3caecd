"""What cannot be changed is refused before it runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.repair.entry_source import NoSource, require_source
from seismograd.runs.entry import module_entry, script_entry


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"# caf\xe9\n", "train.py: not valid UTF-8 and no other encoding is declared"),
        (b"\x7fELF\x00\x01", "train.py: contains NUL bytes; not Python source"),
    ],
)
def test_a_script_that_is_no_text_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "train.py").write_bytes(content)
    with pytest.raises(NoSource, match=said):
        require_source(script_entry("train.py", tmp_path, root=tmp_path))


def test_a_module_outside_of_the_project_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoSource, match="the project has no module nosuch"):
        require_source(module_entry("nosuch", tmp_path))


def test_scripts_modules_and_folders_of_the_project_are_fine(tmp_path: Path) -> None:
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "__main__.py").write_text("x = 1\n")
    (tmp_path / "train.py").write_bytes(b"# coding: latin-1\n# caf\xe9\n")
    require_source(script_entry("train.py", tmp_path, root=tmp_path))
    require_source(script_entry("pkg", tmp_path, root=tmp_path))
    require_source(module_entry("pkg", tmp_path))
    require_source(module_entry("train", tmp_path))
