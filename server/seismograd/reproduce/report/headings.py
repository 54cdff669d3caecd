"""What the sections of issue templates are called, and what they hold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto


class Role(Enum):
    SYMPTOM = auto()
    ACTUAL = auto()
    EXPECTED = auto()
    STEPS = auto()
    LOGS = auto()
    ENVIRONMENT = auto()
    OPINION = auto()
    """Guesses at causes, and ways around: worth reading, not to be believed."""
    FORMALITIES = auto()
    OTHER = auto()


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    """In small letters, without decoration."""
    words: str
    """As it was written."""
    level: int
    role: Role
    rest: str = ""
    """What follows the heading in the same line."""


_ROLES: Sequence[tuple[Role, re.Pattern[str]]] = [
    (role, re.compile(rf"\b(?:{words})\b"))
    for role, words in (
        (Role.FORMALITIES, r"check ?list|before (?:submitting|you|asking)|prerequisites|"
         r"contribut\w+|code of conduct|searched|existing issues?|willing|preflight|validations"),
        (Role.ACTUAL, r"expected (?:vs|versus|and|/) ?actual|actual (?:vs|versus|and) expected"),
        (Role.EXPECTED, r"expect\w*|should (?:have )?happen\w*|desired|correct behaviou?rs?|"
         r"intended behaviou?rs?|wanted"),
        (Role.STEPS, r"repro\w*|steps?|how to (?:trigger|see|get)|mwe|mre|"
         r"minimal (?:working |code |failing )?(?:example|sample|script|code|snippet)|"
         r"code (?:sample|example|snippet)|example code|test case"),
        (Role.ACTUAL, r"actual\w*|current (?:behaviou?rs?|results?|output)|observed\w*|"
         r"what (?:actually )?happen\w*|what (?:do|did|does) (?:you|i) (?:see|get)|"
         r"what (?:we|i) (?:see|get|saw|got)|result|instead"),
        (Role.LOGS, r"errors?(?: messages?| logs?| output)?|trace ?backs?|stack ?traces?|"
         r"(?:relevant |full |console )?(?:logs?|output)|exception|stderr|screenshots?"),
        (Role.ENVIRONMENT, r"environment\w*|env|versions?|system(?: info\w*)?|platform|set-?up|"
         r"desktop|your machine|dependenc\w+|requirements|packages|hardware|operating system|os|"
         r"specs?|pip (?:list|freeze)"),
        (Role.OPINION, r"(?:possible|proposed|suggested|potential) \w+|solution|work ?arounds?|"
         r"fix|suggestions?|root cause|causes?|hypothesis|analysis|alternatives?|suspicion|"
         r"why|thoughts"),
        (Role.SYMPTOM, r"bugs?|descri\w+|summary|problems?|issues?|symptoms?|overview|"
         r"what(?:'s| is) (?:wrong|broken|the)|details?"),
        (Role.OTHER, r"additional \w+|other|context|notes?|anything else|more info\w*|"
         r"motivation|links?|references?"),
    )
]  # fmt: skip
_LABEL = re.compile(
    r"(?:the )?(?:describe the (?:bug|issue|problem)|bug(?: report)?|issue type|"
    r"bug description|description|summary|problem|issue|symptoms?|"
    r"(?:expected|actual|current|observed|desired)(?: (?:behaviou?r|results?|output|outcome))?|"
    r"expectation|what happen(?:s|ed)(?: instead)?|what (?:i|you) expect(?:ed)?(?: to happen)?|"
    r"what (?:did )?(?:i|you) (?:expect|expected)(?: to happen)?|what should happen|"
    r"(?:steps|how|code|script|example)? ?to reproduce(?: (?:the|this) \w+| it)?|"
    r"reproduc(?:tion|ing)(?: steps| script| code)?|repro(?: steps)?|steps|"
    r"mwe|mre|minimal (?:working )?example|(?:full |error )?(?:traceback|stack ?trace)|"
    r"error(?: message| log)?|(?:relevant )?(?:logs?|output)|(?:my )?environment(?: info\w*)?|"
    r"env|versions?|system info\w*|platform|set-?up|workaround|possible (?:fix|solution|cause)|"
    r"(?:suggested|proposed) (?:fix|solution)|additional (?:context|info\w*)|notes?)"
)
_HASHES = re.compile(r" {0,3}(#{1,6})\s+(\S.{0,300}?)\s*#*$")
_BOLD = re.compile(
    r"\s{0,8}(?:[-*+]\s+|\d{1,3}[.)]\s+)?(\*\*|__|\*|_)(?=\S)([^*_`]{2,100})\1\s*:?\s*(.*)$"
)
_WORDS_AND_COLON = re.compile(
    r"\s{0,8}(?:[-*+]\s+|\d{1,3}[.)]\s+)?(\w[\w '/-]{1,50}?)\s?(?::|\?|-{2}| [–—])(?:\s+(.*))?$"
)
_NOT_WORDS = re.compile(r"[^\w'/ -]+")
_LABEL_LEVEL = 7
_ASKS = re.compile(
    r"(?:what|which|how|please|describe|provide|give|tell|is there|are you|have you|did you|do you|"
    r"can you|i have|your|any|a (?:clear|short|concise|brief)|steps|code|additional|expected|other)"
    r"\b"
)
_FEWEST_WORDS = 3
_OF_A_KNOWN_PART = 5
_LONGEST = 400


def heading_of(line: str) -> Heading | None:
    """The heading that a line is by itself."""
    if len(line) > _LONGEST:
        return None
    if hashes := _HASHES.match(line):
        return _heading(hashes[2], len(hashes[1]))
    if (bold := _BOLD.match(line)) and (
        _LABEL.fullmatch(_clean(bold[2])) or (not bold[3] and role_of(bold[2]) is not Role.OTHER)
    ):
        return _heading(bold[2], _LABEL_LEVEL, bold[3])
    label = _WORDS_AND_COLON.match(line)
    if label and _LABEL.fullmatch(_clean(label[1])):
        return _heading(label[1], _LABEL_LEVEL, label[2] or "")
    if len(line) < 50 and _LABEL.fullmatch(_clean(line)):
        return _heading(line, _LABEL_LEVEL)
    return None


def is_known_heading(line: str) -> bool:
    heading = heading_of(line)
    return heading is not None and heading.role is not Role.OTHER


def is_label(heading: Heading) -> bool:
    """Whether it is the name of a part of a report, and says nothing about the bug."""
    return _LABEL.fullmatch(heading.text) is not None


def is_statement(heading: Heading) -> bool:
    """Whether it says what is wrong, and does not ask for it as the parts of a template do."""
    words = heading.text.split()
    if heading.level >= _LABEL_LEVEL or _ASKS.match(heading.text) or heading.words.endswith("?"):
        return False
    return len(words) >= (_FEWEST_WORDS if heading.role is Role.OTHER else _OF_A_KNOWN_PART)


def _heading(words: str, level: int, rest: str = "") -> Heading:
    return Heading(_clean(words), words.strip().strip("*_").strip(), level, role_of(words), rest)


def role_of(heading: str) -> Role:
    words = _clean(heading)
    return next((role for role, pattern in _ROLES if pattern.search(words)), Role.OTHER)


def _clean(heading: str) -> str:
    return " ".join(_NOT_WORDS.sub(" ", heading).lower().split()).strip("-/ ")
