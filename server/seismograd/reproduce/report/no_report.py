"""The one thing that can go wrong before a report is read."""

from __future__ import annotations


class NoReport(Exception):
    """There is no report where one was said to be; the message says what helps, in one line."""
