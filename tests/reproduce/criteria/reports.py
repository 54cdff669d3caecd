"""Reports as files, read by hand: these tests are not about parsing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from seismograd.reproduce.report.bug_report import BugReport, Snippet

FOLDER = Path(__file__).parent / "fixtures" / "reports"
_BLOCK = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)
_NAME = re.compile(r"`([\w.]+)`")


@dataclass(frozen=True)
class ReportCase:
    name: str
    expects: str
    """`family | first check` of the best fingerprint, or `nothing`."""
    report: BugReport


def report_cases() -> list[ReportCase]:
    return [_case(path) for path in sorted(FOLDER.glob("*.md"))]


def report(title: str, body: str = "") -> BugReport:
    snippets = tuple(Snippet(code, language) for language, code in _BLOCK.findall(body))
    names = tuple(_NAME.findall(body))
    return BugReport(title, f"# {title}\n{body}", snippets=snippets, names=names)


def _case(path: Path) -> ReportCase:
    expects, title, body = path.read_text(encoding="utf-8").split("\n", 2)
    return ReportCase(
        path.stem, expects.removeprefix("expects: "), report(title.lstrip("# "), body)
    )
