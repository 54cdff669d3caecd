"""Versions that a report gives, by the name that the package is installed under."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

MOST_VERSIONS = 300
_VERSION = (
    r"(?P<version>\d{1,5}(?:\.\d{1,5}){1,4}"
    r"(?:[-.]?(?:a|b|rc|alpha|beta|dev|post|nightly)\.?\d{0,10})?(?:\+[\w.]{1,40})?)(?!\w|\.\d)"
)
_PACKAGE = r"(?P<name>[A-Za-z][\w.-]{0,50})"
_KNOWN = {
    "pytorch": "torch", "torch": "torch", "tf": "tensorflow", "tensorflow": "tensorflow",
    "keras": "keras", "python": "python", "cuda": "cuda", "cudatoolkit": "cuda",
    "cudnn": "cudnn", "numpy": "numpy", "jax": "jax", "lightning": "lightning",
    "pytorch lightning": "pytorch-lightning", "pytorch-lightning": "pytorch-lightning",
    "pytorch_lightning": "pytorch-lightning", "transformers": "transformers",
    "torchvision": "torchvision", "torchaudio": "torchaudio", "scikit-learn": "scikit-learn",
    "sklearn": "scikit-learn", "scipy": "scipy", "pandas": "pandas", "nccl": "nccl",
    "accelerate": "accelerate", "datasets": "datasets", "rocm": "rocm", "pip": "pip",
}  # fmt: skip
_COMMON_WORDS = """
version versions v loss acc accuracy epoch epochs step steps lr rate value by to of in on at and or
from is was about than line section page release since size time only with got around eps alpha beta
gamma momentum dropout decay between near equals using score auc f1 mse mae the a an for some after
before installed latest currently running
"""
_NO_PACKAGE = frozenset(_COMMON_WORDS.split())
_PINNED = re.compile(rf"(?<![\w./]){_PACKAGE}(?:\[[\w,-]{{1,60}}\])?\s?(?:===?|@ v?)\s?{_VERSION}")
_COLLECTED = re.compile(
    r"\[(?:pip3?|conda)\]\s+(?P<name>[\w.-]{1,60})(?:==|\s+)(?P<version>\d[\w.+!-]{0,60})"
)
_LISTED = re.compile(
    r"[\s|*•-]{0,8}`?(?P<name>[A-Za-z][\w.-]{0,50})`?(?:\s?\|\s?|\s{2,})`?"
    r"(?P<version>\d{1,5}(?:\.\w{1,20}){1,5}(?:\+[\w.]{1,40})?)`?(?:\s.{0,80})?\|?$"
)
_LABELLED = re.compile(
    r"[\s|*•-]{0,8}[`*_]{0,2}(?P<name>[A-Za-z][\w./ -]{0,40}?)[`*_]{0,2}(?:\s[Vv]ersion)?"
    r"(?:\s?\([^()\n]{1,80}\))?[`*_]{0,2}\s?[:=|][\s`*_|]{0,4}v?"
    r"(?P<version>\d{1,5}(?:\.\d{1,5}){0,4}[\w.+-]{0,40})"
)
_KNOWN_IN_PROSE = re.compile(
    rf"(?<![\w.-])(?P<name>{'|'.join(sorted(map(re.escape, _KNOWN), key=len, reverse=True))})"
    rf"[`*]{{0,2}}(?:[ -]?version)?(?: \([^()\n]{{1,60}}\):)?[\s:=(`*-]{{1,4}}v?{_VERSION}",
    re.IGNORECASE,
)
_OTHER_IN_PROSE = re.compile(
    rf"(?<![\w.@/-])`?{_PACKAGE}`?\s(?:version\s|release\s)?(?:v\s?(?P<short>\d{{1,4}}(?:\.\d{{1,5}}){{1,3}})(?!\w|\.\d)|"
    r"(?P<version>\d{1,4}\.\d{1,5}\.\d{1,5}(?:\.?(?:rc|dev|post|a|b)\d{1,6})?)(?!\w|\.\d))"
)
_VERSION_OF = re.compile(rf"\bversions? v?{_VERSION} of `?{_PACKAGE}`?", re.IGNORECASE)
_ASKED = re.compile(r"\b(?P<name>[a-z][\w]{0,40})\.__version__\W{1,16}(?P<version>\d[\w.+]{0,40})")
_SYSTEM = re.compile(
    r"(?P<name>(?:Ubuntu|Debian|CentOS|Fedora|RHEL|Windows(?: Server)?|mac ?OS(?: X)?|Arch Linux|"
    r"Linux Mint|WSL ?2?|Amazon Linux|Rocky Linux|Linux)(?: \w{4,12})?)[ :v-]{1,3}"
    r"(?P<version>\d{1,5}(?:\.\d{1,5}){0,3}(?: LTS)?)\b",
    re.IGNORECASE,
)
_COLLECTED_NAMES = {
    "cuda used to build pytorch": "cuda", "cuda runtime version": "cuda", "cuda version": "cuda",
    "cuda/cudnn version": "cuda", "python version": "python", "pytorch version": "torch",
    "python implementation": "", "gcc version": "gcc", "cmake version": "cmake",
    "libc version": "", "clang version": "", "is debug build": "", "os": "os",
}  # fmt: skip


def versions_in(
    prose: Iterable[str], code: Iterable[str], environment: Iterable[str]
) -> dict[str, str]:
    """By name, in the order of their first mention; the most exact word on each counts."""
    found: dict[str, str] = {}
    for name, version in _all(prose, code, environment):
        known = found.get(name)
        if known is None and len(found) >= MOST_VERSIONS:
            break
        if known is None or (version.startswith(known) and len(version) < 60):
            found[name] = version
    return found


def _all(
    prose: Iterable[str], code: Iterable[str], environment: Iterable[str]
) -> Iterator[tuple[str, str]]:
    for line in environment:
        yield from _in_environment(line)
    for line in prose:
        yield from _in_prose(line)
    above = ""
    for line in code:
        # A session prints the version below the question for it.
        yield from _in_code(f"{above} {line}" if above.endswith("__version__") else line)
        above = line


def _in_environment(line: str) -> Iterator[tuple[str, str]]:
    if not any(character.isdigit() for character in line):
        return
    if labelled := _LABELLED.match(line):
        yield from _labelled(labelled)
    elif listed := _LISTED.match(line):
        yield _known(listed["name"]), listed["version"]
    yield from _in_prose(line)


def _labelled(found: re.Match[str]) -> Iterator[tuple[str, str]]:
    label = " ".join(found["name"].lower().split())
    name = _COLLECTED_NAMES.get(label)
    if name is None:
        name = _KNOWN.get(label.removesuffix(" version"), label.removesuffix(" version"))
    is_package = name and " " not in name and name not in _NO_PACKAGE
    is_package = is_package and not found["name"].isupper()
    if is_package and ("." in found["version"] or name in _KNOWN.values()) and name != "os":
        yield name, found["version"].rstrip(".-")


def _in_prose(line: str) -> Iterator[tuple[str, str]]:
    if "." not in line or not any(character.isdigit() for character in line):
        if system := _SYSTEM.search(line):
            yield "os", system.group().strip()
        return
    yield from _in_code(line)
    for found in _VERSION_OF.finditer(line):
        yield _known(found["name"]), found["version"]
    for found in _KNOWN_IN_PROSE.finditer(line):
        yield _known(found["name"]), found["version"]
    for found in _OTHER_IN_PROSE.finditer(line):
        name = found["name"].lower()
        if name not in _NO_PACKAGE and not _SYSTEM.match(found.group()):
            yield _known(name), found["version"] or found["short"]
    if system := _SYSTEM.search(line):
        yield "os", system.group().strip()


def _in_code(line: str) -> Iterator[tuple[str, str]]:
    if collected := _COLLECTED.search(line):
        yield _known(collected["name"]), collected["version"]
    if "==" in line or "@" in line:
        for found in _PINNED.finditer(line):
            yield _known(found["name"]), found["version"]
    if "__version__" in line:
        for found in _ASKED.finditer(line):
            yield _known(found["name"]), found["version"]


def _known(name: str) -> str:
    name = " ".join(name.lower().split()).strip(".-")
    return _KNOWN.get(name, name)
