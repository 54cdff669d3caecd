"""A report parsed into its parts, below the head that a template of issues may have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from seismograd.reproduce.report.blocks import Block, blocks_of
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.report.evidence import Evidence
from seismograd.reproduce.report.issues import Thread, issue_address, thread_in
from seismograd.reproduce.report.plain_text import (
    MOST_CHARACTERS,
    as_it_came,
    plain_lines,
)
from seismograd.reproduce.report.story import expected_of, steps_of, symptom_of, title_of
from seismograd.reproduce.report.values.find import known_good_values, told_outcomes, values_in

_HEAD = re.compile(
    r"[ \t\n]{0,20}---[ \t]*\n((?:[A-Za-z_-]{1,40}:[^\n]{0,400}\n|[ \t]*\n){1,30})---[ \t]*(?:\n|$)"
)
_TITLE = re.compile(r"^title:[ \t]*(.{1,300})$", re.MULTILINE)


def without_front_matter(text: str) -> tuple[str, str]:
    """The title that the head gives, if any, and what comes below it."""
    head = _HEAD.match(text)
    if head is None:
        return "", text
    title = _TITLE.search(head[1])
    return (title[1].strip().strip("\"'").strip() if title else ""), text[head.end() :]


_BETWEEN = "\n\n---\n\n"
_LINES_BETWEEN = _BETWEEN.count("\n") - 1


def parse_report(text: str, source: str = "") -> BugReport:
    """A report in Markdown or plain text, or an issue exported as JSON."""
    return parse_thread(thread_in(text) or Thread(*without_front_matter(text)), source)


def parse_thread(thread: Thread, source: str = "") -> BugReport:
    """What was reported makes the story; what others added can only bring more evidence."""
    parts = list(_parts(thread))
    body, *below = _blocks(parts)
    if all(block.is_quoted for block in body):  # it is taken at its word
        body = [replace(block, is_quoted=False) for block in body]
    comments = [block for blocks in below for block in blocks if not block.is_quoted]
    address = issue_address(thread.address) or issue_address(source)
    project = f"{address.owner}/{address.name}" if address else ""
    evidence = Evidence(body, comments, project)
    outline = evidence.outline
    seen = evidence.tracebacks(thread.heading or outline.title)
    title = thread.heading or title_of(outline, seen)
    outcomes = told_outcomes(evidence.prose(title))
    commit, fixed_commit = evidence.commits()
    return BugReport(
        title=title,
        text=_BETWEEN.join(parts),
        symptom=symptom_of(outline, seen, title),
        expected=expected_of(outline),
        steps=steps_of(outline),
        snippets=evidence.snippets,
        tracebacks=seen,
        versions=evidence.versions,
        values=values_in(outcomes.bug, evidence.snippets, evidence.versions),
        reliefs=known_good_values(outcomes.well),
        well_said=outcomes.well,
        places=evidence.places(seen),
        names=evidence.names(title),
        commit=commit,
        fixed_commit=fixed_commit,
        source=as_it_came(source or thread.address),
    )


def _parts(thread: Thread) -> Iterator[str]:
    """The report and as many of its comments as can be read."""
    opening = f"# {thread.heading}\n\n{thread.body}" if thread.heading else thread.body
    left = MOST_CHARACTERS
    for part in (opening, *thread.comments):
        if left <= 0:
            return
        part = as_it_came(part, left)
        left -= len(part)
        yield part


def _blocks(parts: Iterable[str]) -> Iterator[list[Block]]:
    """Each by itself: what one of them leaves open ends with it."""
    above = 0
    for part in parts:
        lines = plain_lines(part)
        yield [replace(block, first=block.first + above) for block in blocks_of(lines)]
        above += len(lines) + _LINES_BETWEEN
