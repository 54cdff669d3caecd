from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from seismograd.reproduce.report.bug_report import NoReport
from seismograd.reproduce.report.load import load_report


@pytest.mark.parametrize(
    ("data", "title"),
    [
        (b"# Loss is NaN\n\nafter one step", "Loss is NaN"),
        (b"\xef\xbb\xbf# Loss is NaN\r\n\r\nafter one step", "Loss is NaN"),
        ("# Verlust\n\nist NaN ä".encode("utf-16"), "Verlust"),
        (json.dumps({"title": "Loss is NaN", "body": None}).encode(), "Loss is NaN"),
        (b"Loss is \xe9 NaN", "Loss is é NaN"),
    ],
)
def test_files_of_many_kinds(tmp_path: Path, data: bytes, title: str) -> None:
    path = tmp_path / "report.md"
    path.write_bytes(data)
    report = load_report(str(path), tmp_path)
    assert (report.title, report.source) == (title, str(path))


def test_standard_input() -> None:
    report = load_report("-", Path.cwd(), io.BytesIO(b"The loss is NaN."))
    assert (report.title, report.source) == ("The loss is NaN", "standard input")


@pytest.mark.parametrize(
    ("data", "message"), [(b"", "is empty"), (b" \n\t", "is empty"), (b"\x00\xff" * 99, "no text")]
)
def test_files_without_a_report(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "report.md"
    path.write_bytes(data)
    with pytest.raises(NoReport, match=message):
        load_report(str(path), tmp_path)


@pytest.mark.parametrize("where", ["no/such/file.md", ".", "a\0b", "x" * 5_000])
def test_what_is_no_file(where: str) -> None:
    with pytest.raises(NoReport, match="pass a file, - or the address of an issue"):
        load_report(where, Path.cwd())


def test_no_standard_input() -> None:
    with pytest.raises(NoReport, match="no standard input"):
        load_report("-", Path.cwd())
