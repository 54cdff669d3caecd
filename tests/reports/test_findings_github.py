from __future__ import annotations

from pathlib import Path

from seismograd.faults import Severity
from seismograd.reports.findings_github import findings_github
from tests.reports.samples import sample, span


def test_commands_are_escaped(tmp_path: Path) -> None:
    message = "100% wrong:\nreally, ::error::"
    lines = findings_github(sample(tmp_path, message=message)).splitlines()
    assert lines == [
        "::error title=SG101 softmax-before-cross-entropy,file=train%2C 1.py,line=2,endLine=2,"
        "col=15,endColumn=33::100%25 wrong:%0Areally, ::error::",
        "::warning title=not analysed,file=bad.py::contains NUL bytes; not Python source",
    ]


def test_several_lines_have_no_columns(tmp_path: Path) -> None:
    place = span(tmp_path / "train, 1.py", 2, 15, 3, last_line=3)
    line = findings_github(sample(tmp_path, span=place)).splitlines()[0]
    assert ",line=2,endLine=3::" in line


def test_light_findings_are_notices(tmp_path: Path) -> None:
    assert findings_github(sample(tmp_path, severity=Severity.HINT)).startswith("::notice ")
