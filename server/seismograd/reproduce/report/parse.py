"""A report parsed into its parts, below the head that a template of issues may have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from seismograd.reproduce.report.blocks import Block, blocks_of
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.report.evidence import Evidence
from seismograd.reproduce.report.issue_address import issue_address
from seismograd.reproduce.report.plain_text import (
    MOST_CHARACTERS,
    MOST_LINES,
    as_it_came,
    plain_lines,
)
from seismograd.reproduce.report.story import expected_of, steps_of, symptom_of, title_of
from seismograd.reproduce.report.threads import Thread, thread_in
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
    heading = " ".join(thread.title.split())
    opening = f"# {heading}\n\n{thread.body}" if heading else thread.body
    parts = list(_parts(opening, thread.comments))
    text = _BETWEEN.join(parts)
    body, comments = _blocks(parts)
    address = issue_address(thread.address) or issue_address(source)
    project = f"{address.owner}/{address.name}" if address else ""
    evidence = Evidence(body, comments, project)
    outline = evidence.outline
    seen = evidence.tracebacks(heading or outline.title)
    title = heading or title_of(outline, seen)
    outcomes = told_outcomes(evidence.prose(title))
    commit, fixed_commit = evidence.commits()
    return BugReport(
        title=title,
        text=text,
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


def _parts(opening: str, comments: Sequence[str]) -> Iterator[str]:
    """The report and as many of its comments as can be read."""
    characters, lines = MOST_CHARACTERS, MOST_LINES
    for part in (opening, *comments):
        part = as_it_came(part, characters)
        yield part
        characters -= len(part)
        lines -= part.count("\n") + 1
        if characters <= 0 or lines <= 0:
            return


def _blocks(parts: Sequence[str]) -> tuple[list[Block], list[Block]]:
    """The blocks of the report and those of the comments; a quotation there is a repetition."""
    below: list[Block] = []
    lines = plain_lines(parts[0])
    body, above = _unquoted(blocks_of(lines)), len(lines)
    for part in parts[1:]:
        lines = plain_lines(part)
        above += _LINES_BETWEEN
        said = (block for block in blocks_of(lines) if not block.is_quoted)
        below += (replace(block, first=block.first + above) for block in said)
        above += len(lines)
    return body, below


def _unquoted(blocks: list[Block]) -> list[Block]:
    """A report that is nothing but a quotation is taken at its word."""
    if any(not block.is_quoted for block in blocks):
        return blocks
    return [replace(block, is_quoted=False) for block in blocks]
