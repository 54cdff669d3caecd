"""Prose as a person reads it: no images, no tick boxes, nothing that a template left behind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from seismograd.reproduce.report.blocks import Block

MOST_READ = 20_000
MOST_ITEMS = 500
_IMAGE = re.compile(r"!\[[^\[\]\n]{0,300}\]\([^()\n]{0,1000}\)|<img\b[^<>]{0,1000}>", re.IGNORECASE)
_LINK = re.compile(r"\[([^\[\]\n]{1,300})\]\([^()\n]{0,1000}\)")
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9]{0,15}(?:\s[^<>]{0,300})?/?>")
_EMPHASIS = re.compile(r"(?<!\w)(\*\*|__)(?=\S)([^*\n]{1,300}?)(?<=\S)\1(?!\w)")
_NOISE = re.compile(
    r"(?:[-*+]\s+)?\[[ xX✓]?\]\s.*|(?:[-*_=~]\s?){3,}|[\s|:-]{3,}|(?:[-*+•]|\d{1,4}[.)])|"
    r"_?(?:no response|n/?a|none|tbd|\.{3})_?\.?|a clear and concise description of.*|"
    r"(?:if applicable, add|add any other context|please (?:fill|describe|provide|make sure)).*|"
    r"thanks for (?:stopping by|taking the time).*|on .{4,100} wrote:|"
    r"(?:hi|hello|hey|dear|thanks|thank you|cheers)\b[^.!?]{0,40}[.!,]*",
    re.IGNORECASE,
)
"""Tick boxes, rules, what templates and mails leave behind, greetings."""
_FAREWELL = re.compile(
    r"(?:(?:best|kind|many) )?(?:regards|wishes|cheers|thanks)(?: in advance| a lot)?\s?[,!.]*",
    re.IGNORECASE,
)
_ITEM = re.compile(r"\s*(?:[-*+•]|\(?\d{1,4}[.):])\s+(?=\S)")
_BEGINS = re.compile(r"\s*(?:[-*+•|#]|\(?\d{1,4}[.):])\s?|\s{0,3}[A-Z][\w ]{0,30}:\s")
_LONG = 2_000
_END_OF_SENTENCE = re.compile(
    r"(?<=[.!?])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\betc\.)[\"')*]?\s+(?=[\"'(`*A-Z0-9])|\n"
)


def readable(blocks: Iterable[Block]) -> str:
    """Paragraphs, each in one line, as many as anybody reads; items of lists stand alone."""
    told, length = [], 0
    for paragraph in (paragraph for block in blocks for paragraph in paragraphs(block)):
        told.append(paragraph)
        length += len(paragraph)
        if length > MOST_READ:
            break
    return "\n".join(told)


def paragraphs(block: Block) -> Iterator[str]:
    gathered: list[str] = []
    is_signature = False
    for line in (*block.lines, ""):
        said = clean_line(line)
        is_signature = bool(said) and (is_signature or _FAREWELL.fullmatch(said) is not None)
        if gathered and (not line.strip() or _ITEM.match(line)):
            yield " ".join(gathered)
            gathered = []
        if said and not is_signature and not _NOISE.fullmatch(said):
            gathered.append(said)


def joined(lines: Iterable[str]) -> Iterator[str]:
    """Lines that a writer broke, made whole again; what is not running text stays as it is."""
    gathered = ""
    for line in lines:
        if gathered and (not line.strip() or _BEGINS.match(line) or len(gathered) > _LONG):
            yield gathered
            gathered = ""
        gathered = f"{gathered} {line.strip()}" if gathered else line.strip()
    if gathered:
        yield gathered


def clean_line(line: str) -> str:
    if "](" in line or "<" in line:
        line = _TAG.sub(" ", _LINK.sub(r"\1", _IMAGE.sub(" ", line)))
    return " ".join(_EMPHASIS.sub(r"\2", line).split()) if "**" in line else " ".join(line.split())


def items(block: Block) -> Iterator[str]:
    """The items of the lists in a block, without their marks."""
    for paragraph in islice(paragraphs(block), MOST_ITEMS):
        if mark := _ITEM.match(paragraph):
            yield paragraph[mark.end() :]


def sentences(text: str) -> list[str]:
    """Sentences in order; a line ends one as well."""
    return [part.strip() for part in _END_OF_SENTENCE.split(text) if part.strip()]
