from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reports.findings_text import findings_text, summary_text
from seismograd.reports.report import FileError, Report
from seismograd.reports.style import Style, columns, printable
from tests.reports.samples import finding, sample, span


def test_a_finding_reads_like_a_compiler_message(tmp_path: Path) -> None:
    wide = " " * columns('label = "日本"; ')
    assert findings_text(sample(tmp_path)).splitlines() == [
        "train, 1.py:2:15: error[SG101] softmax-before-cross-entropy: "
        "The loss applies softmax itself.",
        "  |",
        '2 | label = "日本"; out = softmax(logits)',
        f"  | {wide}^^^^^^^^^^^^^^^^^^^",
        "  = because: softmax reaches the loss",
        "  = see: train, 1.py:3:1: the loss",
        "  = help: Remove the softmax (safe fix)",
    ]


def test_colour_changes_nothing_else(tmp_path: Path) -> None:
    import re

    report = sample(tmp_path)
    coloured = findings_text(report, Style(colour=True))
    assert "\x1b[1;31merror[SG101]\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == findings_text(report)


def test_source_cannot_steer_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "evil.py"
    path.write_text("x = '\x1b[2J\u202e'\n", "utf-8")
    report = Report([finding(path, span=span(path, 1, 1, 2), message="a\x07b")], base=str(tmp_path))
    text = findings_text(report)
    assert not {"\x1b", "\x07", "\u202e"} & set(text)


@pytest.mark.parametrize("column", [1, 50, 250, 390])
def test_long_lines_are_cut_around_the_place(tmp_path: Path, column: int) -> None:
    path = tmp_path / "long.py"
    line = "".join(chr(97 + i % 26) for i in range(400))
    path.write_text(line + "\n")
    place = span(path, 1, column, column + 5)
    report = Report([finding(path, span=place, related=(), fixes=())], base=str(tmp_path))
    _, _, source, mark, *_ = findings_text(report).splitlines()
    assert len(source) <= 126
    start = mark.index("^")
    assert source[start : start + 5] == line[column - 1 : column + 4]
    assert mark.count("^") == 5


def test_several_lines_are_underlined(tmp_path: Path) -> None:
    path = tmp_path / "call.py"
    path.write_text("f(\n    1,\n    2,\n    3,\n    4,\n)\n")
    report = Report([finding(path, span=span(path, 1, 1, 2, last_line=6))], base=str(tmp_path))
    lines = findings_text(report).splitlines()
    assert lines[2:6] == ["1 | f(", "  | ^^", "2 |     1,", "  |     ^^"]
    assert "  | …" in lines


def test_a_file_that_has_gone_leaves_the_message(tmp_path: Path) -> None:
    report = Report([finding(tmp_path / "gone.py")], base=str(tmp_path))
    assert findings_text(report).splitlines()[1] == "  = because: softmax reaches the loss"


def test_the_summary_counts(tmp_path: Path) -> None:
    report = sample(tmp_path)
    expected = "1 finding (1 error) in 1 of 7 files. 1 can be mended with --fix."
    assert summary_text(report, 7) == expected
    assert summary_text(Report([]), 7) == "No faults found in 7 files."


def test_a_check_of_nothing_does_not_praise() -> None:
    assert summary_text(Report([]), 0).startswith("Nothing to check")
    unreadable = Report([], [FileError("a.py", "cannot be read")])
    assert summary_text(unreadable, 0) == "Nothing could be checked."


def test_printable_keeps_what_can_be_read() -> None:
    assert printable("naïve 日本 🧠\t|") == "naïve 日本 🧠    |"
