from __future__ import annotations

import os
from pathlib import Path

import pytest

from seismograd.runs.folder import RunFolder, new_run_folder
from seismograd.runs.last_place import last_place
from tests.runs.conftest import Carry

STACK = """Fatal Python error: Segmentation fault

Thread 0x00007f0000000001 (most recent call first):
  File "/copy/loader.py", line 9 in work

Current thread 0x00007f0000000002 (most recent call first):
  File "/usr/lib/python3.11/ctypes/__init__.py", line 519 in string_at
  File "/copy/net/model.py", line 31 in forward
  File "/copy/train.py", line 4 in <module>
"""


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return new_run_folder(tmp_path)


@pytest.mark.parametrize("root", ["/copy", "/copy/"])
def test_the_innermost_line_of_the_project(folder: RunFolder, root: str) -> None:
    folder.fatal.write_text(STACK)
    assert last_place(folder, root) == "net/model.py:31"


@pytest.mark.parametrize("root", ["/cop", "/elsewhere", "", None])
def test_lines_of_others_are_no_place(folder: RunFolder, root: str | None) -> None:
    folder.fatal.write_text(STACK)
    assert last_place(folder, root) is None


def test_nothing_was_left(folder: RunFolder) -> None:
    assert last_place(folder, "/copy") is None
    os.mkfifo(folder.fatal)
    assert last_place(folder, "/copy") is None


@pytest.mark.parametrize("line", ["ctypes.string_at(0)", "os.kill(os.getpid(), 15)"])
def test_a_run_says_where_it_was(carry_out: Carry, line: str) -> None:
    closed = "resource.setrlimit(resource.RLIMIT_CORE, (0, 0))"
    summary = carry_out(f"import ctypes, os, resource\n{closed}\n{line}\n")
    assert summary.record.sentence.endswith("It was at train.py:3.")
