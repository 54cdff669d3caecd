"""The commit or release that a bug was seen at, and the one that fixed it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from itertools import islice
from operator import itemgetter

from seismograd.reproduce.report.places import is_about, permalink_commits, without_addresses

_MOST_FIXES = 20
_HASH = r"(?<![\w./-])(?P<hash>[0-9a-f]{7,40})(?![\w-]|\.\w)"
_RELEASE = (
    r"(?:(?:version|release|tag)\s)?`?"
    r"(?P<release>v?\d{1,4}\.\d{1,4}(?:\.\d{1,5})?(?:[a-z]{1,3}\d{1,4})?)(?!\w|\.\d)"
)
_WORD = r"(?:commit|revision|rev|sha1?|hash|HEAD)"
_NAMED = re.compile(rf"\b{_WORD}\b[\s:=#(`*_@]{{0,8}}(?:is |at )?[`*\[]{{0,2}}{_HASH}", re.I)
_AT = re.compile(rf"\b(?:at|on|as of|main|master|built from)\b[\s@(`:]{{1,4}}{_HASH}")
_ADDRESS = (
    r"https?://[\w.:-]{1,100}/(?P<project>[\w.-]{1,100}(?:/[\w.-]{1,100}){1,4}?)(?:/-)?"
    r"/(?:commits?|tree)/(?P<hash>[0-9a-f]{7,40})\b"
)
_LINKED = re.compile(_ADDRESS)
_INSTALLED = re.compile(
    r"(?:git\+[^\s@]{1,300}(?:@[\w.-]{1,60})??@|\d\+(?:\d{1,5}\.)?g|-\d{1,6}-g)"
    r"(?P<hash>[0-9a-f]{7,40})\b"
)
"""From a repository, or as `git describe` names a version."""
_FIXED = (
    r"\b(?:fix(?:e[sd])?|resolve[sd]?|solve[sd]?|patched|gone|closed)(?: this| it| that)?"
    r"\s?(?:already )?(?:in|by|with|as of|since|at|via|:)\s?(?:the )?"
)
_FIXED_HASH = re.compile(rf"{_FIXED}(?:{_WORD}\s)?[\s`(\[#*:]{{0,4}}{_HASH}", re.I)
_FIXED_ADDRESS = re.compile(rf"{_FIXED}(?:{_WORD}\s)?[\s`(\[]{{0,3}}{_ADDRESS}", re.I)
_FIXED_RELEASE = re.compile(rf"{_FIXED}{_RELEASE}", re.I)
_BEGAN = re.compile(
    r"\b(?:introduced|broken?|regress(?:ed|ion)|first bad|bisect\w*|started)\b"
    rf"[^.\n]{{0,60}}?{_HASH}",
    re.I,
)
_SINCE_RELEASE = re.compile(
    r"\b(?:since|starting (?:with|from)|as of|broken in|introduced in|regression in|"
    rf"after (?:upgrading|updating) to)\s{_RELEASE}",
    re.I,
)


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
    lines, foreign = list(lines), set(versions.values())
    fixes = (one for line in lines for one in _fixed(line, foreign, project))
    fixed = [name for _, name in sorted(islice(fixes, _MOST_FIXES), key=itemgetter(0))]
    seen = [
        (weight, number, name)
        for number, line in enumerate(lines)
        for weight, name in _seen(line, foreign, project)
    ]
    seen = [one for one in seen if not any(_are_same(one[2], other) for other in fixed)]
    return (min(seen)[2] if seen else None), next(iter(fixed), None)


def _are_same(one: str, other: str) -> bool:
    """Hashes are often shortened."""
    return one.startswith(other) or other.startswith(one)


def _fixed(line: str, foreign: set[str], project: str) -> Iterator[tuple[bool, str]]:
    """Whether it is a release, and what it is called."""
    for found in _FIXED_ADDRESS.finditer(line):
        if is_about(project, found["project"]):
            yield False, found["hash"]
    for found in _FIXED_HASH.finditer(line):
        if _is_hash(found["hash"]):
            yield False, found["hash"]
    for found in _FIXED_RELEASE.finditer(line):
        if _is_own(found["release"], foreign):
            yield True, found["release"]


def _seen(line: str, foreign: set[str], project: str) -> Iterator[tuple[_Weight, str]]:
    for commit in permalink_commits(line, project):
        yield _Weight.LINKED, commit
    for found in _LINKED.finditer(line):
        if is_about(project, found["project"]):
            yield _Weight.LINKED, found["hash"]
    for found in _INSTALLED.finditer(line):
        yield _Weight.INSTALLED, found["hash"]
    bare = without_addresses(line)
    for found in _NAMED.finditer(bare):
        yield _Weight.NAMED, found["hash"]
    for pattern, weight in ((_AT, _Weight.NAMED), (_BEGAN, _Weight.BEGAN)):
        for found in pattern.finditer(bare):
            if _is_hash(found["hash"]):
                yield weight, found["hash"]
    for found in _SINCE_RELEASE.finditer(bare):
        if _is_own(found["release"], foreign):
            yield _Weight.RELEASE, found["release"]


def _is_hash(text: str) -> bool:
    """Neither a number nor a word that happens to have no other letters."""
    return len(text) == 40 or (not text.isdigit() and not text.isalpha())


def _is_own(release: str, foreign: set[str]) -> bool:
    return release.removeprefix("v") not in foreign
