"""What the report and the project's own use give a reason for."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.identifiers import words_of
from seismograd.reproduce.context.project_files import text_files
from seismograd.reproduce.context.project_view import Symbol
from seismograd.reproduce.context.sources import read_text
from seismograd.reproduce.criteria.derive.clauses import is_negated
from seismograd.reproduce.report.literals import NUMBER, WORDS, number_of, scalar_of
from seismograd.reproduce.validate.fidelity.script_calls import ScriptCall
from seismograd.source.shallow_parse import parse_expression

MOST_TEXT = 200_000
"""Characters of a report."""
MOST_OF_PROJECT = 4_000_000
MOST_POWER = 24
"""Of two, that is; 8 bits make 256 values."""
Value = str | float | bool | tuple[object, ...] | None
_SENTENCE = re.compile(r"[.!?;]\s|\n\s*\n")
_NUMBER = re.compile(rf"(?<![\w.]){NUMBER}(?![\w]*\.?\w*\d)")
_BY = re.compile(r"(?<=\d)[x×](?=\d)")
_COUNTED = {**WORDS, "binary": 2, "empty": 0, "pair": 2, "twice": 2}
_VALUE = (
    r"(-?[\d.][\w.+-]{0,30}|\"[^\"\n]{0,100}\"|'[^'\n]{0,100}'|"
    r"[Tt]rue\b|[Ff]alse\b|None\b|null\b)"
)
_TYPE = r"(?:[ \t]*:[ \t]*[\w.|\[\] ]{1,60})?"
_SETTING = re.compile(rf"\b([A-Za-z_][\w-]{{0,80}})[\"']?{_TYPE}[ \t]*[=:][ \t]*{_VALUE}")
_OPTION = re.compile(rf"--([\w-]{{1,80}})[\"'][^\n)]{{0,300}}?\bdefault\s*=\s*{_VALUE}")


class Grounds:
    def __init__(self, case: Case) -> None:
        self._case = case
        self.text = f"{case.report.title}\n\n{case.report.text}"[:MOST_TEXT]

    def says(self, pattern: re.Pattern[str]) -> bool:
        """Whether it speaks of something, and does not deny it in the same sentence."""
        for found in pattern.finditer(self.text):
            before = _SENTENCE.split(self.text[: found.start()])[-1]
            if not is_negated(before, len(before)):
                return True
        return False

    @cached_property
    def numbers(self) -> frozenset[float]:
        """Of the report, also in words."""
        found = (number_of(text) for text in _NUMBER.findall(_BY.sub(" x ", self.text)))
        words = re.findall(r"[a-z]+", self.text.lower())
        return frozenset(
            [
                *(abs(float(one)) for one in found if one is not None),
                *(float(_COUNTED[word]) for word in words if word in _COUNTED),
            ]
        )

    def has(self, value: object) -> bool:
        """Whether the report has a value, in whatever place."""
        if isinstance(value, bool) or value is None:
            return False
        if isinstance(value, int | float):
            return abs(float(value)) in self.numbers and (value != 0 or self._gives_zero())
        if isinstance(value, str):
            return bool(value) and self.has_word(value)
        if isinstance(value, tuple | list):
            return all(self.has(one) for one in value)
        return False

    def _gives_zero(self) -> bool:
        """To something: it often only comes out of something, as in an error message."""
        given = r"(?:[=:(,]\s?|\b(?:is|of|to|with|by|for) `?)(?:0(?:\.0*)?|zero)(?![\w.]*\w)"
        return re.search(given, self.text, re.IGNORECASE) is not None

    def has_word(self, text: str) -> bool:
        return re.search(rf"(?<!\w){re.escape(text)}(?!\w)", self.text, re.IGNORECASE) is not None

    def names(self, setting: str) -> bool:
        """Whether the report speaks of a setting: by its name, or by all of its words in a row.

        A name of one word is one only where it stands as a name, or before a value.
        """
        words = words_of(setting)
        if len(words) > 1:
            pattern = r"[\s_-]{0,3}".join(map(re.escape, words))
            return re.search(rf"(?<![a-z]){pattern}", self.text, re.IGNORECASE) is not None
        name = re.escape(setting)
        return re.search(rf"`{name}`|(?<!\w){name}\s?[=:]|--{name}\b", self.text) is not None

    def given_for(self, setting: str) -> list[Value]:
        """What the report gives for a setting, in its code and in words."""
        wanted = _plain(setting)
        found = [
            scalar_of(value.rstrip(".-+"))
            for name, value in _SETTING.findall(self.text)
            if _plain(name) == wanted
        ]
        named = (one.value for one in self._case.report.values if _plain(one.name) == wanted)
        return list(dict.fromkeys([*found, *map(_with_sequences, named)]))

    def of_project(self, name: str) -> frozenset[Value]:
        """What settings of this name are set to anywhere in the project."""
        return frozenset(self._settings.get(_plain(name), ()))

    @cached_property
    def numbers_of_project(self) -> frozenset[float]:
        """All numbers that stand anywhere in its files, and powers of two by their exponent."""
        found = (number_of(one) for text in self._texts.values() for one in _NUMBER.findall(text))
        plain = {abs(float(one)) for one in found if one is not None}
        powers = {2.0**one for one in plain if one.is_integer() and 8 <= one <= MOST_POWER}
        return frozenset(plain | powers)

    def defines(self, name: str) -> bool:
        """Whether it is a name of the project's own."""
        return any(one.name == name for one in self._case.project.symbols)

    def in_project(self, word: str) -> bool:
        """Whether the project uses a word anywhere, in its tests as well."""
        return self.matches_project(rf"(?<!\w){re.escape(word)}(?!\w)")

    def matches_project(self, pattern: str) -> bool:
        found = re.compile(pattern)
        return any(found.search(text) for text in self._texts.values())

    def own_values(self, call: ScriptCall, parameter: str) -> list[str]:
        """What the project itself gives there: its default first. As source."""
        defaults = [one.default for one in call.callee.parameters if one.name == parameter]
        texts = dict.fromkeys([*defaults, *self._given(call.callee, parameter)])
        return [text for text in texts if text is not None and _is_plain(text)]

    def _given(self, callee: Symbol, parameter: str) -> Iterator[str]:
        for site in self._case.project.calls_of(callee):
            try:
                node = parse_expression(site.text).body
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue
            if isinstance(node, ast.Call):
                given = dict(ScriptCall(node, callee).given())
                if parameter in given:
                    yield ast.unparse(given[parameter])

    @cached_property
    def _settings(self) -> Mapping[str, set[Value]]:
        found: dict[str, set[Value]] = defaultdict(set)
        for text in self._texts.values():
            for name, value in (*_SETTING.findall(text), *_OPTION.findall(text)):
                found[_plain(name)].add(scalar_of(value.rstrip(".-+")))
        return found

    @cached_property
    def _texts(self) -> Mapping[str, str]:
        """Files of the project, as far as they are read."""
        found: dict[str, str] = {}
        left = MOST_OF_PROJECT
        for file in text_files(self._case.root):
            found[file] = (read_text(self._case.root, file) or "")[:left]
            left -= len(found[file])
        return found


def _with_sequences(value: Value) -> Value:
    """A tuple or list, where a report has it as text: `(32, 3)`."""
    if isinstance(value, str) and value[:1] in ("(", "[") and _is_plain(value):
        found = ast.literal_eval(value)
        return tuple(found) if isinstance(found, list | tuple) else value
    return value


def _plain(name: str) -> str:
    return name.lower().replace("-", "_").strip("_")


def _is_plain(text: str) -> bool:
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return False
    return True
