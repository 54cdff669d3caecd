"""From the text of a report to its parts. It never fails: what is not there stays empty."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.report.blocks import Block, blocks_of
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.report.evidence import Evidence
from seismograd.reproduce.report.plain_text import as_it_came, plain_lines
from seismograd.reproduce.report.sections import outline_of
from seismograd.reproduce.report.story import expected_of, steps_of, symptom_of, title_of
from seismograd.reproduce.report.threads import Thread, thread_in

_BETWEEN = ("", "---", "")


def parse_report(text: str, source: str = "") -> BugReport:
    """A report in Markdown or plain text, or an issue exported as JSON."""
    return parse_thread(thread_in(text) or Thread("", text), source)


def parse_thread(thread: Thread, source: str = "") -> BugReport:
    """What was reported makes the story; what others added can only bring more evidence."""
    heading = " ".join(thread.title.split())
    opening = f"# {heading}\n\n{thread.body}" if heading else thread.body
    text = as_it_came("\n".join((opening, *_joined(thread.comments))))
    body, comments = _blocks(text, opening, thread.comments)
    evidence = Evidence(body, comments)
    outline = outline_of(body, evidence.taken)
    seen = evidence.tracebacks(heading or outline.title)
    title = heading or title_of(outline, seen)
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
        values=evidence.values(title),
        places=evidence.places(seen),
        names=evidence.names(title),
        commit=commit,
        fixed_commit=fixed_commit,
        source=source or thread.address,
    )


def _joined(comments: tuple[str, ...]) -> Iterator[str]:
    for comment in comments:
        yield from _BETWEEN
        yield comment


def _blocks(text: str, opening: str, comments: tuple[str, ...]) -> tuple[list[Block], list[Block]]:
    """The blocks of the report and those of the comments; a quotation there is a repetition."""
    lines = plain_lines(opening[: len(text)])
    below: list[Block] = []
    first, left = len(lines) + len(_BETWEEN), len(text) - len(opening)
    for comment in comments:
        if left <= 0:
            break
        said = plain_lines(comment[:left])
        below += (
            replace(block, first=block.first + first)
            for block in blocks_of(said)
            if not block.is_quoted
        )
        first += len(said) + len(_BETWEEN)
        left -= len(comment)
    return _unquoted(blocks_of(lines)), below


def _unquoted(blocks: list[Block]) -> list[Block]:
    """A report that is nothing but a quotation is taken at its word."""
    if any(not block.is_quoted for block in blocks):
        return blocks
    return [replace(block, is_quoted=False) for block in blocks]
