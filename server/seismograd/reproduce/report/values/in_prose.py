"""Values that sentences of a report give."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.report.bug_report import NamedValue
from seismograd.reproduce.report.literals import LITERAL, NUMBER, WORDS, number_of, scalar_of

_WORD = "|".join(WORDS)
_COUNT = rf"(?P<value>{NUMBER}(?!\w|\.\w)|(?:{_WORD})\b)"
_VALUE = rf"(?P<value>{LITERAL}|(?:{_WORD})\b)"
_QUANTITY = (
    r"(?:mini[- ]?)?batch[- ]?size|batch(?:es)?(?= of\b)|learning[- ]rate|lr|seed|"
    r"weight[- ]decay|momentum|drop ?out|"
    r"(?:num(?:ber)?(?:[- ]of)?[- ])?(?:epochs?|workers|classes|layers|heads|channels|features)|"
    r"(?:max|seq(?:uence)?)[- ]len(?:gth)?|(?:hidden|embed(?:ding)?)[- ](?:size|dim(?:ension)?)|"
    r"(?:kernel|image|input|vocab(?:ulary)?|step)[- ]size|gradient[- ]accumulation(?:[- ]steps)?|"
    r"warm-?up(?:[- ]steps)?|label[- ]smoothing|temperature|threshold|patience|stride|padding"
)
"""What people write in words, and projects with underscores."""
_LINK = r"[`*]{0,2}(?:\s?[:=]=?\s?|\s(?:(?:is|was|of|to|at|set|only|size)\s){0,3})[`*]{0,2}"
_OF_QUANTITY = re.compile(rf"(?<![\w.-])(?P<name>{_QUANTITY}){_LINK}{_COUNT}", re.I)
_GIVEN = re.compile(
    rf"(?<![\w.-])(?P<name>[A-Za-z_][\w.]{{0,60}})[`*]{{0,2}}\s?:?=\s?[`*]{{0,2}}"
    rf"(?P<value>{LITERAL})"
)
_OF_IDENTIFIER = re.compile(
    rf"(?<![\w.-])`?(?P<name>(?<=`)[A-Za-z_][\w.]{{0,60}}(?=`)|[A-Za-z]\w{{0,30}}_\w{{1,40}})`?"
    rf":?\s(?:(?:is|was|set|equal|to|of|at)\s){{0,3}}`?{_VALUE}"
)
_SET = re.compile(
    rf"\b(?:set|chang)\w{{0,4}}\s(?:the )?(?P<name>[A-Za-z_]\w{{0,60}})\s(?:to|as)\s`?{_VALUE}",
    re.I,
)
_FILLERS = ("mini", "num", "number", "of")
_COUNTED = re.compile(
    rf"(?<![\w.=-]){_COUNT}\s(?P<name>epoch|step|worker|gpu|classe|layer|head|sample)s?\b",
    re.I,
)
_SHAPE = re.compile(
    r"\b(?:shapes?|size)\b(?: is| of|:| =)?\s?`?(?:torch\.Size\()?"
    r"(?P<value>[\[(]\d{1,9}(?:\s?[,x×]\s?\d{1,9}){0,7},?\s?[\])])",
    re.I,
)


def values_in_prose(line: str) -> Iterator[NamedValue]:
    for found in _SHAPE.finditer(line):
        yield NamedValue("shape", _tuple(found["value"]), found.group())
    for found in _OF_QUANTITY.finditer(line):
        yield NamedValue(_joined(found["name"]), number_of(found["value"]), found.group())
    for found in _COUNTED.finditer(line):
        name = f"{found['name'].lower()}s"
        yield NamedValue(name, number_of(found["value"]), found.group())
    for pattern in (_GIVEN, _OF_IDENTIFIER, _SET):
        for found in pattern.finditer(line):
            yield NamedValue(found["name"], scalar_of(found["value"]), found.group())


def _joined(name: str) -> str:
    words = [word for word in re.split(r"[- ]", name.lower()) if word not in _FILLERS]
    joined = "_".join(words)
    return "batch_size" if joined.startswith("batch") else joined


def _tuple(shape: str) -> str:
    numbers = re.findall(r"\d+", shape)
    return f"({', '.join(numbers)}{',' if len(numbers) == 1 else ''})"
