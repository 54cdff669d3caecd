"""Whole numbers that a report has anywhere: in words, code, values and messages."""

from __future__ import annotations

import re

from seismograd.reproduce.report.bug_report import BugReport

MOST_TEXT = 200_000
_NUMBER = re.compile(r"(?<![\w.])\d{1,9}(?![\w.]*\d)")
_BY = re.compile(r"(?<=\d)[x×](?=\d)")


def numbers_in(report: BugReport) -> frozenset[int]:
    text = _BY.sub(" x ", f"{report.title}\n{report.text}"[:MOST_TEXT])
    return frozenset(map(int, _NUMBER.findall(text)))
