"""What the sections of reports are called, and what they hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto


class Role(Enum):
    SYMPTOM = auto()
    EXPECTED = auto()
    STEPS = auto()
    LOGS = auto()
    ENVIRONMENT = auto()
    ASIDE = auto()
    """Formalities, guesses at causes, ways around: worth reading, not to be believed."""
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

    @property
    def is_label(self) -> bool:
        """Whether it is the name of a part of a report, and says nothing about the bug."""
        return self.role is not Role.OTHER and _LABEL_WORDS.issuperset(self.text.split())

    @property
    def is_statement(self) -> bool:
        """Whether it says what is wrong, and does not ask for it as the parts of a template do."""
        if self.level >= _LABEL_LEVEL or self.words.endswith("?") or _ASKS.match(self.text):
            return False
        return len(self.text.split()) >= (3 if self.role is Role.OTHER else 5)


_ROLES = [
    (role, re.compile(rf"\b(?:{words})\b"))
    for role, words in (
        (Role.ASIDE, r"check ?list|before (?:submitting|you|asking)|prerequisites|contribut\w+|"
         r"code of conduct|searched|existing issues?|willing|validations"),
        (Role.SYMPTOM, r"expected (?:vs|versus|and|/) ?actual|actual (?:vs|versus|and) expected"),
        (Role.EXPECTED, r"expect\w*|should (?:have )?happen\w*|desired|correct behaviou?rs?|"
         r"intended behaviou?rs?|wanted"),
        (Role.STEPS, r"repro\w*|steps?|how to (?:trigger|see|get)|mwe|mre|test case|"
         r"(?:minimal|code|example|working) (?:example|sample|script|code|snippet)"),
        (Role.SYMPTOM, r"actual\w*|current (?:behaviou?rs?|results?|output)|observed\w*|"
         r"what (?:actually )?happen\w*|what (?:(?:do|did|does) )?(?:you|i|we) (?:see|get|saw|got)|"
         r"result|instead"),
        (Role.LOGS, r"errors?(?: messages?| logs?| output)?|trace ?backs?|stack ?traces?|"
         r"(?:relevant |full |console )?(?:logs?|output)|exception|stderr|screenshots?"),
        (Role.ENVIRONMENT, r"environment\w*|env|versions?|system(?: info\w*)?|platform|set-?up|"
         r"dependenc\w+|requirements|packages|hardware|operating system|os|pip (?:list|freeze)"),
        (Role.ASIDE, r"(?:possible|proposed|suggested|potential) \w+|solution|work ?arounds?|"
         r"fix|suggestions?|causes?|hypothesis|analysis|alternatives?|why|thoughts"),
        (Role.SYMPTOM, r"bugs?|descri\w+|summary|problems?|issues?|symptoms?|overview|"
         r"what(?:'s| is) (?:wrong|broken|the)|details?"),
        (Role.ASIDE, r"additional \w+|context|notes?"),
    )
]  # fmt: skip
_WORDS_OF_LABELS = """
the my a describe bug report issue type description summary problem symptom symptoms expected
actual current observed desired behavior behaviour result results output outcome expectation what
happens happened instead i you did do expect to happen should steps how code script example
reproduce this it reproduction reproducing repro mwe mre minimal working full error traceback
stack trace stacktrace message log logs relevant environment info information env version versions
platform setup workaround possible fix solution cause suggested proposed additional context note
notes and system
"""
_LABEL_WORDS = frozenset(_WORDS_OF_LABELS.split())
"""Where a line has no other words, it is a heading even without a mark."""
_HASHES = re.compile(r" {0,3}(#{1,6})\s+(\S.{0,300}?)\s*#*$")
_BULLET = r"\s{0,8}(?:[-*+]\s+|\d{1,3}[.)]\s+)?"
_BOLD = re.compile(rf"{_BULLET}(\*\*|__|\*|_)(?=\S)([^*_`]{{2,100}})\1\s*:?\s*(.*)$")
_AND_COLON = re.compile(rf"{_BULLET}(\w[\w '/-]{{1,50}}?)\s?(?::|\?|-{{2}}| [–—])(?:\s+(.*))?$")
_NOT_WORDS = re.compile(r"[^\w'/ -]+")
_LABEL_LEVEL = 7
_ASKS = re.compile(
    r"(?:what|which|how|please|describe|provide|tell|is there|(?:are|have|did|do|can) you|your|any|"
    r"a (?:clear|short|concise|brief)|steps|code|additional|expected|other)\b"
)
_LONGEST = 400
_LONGEST_ALONE = 50


def heading_of(line: str) -> Heading | None:
    """The heading that a line is by itself."""
    if len(line) > _LONGEST:
        return None
    if hashes := _HASHES.match(line):
        return _heading(hashes[2], len(hashes[1]))
    if bold := _BOLD.match(line):
        heading = _heading(bold[2], _LABEL_LEVEL, bold[3])
        if heading.is_label or (not bold[3] and heading.role is not Role.OTHER):
            return heading
    if label := _AND_COLON.match(line):
        heading = _heading(label[1], _LABEL_LEVEL, label[2] or "")
    else:
        heading = _heading(line if len(line) < _LONGEST_ALONE else "", _LABEL_LEVEL)
    return heading if heading.is_label else None


def is_known_heading(line: str) -> bool:
    heading = heading_of(line)
    return heading is not None and heading.role is not Role.OTHER


def _heading(words: str, level: int, rest: str = "") -> Heading:
    text = " ".join(_NOT_WORDS.sub(" ", words).lower().split()).strip("-/ ")
    role = next((role for role, pattern in _ROLES if pattern.search(text)), Role.OTHER)
    return Heading(text, words.strip().strip("*_").strip(), level, role, rest)
