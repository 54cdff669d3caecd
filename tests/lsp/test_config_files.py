"""Texts of configuration files follow what the editor sends."""

from __future__ import annotations

import pytest
from lsprotocol import types

from seismograd.lsp.config_files import ConfigFiles, is_config_file
from seismograd.source.document import TextChange
from seismograd.source.positions import Encoding

URI, PATH = "file:///p/config.yaml", "/p/config.yaml"


def edited(text: str, *changes: TextChange) -> str:
    files = ConfigFiles()
    files.open(types.TextDocumentItem(URI, "yaml", 1, text))
    files.change(PATH, changes, 2, Encoding.UTF16)
    found = files.get(PATH)
    assert found is not None
    assert (found.uri, found.version) == (URI, 2)
    return found.text


@pytest.mark.parametrize(
    ("text", "change", "after"),
    [
        ("a: 1\nb: 2\n", TextChange("3", (1, 3), (1, 4)), "a: 1\nb: 3\n"),
        ("a: 1\r\nb: 2\r\n", TextChange("3", (0, 3), (0, 99)), "a: 3\r\nb: 2\r\n"),
        ("'😀': 1\n", TextChange("2", (0, 6), (0, 7)), "'😀': 2\n"),
        ("a: 1\n", TextChange("b: 2\n", (1, 0), (1, 0)), "a: 1\nb: 2\n"),
        ("a: 1", TextChange("\nb: 2", (9, 0), (9, 0)), "a: 1\nb: 2"),
        ("a: 1\nb: 2\n", TextChange("", (0, 0), (1, 0)), "b: 2\n"),
        ("a: 1\n", TextChange("whole"), "whole"),
    ],
)
def test_a_change_is_applied(text: str, change: TextChange, after: str) -> None:
    assert edited(text, change) == after


def test_changes_follow_one_another() -> None:
    assert edited("a\n", TextChange("b", (0, 0), (0, 1)), TextChange("c", (0, 1), (0, 1))) == "bc\n"


def test_a_file_that_is_closed_or_unknown_has_no_text() -> None:
    files = ConfigFiles()
    files.change(PATH, [TextChange("x")], 2, Encoding.UTF16)
    files.open(types.TextDocumentItem(URI, "yaml", 1, "a"))
    files.close(PATH)
    assert files.get(PATH) is None
    assert [is_config_file(name) for name in ("a.yaml", "a.toml", "a.py")] == [True, True, False]
