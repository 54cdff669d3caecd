"""A report parsed into its parts, below the head that a template of issues may have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain

from seismograd.reproduce.report.blocks import Block, blocks_of
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.report.commits import commits_in
from seismograd.reproduce.report.evidence import Evidence
from seismograd.reproduce.report.issues import IssueAddress, Thread, issue_address, thread_in
from seismograd.reproduce.report.names import names_in
from seismograd.reproduce.report.partial_tracebacks import mentioned_in_title
from seismograd.reproduce.report.places import places_in
from seismograd.reproduce.report.plain_text import MOST_CHARACTERS, as_it_came, plain_lines
from seismograd.reproduce.report.snippets import snippets_in
from seismograd.reproduce.report.story import expected_of, steps_of, symptom_of, title_of
from seismograd.reproduce.report.values.find import known_good_values, reported_outcomes, values_in

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
    return _report(thread, _BETWEEN.join(parts), Evidence(body), Evidence(comments), source)


def _report(
    thread: Thread, text: str, body: Evidence, comments: Evidence, source: str
) -> BugReport:
    outline, blocks = body.outline, [*body.blocks, *comments.blocks]
    tracebacks = body.tracebacks or comments.tracebacks
    tracebacks = tracebacks or mentioned_in_title(thread.heading or outline.title)
    title = thread.heading or title_of(outline, tracebacks)
    prose = [title, *body.prose(), *comments.prose()]
    outcomes = reported_outcomes(prose)
    snippets = snippets_in(blocks, body.taken | comments.taken)
    versions = body.versions or comments.versions
    issue = issue_address(thread.address) or issue_address(source)
    commit, fixed_commit = _commits(body, comments, versions, issue)
    cited = chain.from_iterable(part.lines(_is_no_python) for part in (body, comments))
    return BugReport(
        title=title,
        text=text,
        symptom=symptom_of(outline, tracebacks, title),
        expected=expected_of(outline),
        steps=steps_of(outline),
        snippets=snippets,
        tracebacks=tracebacks,
        versions=versions,
        values=values_in(outcomes.bug, snippets, versions),
        reliefs=known_good_values(outcomes.well),
        well_said=outcomes.well,
        places=places_in(cited, tracebacks),
        names=names_in(prose, snippets),
        commit=commit,
        fixed_commit=fixed_commit,
        source=as_it_came(source or thread.address),
    )


def _is_no_python(block: Block) -> bool:
    return not block.is_python


def _commits(
    body: Evidence, comments: Evidence, versions: Mapping[str, str], issue: IssueAddress | None
) -> tuple[str | None, str | None]:
    """Where the bug was seen, by the report before its comments; and where it is gone."""
    project = f"{issue.owner}/{issue.name}" if issue else ""
    seen, fixed = commits_in(body.lines(), versions, project)
    if seen is None or fixed is None:
        later, fixed_later = commits_in(comments.lines(), versions, project)
        seen, fixed = seen or later, fixed or fixed_later
    return (None if seen == fixed else seen), fixed


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
