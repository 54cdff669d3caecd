"""Addresses and paths."""

from __future__ import annotations

import pytest

from seismograd.lsp.uris import is_on_disk


@pytest.mark.parametrize("path", ["/a/x.py", "c:\\a\\x.py", "c:/a/x.py", "\\\\server\\share\\x.py"])
def test_paths_of_every_system_are_on_a_disk(path: str) -> None:
    assert is_on_disk(path)


@pytest.mark.parametrize("name", ["untitled:Untitled-1", "vscode-notebook-cell:/n.ipynb#c1", ""])
def test_other_addresses_are_not(name: str) -> None:
    assert not is_on_disk(name)
