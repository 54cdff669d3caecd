"""Figures that a report tells of: what was printed under which name, and by which command."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from seismograd.reproduce.report.blocks import Block, blocks_of
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.report.commands import Command, commands_of_text

MOST_TEXT = 20_000
MOST_FIGURES = 60
_NUMBER = r"-?\d{1,9}(?:\.\d{1,12})?(?:e[-+]?\d{1,3})?"
_VALUE = rf"(?P<value>(?<![\w.]){_NUMBER})(?P<share>\s?%)?(?![\w.]*\d)"
_LABEL = r"(?P<label>[A-Za-z][\w@/-]{0,30}(?: [A-Za-z][\w@/-]{0,20})?)"
_QUALITY = (
    r"(?:(?:(?:val(?:idation)?|test|train(?:ing)?|dev|eval|held-out|mean|average|avg|macro|micro|top|"
    r"final|best|word|token|pixel|total|trainable)[ _-]){0,2}"
    r"(?:accurac(?:y|ies)|acc|f1|f-?score|precision|recall|auc|auroc|m?iou|dice|bleu|rouge|perplexity|mse|mae|rmse|r2|score|m?ap|mrr|wer|cer|ndcg|"
    r"hits?|error|loss|psnr|ssim|purity|coverage|parameters|params)(?:@\d{1,4})?)"
)
_IN_PROSE = re.compile(
    rf"(?<![\w.])(?P<label>{_QUALITY})[`*\"]{{0,2}}\s?(?:[:=]|(?:is|was|are|of|at|stays?|shows?|comes?|"
    rf"drops?|falls?|goes|gives|becomes?|remains?|reads|says|only|just|about|around|exactly|still|"
    rf"always|now|out|to|as|a|me)\b|\s|~|≈){{1,6}}[`*\"]{{0,2}}{_VALUE}",
    re.I,
)
_IN_OUTPUT = re.compile(rf"{_LABEL}\s*(?:[:=|]\s*|\s+){_VALUE}")
_BARE = re.compile(rf"(?<![\w.@-]){_VALUE}")
_COUNTERS = re.compile(
    r"(?:epochs?|steps?|iter\w*|batch\w*|it|time|eta|seed|line|gpu|version)\b", re.I
)
_OPTIONS = re.compile(r"(?<![\w-])(--[a-z][\w-]*)(?:(?:=|\s)([\w./-]+))?")
_WITHOUT = re.compile(r"\bwithout (?:the )?[`'\"]?(--[a-z][\w-]*)", re.I)
_LITTLE = re.compile(
    r"and|or|i|it|is|in|the|gives?|prints?|but|for|on|to|with|we|then|which|as", re.I
)
_TURN = re.compile(
    r"(,?\s(?:but|while|whereas|however|although|yet)\s|;\s|,\s(?=with(?:out)?\s)|,? and (?=with)|"
    r"(?<=[.!?])\s)",
    re.I,
)
_POINTS_BACK = re.compile(r"(?:that|which|this|it|both)\b", re.I)
_WISH = re.compile(
    r"\b(?:should|would expect|(?<!as )expect(?:ed|s)?|must|ought to|supposed to)\b", re.I
)


@dataclass(frozen=True, slots=True)
class Figure:
    label: str
    value: float
    """Of one given in per cent, the fraction."""
    is_share: bool = False
    command: Command | None = None
    """What printed it, as far as the report says."""
    said: str = ""
    """The words around it."""
    is_wish: bool = False
    in_title: bool = False


def figures_in(report: BugReport) -> list[Figure]:
    found = [replace(one, in_title=True) for one in _of_prose(report.title, None)[0]]
    blocks = [*_paragraphs(report), None]
    current: Command | None = None
    for block, following in pairwise(blocks):
        assert block is not None
        more, current = _of_block(block, current, _first_words(following))
        found += more
    return found[:MOST_FIGURES]


def _paragraphs(report: BugReport) -> Iterator[Block]:
    for block in blocks_of(report.text[:MOST_TEXT].splitlines()):
        if block.is_code:
            yield block
            continue
        for text in re.split(r"\n\s*\n", block.text):
            lines = [line for line in text.splitlines() if line.lstrip("# ") != report.title]
            yield replace(block, lines=tuple(lines))


def _first_words(block: Block | None) -> str:
    """What is said about the output that stands above."""
    is_prose = block is not None and not block.is_code
    return _TURN.split(block.text)[0] if block is not None and is_prose else ""


def _of_block(
    block: Block, current: Command | None, said: str
) -> tuple[list[Figure], Command | None]:
    if not block.is_code:
        return _of_prose(block.text, current)
    if block.language in ("python", "py"):
        return [], current
    found: list[Figure] = []
    for line in block.lines:
        run = commands_of_text(line)
        current = run[-1] if run else current
        found += [] if run else _of_output(line, current, said)
    return found, current


def _of_output(line: str, command: Command | None, said: str) -> list[Figure]:
    matches = [m for m in _IN_OUTPUT.finditer(line) if not _COUNTERS.match(m["label"])]
    return [_figure(m["label"], m, command, said) for m in matches]


def _of_prose(text: str, current: Command | None) -> tuple[list[Figure], Command | None]:
    found: list[Figure] = []
    for part, said in _parts(" ".join(text.split())):
        current = command_in(part, current)
        of_part = [_figure(m["label"], m, current, said) for m in _IN_PROSE.finditer(part)]
        found += of_part or _without_label(part, said, current, found[-1:])
    return found, current


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Clauses, each with what is said about it: the turn before it, and what points back to it."""
    pieces = ["", *_TURN.split(text), "", ""]
    for turn, part, following in zip(pieces[::2], pieces[1::2], pieces[3::2], strict=False):
        yield part, f"{turn} {part} {following if _POINTS_BACK.match(following) else ''}"


def command_in(part: str, current: Command | None) -> Command | None:
    """The last one that a clause names, or the one before with other options."""
    if run := commands_of_text(part):
        return run[-1]
    before = current or Command("")
    if taken := _WITHOUT.findall(part):
        return Command(before.target, tuple(_without(before.words, set(taken))))
    options = _options_in(part)
    return Command(before.target, options) if options else current


def _without(words: tuple[str, ...], flags: set[str]) -> Iterator[str]:
    """The options that are left."""
    is_taken = False
    for word in words:
        is_taken = word in flags if word.startswith("-") else is_taken
        if not is_taken:
            yield word


def _without_label(
    part: str, said: str, command: Command | None, before: list[Figure]
) -> list[Figure]:
    """`..., but 0.0 with --metric l2`: the figure that was spoken of is meant."""
    numbers = list(_BARE.finditer(_OPTIONS.sub("", part)))
    if len(numbers) == 1 and before and command is not None:
        return [_figure(before[0].label, numbers[0], command, said)]
    return []


def _options_in(text: str) -> tuple[str, ...]:
    words: list[str] = []
    for flag, value in _OPTIONS.findall(text):
        words += [flag, value.rstrip(".")] if value and not _LITTLE.fullmatch(value) else [flag]
    return tuple(words)


def _figure(label: str, match: re.Match[str], command: Command | None, said: str) -> Figure:
    value = float(match["value"])
    is_share = bool(match["share"])
    is_wish = _WISH.search(said) is not None
    return Figure(label, value / 100 if is_share else value, is_share, command, said, is_wish)
