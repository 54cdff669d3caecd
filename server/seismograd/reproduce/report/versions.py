"""Versions that a report gives, by the name that the package is installed under."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

MOST_VERSIONS = 300
_MOST_OF_A_VERSION = 60
_INSTALLED_AS = {
    "pytorch": "torch", "tf": "tensorflow", "cudatoolkit": "cuda", "sklearn": "scikit-learn",
    "pytorch_lightning": "pytorch-lightning", "pytorch lightning": "pytorch-lightning",
}  # fmt: skip
_COMMON = (
    "torch", "tensorflow", "keras", "python", "cuda", "cudnn", "numpy", "jax", "lightning",
    "pytorch-lightning", "transformers", "torchvision", "scikit-learn", "scipy", "pandas",
)  # fmt: skip
"""Named with one number only, and in many ways; of all others a version has to be plain."""
_NO_PACKAGE = frozenset(
    ["version", "versions", "release", "since", "in", "to", "from", "of", "and", "or", "by", "than",
     "at", "on", "use", "with", "before", "after", "is", "was", "the", "section", "see", "page"]
)  # fmt: skip
_SUFFIX = r"(?:[-.]?(?:a|b|rc|alpha|beta|dev|post)\.?\d{0,10})?(?:\+[\w.]{1,40})?"
_VERSION = rf"(?P<version>\d{{1,5}}(?:\.\d{{1,5}}){{1,4}}{_SUFFIX})(?!\w|\.\d)"
_PACKAGE = r"(?P<name>[A-Za-z][\w.-]{0,50})"
_NAMED = re.compile(
    rf"(?<![\w.-])(?P<name>{'|'.join(map(re.escape, [*_INSTALLED_AS, *_COMMON]))})[`*]{{0,2}}"
    rf"(?:[ -]?version)?(?: \([^()\n]{{1,60}}\):)?[\s:=(`*-]{{1,4}}v?{_VERSION}",
    re.IGNORECASE,
)
_PINNED = re.compile(rf"(?<![\w./]){_PACKAGE}(?:\[[\w,-]{{1,60}}\])?\s?===?\s?{_VERSION}")
_THREE_NUMBERS = re.compile(
    rf"(?<![\w.@/-])`?{_PACKAGE}`?\s(?:version\s)?"
    rf"(?P<version>(?:v\s?\d{{1,4}}(?:\.\d{{1,5}}){{1,3}}|\d{{1,4}}\.\d{{1,5}}\.\d{{1,5}}){_SUFFIX})"
    r"(?!\w|\.\d)"
)
_ASKED = re.compile(r"\b(?P<name>[a-z]\w{0,40})\.__version__\W{1,16}(?P<version>\d[\w.+]{0,40})")
_VERSION_OF = re.compile(rf"\bversions? v?{_VERSION} of `?{_PACKAGE}`?")
_ANYWHERE = (_PINNED, _ASKED, _NAMED, _VERSION_OF, _THREE_NUMBERS)
_COLLECTED = re.compile(
    r"\[(?:pip3?|conda)\]\s+(?P<name>[\w.-]{1,60})(?:==|\s+)(?P<version>\d[\w.+!-]{0,60})"
)
_LISTED = re.compile(
    r"[\s|*•-]{0,8}`?(?P<name>[A-Za-z][\w.-]{0,50})`?(?:\s?\|\s?|\s{2,})`?"
    r"(?P<version>\d{1,5}(?:\.\w{1,20}){1,5}(?:\+[\w.]{1,40})?)`?(?:\s.{0,80})?\|?$"
)
_LABELLED = re.compile(
    r"[\s|*•-]{0,8}[`*_]{0,2}(?P<name>[A-Za-z][\w.-]{0,40})(?:[ \w]{0,30})(?:\s?\([^()\n]{1,80}\))?"
    r"[`*_]{0,2}\s?[:=|][\s`*_|]{0,4}v?(?P<version>\d{1,5}(?:\.\d{1,5}){0,4}[\w.+-]{0,40})"
)


def versions_in(
    prose: Iterable[str], code: Iterable[str], environment: Iterable[str]
) -> dict[str, str]:
    """By name, in the order of their first mention; the most exact word on each counts."""
    found: dict[str, str] = {}
    for name, version in _all(prose, code, environment):
        known = found.get(name)
        if known is None and len(found) >= MOST_VERSIONS:
            break
        if known is None or (version.startswith(known) and len(version) < _MOST_OF_A_VERSION):
            found[name] = version
    return found


def _all(
    prose: Iterable[str], code: Iterable[str], environment: Iterable[str]
) -> Iterator[tuple[str, str]]:
    for line in environment:
        yield from _found(line, (_COLLECTED, _LISTED))
        if (labelled := _LABELLED.match(line)) and _is_version(labelled):
            yield _name(labelled), labelled["version"].rstrip(".-")
        yield from _found(line, _ANYWHERE)
    for line in prose:
        yield from _found(line, _ANYWHERE)
    above = ""
    for line in code:
        # A session prints the version below the question for it.
        line_with_question = f"{above} {line}" if above.endswith("__version__") else line
        yield from _found(line_with_question, (_COLLECTED, _PINNED, _ASKED))
        above = line


def _found(line: str, patterns: Iterable[re.Pattern[str]]) -> Iterator[tuple[str, str]]:
    if "." in line and any(map(str.isdigit, line)):
        for pattern in patterns:
            for found in pattern.finditer(line):
                if found["name"].lower() not in _NO_PACKAGE:
                    yield _name(found), found["version"].lstrip("v ")


def _is_version(labelled: re.Match[str]) -> bool:
    has_dots = "." in labelled["version"] and not labelled["name"].isupper()
    return has_dots or _name(labelled) in _COMMON


def _name(found: re.Match[str]) -> str:
    name = " ".join(found["name"].lower().split()).strip(".-")
    return _INSTALLED_AS.get(name, name)
