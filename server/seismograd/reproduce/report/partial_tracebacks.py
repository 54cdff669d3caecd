"""Exceptions of which a report gives the last line only, and those of a worker in two parts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from seismograd.reproduce.report.blocks import Block
from seismograd.reproduce.report.bug_report import ReportedTraceback
from seismograd.reproduce.report.traceback_lines import RAISED_NAME
from seismograd.reproduce.report.tracebacks import Found

_MENTION = re.compile(rf"(?<![\w.])(?P<name>{RAISED_NAME}): ?(?P<message>\S.{{0,1500}})$")
_ALONE = re.compile(rf"\s*(?P<name>{RAISED_NAME})$")
_CODE = re.compile(r"\b(?:except|class|import|isinstance|raise)\b|[\"'(]$")
_END = re.compile(
    r"[.!?]\s+(?=[A-Z])|,? (?:in|from|at) `?[\w.]+\(\)`?(?=[.,;]|$)|"
    r",? (?:when|whenever|if|once|while|after|as soon as) (?:I|we|you)\b"
)
"""Of a message within a sentence."""
_KEY = re.compile(r"'[^'\n]{1,200}'|\"[^\"\n]{1,200}\"")
_ENDS = {"`": "`", '"': '"', "'": "'", "“": "”", "*": "*"}


def mentions_in(block: Block, taken: Set[int]) -> Iterator[Found]:
    """What the lines of a block that are in no traceback say about exceptions."""
    for number, line in enumerate(block.lines, start=block.first):
        if number in taken or ("Err" not in line and "Exc" not in line and "I" not in line):
            continue
        said = line.partition("#")[2] if block.is_python else line
        if mention := _mention(said, in_prose=not block.is_code):
            yield Found(mention, number, number)


def mentioned_in_title(title: str) -> tuple[ReportedTraceback, ...]:
    mention = _mention(title, in_prose=True)
    return (mention,) if mention else ()


def _mention(line: str, *, in_prose: bool) -> ReportedTraceback | None:
    found = _MENTION.search(line)
    if found and not in_prose and _CODE.search(line[: found.start()][-40:]):
        return None
    if found is None:
        alone = None if in_prose else _ALONE.match(line)
        return ReportedTraceback(exception=alone["name"]) if alone else None
    message = found["message"].strip()
    if in_prose:
        message = _key(found) or _quoted_part(line[: found.start()], message)
    return ReportedTraceback(exception=found["name"], message=message) if message else None


def _key(found: re.Match[str]) -> str | None:
    """A KeyError says the key alone; what follows it is the reporter's."""
    key = _KEY.match(found["message"]) if found["name"].endswith("KeyError") else None
    return key[0] if key else None


def _quoted_part(before: str, message: str) -> str:
    """The message up to the mark that closes the quotation, or to the end of the sentence."""
    end = _ENDS.get(before[-1:])
    if end and end in message:
        return message[: message.rfind(end) if end in "'\"" else message.find(end)].strip()
    message = _END.split(message, maxsplit=1)[0]
    return message.rstrip(".") if before.strip() else message


_CAUGHT = re.compile(r"Caught (\w{1,80}) in (?:DataLoader worker|pin memory thread|replica)")
_MOST_BETWEEN = 5
"""Lines from the one to the other: the sentence of a chain has blank lines around it."""


def with_worker_errors(found: Sequence[Found]) -> list[Found]:
    """The same, where those of a worker and of who was told of it are one: both their frames."""
    merged: list[Found] = []
    for one in found:
        whole = _merged(merged[-1], one) if merged else None
        if whole is None:
            merged.append(one)
        else:
            merged[-1] = whole
    return merged


def _merged(first: Found, second: Found) -> Found | None:
    if second.first - first.last > _MOST_BETWEEN:
        return None
    worker = _worker_and_main(first.traceback, second.traceback)
    if worker is None:
        return None
    inner, outer = worker
    whole = ReportedTraceback((*outer.frames, *inner.frames), inner.exception, inner.message)
    return Found(whole, first.first, second.last)


def _worker_and_main(
    first: ReportedTraceback, second: ReportedTraceback
) -> tuple[ReportedTraceback, ReportedTraceback] | None:
    """None where they are two failures."""
    if _CAUGHT.search(first.message) and second.exception:
        return second, first
    same = (first.exception, first.message) == (second.exception, second.message)
    if same and first.exception and first.frames and second.frames:
        return first, second
    return None
