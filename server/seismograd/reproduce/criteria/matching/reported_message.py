"""From a message in a report to a pattern: the words stay, what varies becomes a gap."""

from __future__ import annotations

import re
from dataclasses import dataclass

from seismograd.reproduce.criteria.matching.wordings import other_wordings, plain

MAX_MESSAGE = 2_000
_MAX_PATTERN = 160
_MAX_NUMBERS = 8
_GAP = "\x00"

_WORKER = re.compile(r"Caught (\w{1,80}) in (?:DataLoader worker|replica|pin memory thread)")
_LAST_ERROR = re.compile(r"^(?:\w{1,80}\.){0,8}(\w{1,80}): ?(.{0,1000})$", re.MULTILINE)
_NUMBER = re.compile(r"(?<![\w.])-?\d{1,18}(?:\.\d{1,18})?(?:[eE][+-]?\d{1,3})?(?![\w]*[A-Za-z_])")
_VARIES = re.compile(
    r"""
      0x[0-9a-fA-F]{4,16}                                      # addresses
    | \.{3,}|…                                                # what was left out
    | (?:[A-Za-z]:)?(?:[\w.~-]{0,80}[/\\]){1,20}[\w.~-]{0,80}  # paths
    | '[^']{1,80}'(?:,\ '[^']{1,80}'){1,200}                    # lists of names
    | https?://\S{1,300}
    | torch\.Size\(\[[\d,\s]{0,80}\]\)
    | [\[(][-\d\s,x.*]{1,200}[\])]                             # shapes
    | (?<=:)\d{1,3}\b                                          # cuda:0
    | \b\d{1,9}(?:[xX]\d{1,9}){1,6}\b                          # 32x128
    | (?<![\w.])-?\d{1,18}(?:\.\d{1,18}){0,3}(?:[eE][+-]?\d{1,3})?\ ?(?:[KMGT]i?B|%|m?s)?(?!\w)
    | [\\^$*+?{}\[\]()|]                                       # special in patterns
    """,
    re.VERBOSE,
)
_OCCASION = re.compile(r"\s(?:when|while|if|during|after|on|for|with|in)\s.{0,200}$", re.S)
_NOWHERE = re.compile(r"0x[0-9a-fA-F]{4,16}|(?:[\w.~-]{0,80}/){1,20}[\w.~-]{0,80}(?::\d{1,9})?")
_TIMES = re.compile(r"(?<=\d)[xX](?=\d)")
_GAPS = re.compile(rf"[\s,:;=<>.]*{_GAP}[\s,:;=<>.{_GAP}]*")
_LETTERS = re.compile(r"[^\W\d_]{3}")


@dataclass(frozen=True, slots=True)
class ReportedError:
    """An exception and its message, out of the wrappings of worker processes."""

    exception: str
    message: str


def unwrapped(exception: str, message: str) -> ReportedError:
    """What was raised in a worker, where the message only tells that something was."""
    message = message[:MAX_MESSAGE]
    caught = _WORKER.search(message)
    if caught is None:
        return ReportedError(exception, message)
    errors = [m for m in _LAST_ERROR.finditer(message, caught.end()) if m[1] == caught[1]]
    return ReportedError(caught[1], errors[-1][2] if errors else "")


def without_occasion(message: str) -> str:
    """A message in a title, without when it came."""
    return _OCCASION.sub("", message[:MAX_MESSAGE])


def pattern_of(message: str) -> str:
    """A pattern that the same message fits on another machine; "" if no words would be left."""
    text = plain(message[:MAX_MESSAGE])
    gapped = _GAPS.sub(".*", _VARIES.sub(_GAP, text))
    words = _shortened(gapped).strip(" .*,:;!-'" if gapped.count("'") % 2 else " .*,:;!-")
    if not _LETTERS.search(words):
        return ""
    return "|".join([words, *other_wordings(text)])


def numbers_of(message: str) -> tuple[float, ...]:
    """The numbers of a message, which tell how near the values of a script are."""
    found = (float(match) for match in _NUMBER.findall(_pulled_apart(plain(message[:MAX_MESSAGE]))))
    return tuple(dict.fromkeys(found))[:_MAX_NUMBERS]


def _pulled_apart(text: str) -> str:
    """`32x128` has two numbers; addresses and places have none that matter."""
    return _TIMES.sub(" ", _NOWHERE.sub(" ", text))


def _shortened(text: str) -> str:
    if len(text) <= _MAX_PATTERN:
        return text
    return text[:_MAX_PATTERN].rpartition(" ")[0] or text[:_MAX_PATTERN]
