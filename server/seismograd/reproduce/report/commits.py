"""The commit or release that a bug was seen at, and the one that mended it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum

from seismograd.reproduce.report.places import is_about, permalink_commits, without_addresses

_HASH = r"(?<![\w./-])(?P<hash>[0-9a-f]{7,40})(?![\w-]|\.\w)"
_RELEASE = (
    r"(?:(?:version|release|tag)\s)?`?"
    r"(?P<release>v?\d{1,4}\.\d{1,4}(?:\.\d{1,5})?(?:[a-z]{1,3}\d{1,4})?)(?!\w|\.\d)"
)
_WORD = r"(?:commit|revision|rev|sha1?|hash|git[ -]hash|HEAD|head)"
_NAMED = re.compile(
    rf"\b(?i:{_WORD})\b[\s:=#(`*_@]{{0,8}}(?:is |at |id |hash |sha )?[`*\[]{{0,2}}{_HASH}"
)
_AT = re.compile(rf"\b(?:at|on|as of|checked out|main|master|built from)\b[\s@(`:]{{1,4}}{_HASH}")
_ADDRESS = (
    r"https?://[\w.:-]{1,100}/(?P<project>[\w.-]{1,100}(?:/[\w.-]{1,100}){1,4}?)(?:/-)?"
    r"/(?:commits?|tree)/(?P<hash>[0-9a-f]{7,40})\b"
)
_COMMIT_ADDRESS = re.compile(_ADDRESS)
_INSTALLED = re.compile(r"git\+[^\s@]{1,300}(?:@[\w.-]{1,60})??@(?P<hash>[0-9a-f]{7,40})\b")
_DESCRIBED = re.compile(
    r"\d\+(?:\d{1,5}\.)?g(?P<hash>[0-9a-f]{7,40})\b|-\d{1,6}-g(?P<tail>[0-9a-f]{7,40})\b"
)
_MENDED = (
    r"(?:fix(?:e[sd])?|resolve[sd]?|solve[sd]?|patched|gone|repaired|corrected|closed|mended|"
    r"no longer (?:happens|occurs|fails))(?: this| it| that| upstream| again)?"
    r"\s?(?:already )?(?:in|by|with|as of|since|on|at|via|:)\s?(?:the )?"
)
_FIXED_HASH = re.compile(rf"\b{_MENDED}(?:{_WORD}\s)?[\s`(\[#*:]{{0,4}}{_HASH}", re.IGNORECASE)
_FIXED_ADDRESS = re.compile(rf"\b{_MENDED}(?:{_WORD}\s)?[\s`(\[]{{0,3}}{_ADDRESS}", re.IGNORECASE)
_FIXED_RELEASE = re.compile(rf"\b{_MENDED}{_RELEASE}", re.IGNORECASE)
_BEGAN = re.compile(
    r"\b(?:introduced|broken?|regress(?:ed|ion)|first bad|bisect\w*|started|caused)\b"
    rf"[^.\n]{{0,60}}?{_HASH}",
    re.IGNORECASE,
)
_SINCE_RELEASE = re.compile(
    r"\b(?:since|starting (?:with|from)|as of|broken in|introduced in|regression in|"
    rf"after (?:upgrading|updating) to)\s{_RELEASE}",
    re.IGNORECASE,
)


_MOST_FIXES = 20


class _Weight(IntEnum):
    """How plainly a report says that this is where the bug was seen."""

    NAMED = 0
    INSTALLED = 1
    LINKED = 2
    BEGAN = 3
    RELEASE = 4


def commits_in(
    lines: Iterable[str], versions: Mapping[str, str], project: str = ""
) -> tuple[str | None, str | None]:
    """Where the bug was seen, and where it is gone: hashes, or names of releases as written.

    A link counts where it leads into the project, `owner/name`; where that is not known, also
    elsewhere, but not into a framework.
    """
    seen: list[tuple[_Weight, int, str]] = []
    fixed: list[str] = []
    fixed_releases: list[str] = []
    foreign = set(versions.values())
    for number, line in enumerate(lines):
        fixed.extend(_fixed(line, project))
        fixed_releases.extend(
            found["release"] for found in _FIXED_RELEASE.finditer(line) if _is_own(found, foreign)
        )
        seen.extend((weight, number, name) for weight, name in _seen(line, foreign, project))
    mended = (fixed or fixed_releases)[:_MOST_FIXES]
    seen = [one for one in seen if not any(_are_same(one[2], other) for other in mended)]
    return (min(seen)[2] if seen else None), next(iter(mended), None)


def _are_same(one: str, other: str) -> bool:
    """Hashes are often shortened."""
    return one.startswith(other) or other.startswith(one)


def _fixed(line: str, project: str) -> Iterator[str]:
    for found in _FIXED_ADDRESS.finditer(line):
        if is_about(project, found["project"]):
            yield found["hash"]
    yield from (found["hash"] for found in _FIXED_HASH.finditer(line) if _is_hash(found["hash"]))


def _seen(line: str, foreign: set[str], project: str) -> Iterator[tuple[_Weight, str]]:
    for commit in permalink_commits(line, project):
        yield _Weight.LINKED, commit
    for found in _COMMIT_ADDRESS.finditer(line):
        if is_about(project, found["project"]):
            yield _Weight.LINKED, found["hash"]
    for found in _INSTALLED.finditer(line):
        yield _Weight.INSTALLED, found["hash"]
    bare = without_addresses(line)
    for found in _DESCRIBED.finditer(bare):
        yield _Weight.INSTALLED, found["hash"] or found["tail"]
    for found in _NAMED.finditer(bare):
        yield _Weight.NAMED, found["hash"]
    for pattern, weight in ((_AT, _Weight.NAMED), (_BEGAN, _Weight.BEGAN)):
        for found in pattern.finditer(bare):
            if _is_hash(found["hash"]):
                yield weight, found["hash"]
    for found in _SINCE_RELEASE.finditer(bare):
        if _is_own(found, foreign):
            yield _Weight.RELEASE, found["release"]


def _is_hash(text: str) -> bool:
    """Neither a number nor a word that happens to have no other letters."""
    return len(text) == 40 or (not text.isdigit() and not text.isalpha())


def _is_own(found: re.Match[str], foreign: set[str]) -> bool:
    return found["release"].removeprefix("v") not in foreign
