"""Values that sentences of a report give."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.report.bug_report import NamedValue
from seismograd.reproduce.report.literals import LITERAL, NUMBER, WORDS, number_of, scalar_of

_PAIR = r"[(\[]\s?(?P<first>\d{1,5})\s?,\s?(?P<second>\d{1,5})\s?[)\]]"
_CROSSED = r"(?P<rows>\d{1,5})\s?[x×]\s?(?P<columns>\d{1,5})\b"
_SIZE = re.compile(
    r"(?<![\w.])`?(?P<name>[a-z]+_(?:size|shape|resolution|hw))\b`?[^\n]{0,120}?"
    rf"\b(?:with|using|for|at|like|say|to|try|tried|e\.g\.,?)\s`?(?:{_PAIR}|{_CROSSED})",
    re.IGNORECASE,
)


def pairs_in(line: str) -> Iterator[NamedValue]:
    for found in _SIZE.finditer(line):
        first, second = found["first"] or found["rows"], found["second"] or found["columns"]
        yield NamedValue(found["name"], f"({first}, {second})", found.group())


_WORD = "|".join(WORDS)
_COUNT = rf"(?P<value>{NUMBER}(?!\w|\.\w)|(?:{_WORD})\b)"
_QUANTITY = (
    r"(?:mini[- ]?)?batch[- ]?size|learning[- ]rate|lr|weight[- ]decay|momentum|"
    r"drop ?out(?: rate| prob\w{0,8})?|(?:max |num(?:ber)?(?: of)? )?epochs?|(?:random )?seed|"
    r"seq(?:uence)?[- ]len(?:gth)?|max[- ]len(?:gth)?|hidden[- ](?:size|dim(?:ension)?)|"
    r"embed(?:ding)?[- ](?:size|dim(?:ension)?)|num(?:ber)?[- ](?:of[- ])?(?:workers|classes|"
    r"layers|heads|samples|channels|features|steps|gpus|devices|tokens|labels|epochs)|"
    r"gradient[- ]accumulation(?:[- ]steps)?|warm-?up(?:[- ]steps)?|"
    r"clip(?:ping)?(?:[- ](?:value|norm))?|temperature|threshold|patience|gamma|beta[12]?|"
    r"eps(?:ilon)?|stride|padding|dilation|groups|label[- ]smoothing|top[- ]k|"
    r"(?:kernel|world|chunk|window|image|input|vocab(?:ulary)?|step)[- ]size"
)
_LINK = (
    r"[`*]{0,2}\s?(?:={1,2}|:=?|≈|~)\s?[`*]{0,2}|"
    r"[`*]{0,2}\s(?:(?:is|was|are|were|equals|being|set|becomes|value)\s){0,2}"
    r"(?:of |to |at |is |as |by |equal to |exactly |only |just ){0,3}[`*]{0,2}"
)
_OF_QUANTITY = re.compile(rf"(?<![\w.-])(?P<name>{_QUANTITY})(?:{_LINK}){_COUNT}", re.IGNORECASE)
_GIVEN = re.compile(
    rf"(?<![\w.-])(?P<name>[A-Za-z_][\w.]{{0,60}})[`*]{{0,2}}\s?(?:={{1,2}}|:=)\s?[`*]{{0,2}}"
    rf"(?P<value>{LITERAL})"
)
_OF_IDENTIFIER = re.compile(
    rf"(?<![\w.-])(?:`(?P<quoted>[A-Za-z_][\w.]{{0,60}})`|(?P<name>[A-Za-z]\w{{0,30}}_\w{{1,40}}))"
    rf"(?:\sis|\swas|\sset|\sequal){{0,2}}(?:\sto|\sof|\sat|:)?\s`?(?P<value>{LITERAL}|(?:{_WORD})\b)"
)
_SET = re.compile(
    r"\b(?:set|sets|setting|change[ds]?|changing)\s(?:the )?`?(?P<name>[A-Za-z_][\w.]{0,60})`?"
    rf"\s(?:to|as)\s`?(?P<value>{LITERAL}|(?:{_WORD})\b)",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    rf"(?<![\w.=-]){_COUNT}\s(?:\w{{2,12}}\s)?(?P<name>epochs?|workers?|gpus?|classes|layers|heads?|"
    r"samples?|iterations?|channels?|features?|tokens?|steps?|batches|rows?|records?)\b",
    re.IGNORECASE,
)
_BATCH = re.compile(
    rf"\bbatch(?:es)?\s(?:of|with|has|having|containing|contains|that has)\s"
    rf"(?:size |only |just |a |exactly |the |length ){{0,2}}{_COUNT}",
    re.IGNORECASE,
)
_AT = re.compile(
    r"\b(?P<name>epoch|step|iteration|seed|rank)\s#?(?P<value>\d{1,12})\b", re.IGNORECASE
)
_SHAPE = re.compile(
    r"\b(?P<name>shapes?|size)\b(?: is| of|:| =)?\s?`?(?:torch\.Size\()?"
    r"(?P<value>[\[(]\d{1,9}(?:\s?[,x×]\s?\d{1,9}){0,7},?\s?[\])])",
    re.IGNORECASE,
)
_ONE_OF_MANY = ("epoch", "worker", "gpu", "head", "sample", "iteration", "channel", "feature")
_SEVERAL = {*_ONE_OF_MANY, "token", "step", "row", "record"}


def values_in_prose(line: str) -> Iterator[NamedValue]:
    """Longer readings first: what one of them has read is not read again by another."""
    for found in _SHAPE.finditer(line):
        yield NamedValue("shape", _tuple(found["value"]), found.group())
    for found in _BATCH.finditer(line):
        yield NamedValue("batch_size", number_of(found["value"]), found.group())
    for found in _OF_QUANTITY.finditer(line):
        yield NamedValue(_joined(found["name"]), number_of(found["value"]), found.group())
    if "=" in line:
        for found in _GIVEN.finditer(line):
            yield NamedValue(found["name"], scalar_of(found["value"]), found.group())
    if "_" in line or "`" in line:
        for found in _OF_IDENTIFIER.finditer(line):
            name = found["quoted"] or found["name"]
            yield NamedValue(name, scalar_of(found["value"]), found.group())
    for found in _SET.finditer(line):
        yield NamedValue(found["name"], scalar_of(found["value"]), found.group())
    yield from _counts(line)


def _counts(line: str) -> Iterator[NamedValue]:
    for found in _COUNTED.finditer(line):
        name = found["name"].lower()
        name = f"{name}s" if name in _SEVERAL else name
        yield NamedValue(name, number_of(found["value"]), found.group())
    for found in _AT.finditer(line):
        yield NamedValue(found["name"].lower(), int(found["value"]), found.group())


def _joined(name: str) -> str:
    words = name.lower().replace("-", " ").split()
    name = "_".join(words).removeprefix("number_of_").removeprefix("number_")
    return {"minibatch_size": "batch_size", "mini_batch_size": "batch_size"}.get(
        name, name
    ).replace("batchsize", "batch_size")


def _tuple(shape: str) -> str:
    numbers = re.findall(r"\d+", shape)
    return f"({', '.join(numbers)}{',' if len(numbers) == 1 else ''})"
