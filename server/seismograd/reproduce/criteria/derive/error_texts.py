"""A report without the texts of its errors: their words and numbers are the machine's.

"expected 4 channels, got 3" in an exception says nothing about a value that is wrong silently.
"""

from __future__ import annotations

from dataclasses import replace

from seismograd.reproduce.report.bug_report import BugReport, ReportedTraceback

SHORTEST = 8
"""Shorter messages are words that people use as well."""
_COMPARES = "AssertionError"
"""Its message is of whoever wrote the test, who compares values."""


def without_error_texts(report: BugReport) -> BugReport:
    texts = [text for trace in report.tracebacks for text in _texts(trace)]

    def cleaned(said: str) -> str:
        for text in texts:
            said = said.replace(text, " ")
        return said

    if not texts:
        return report
    return replace(
        report,
        title=cleaned(report.title),
        symptom=cleaned(report.symptom),
        text=cleaned(report.text),
    )


def _texts(trace: ReportedTraceback) -> list[str]:
    """Whole lines of the message, the longest first."""
    if trace.short_name == _COMPARES:
        return []
    lines = {line.strip() for line in trace.message.splitlines()}
    return sorted((one for one in lines if len(one) >= SHORTEST), key=len, reverse=True)
