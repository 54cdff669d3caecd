"""Paths as assistants write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.cli.mcp_roots import Roots
from seismograd.mcp.tool import ToolError


@pytest.mark.parametrize("name", ["a\0b.py", "\ud800.py"])
def test_what_no_file_can_be_called_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ToolError, match="cannot be the name of a file"):
        Roots([str(tmp_path)]).resolve(name)


def test_a_path_may_be_relative_to_any_root(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    (other / "train.py").touch()
    assert Roots([str(one), str(other)]).resolve("train.py") == str(other / "train.py")
