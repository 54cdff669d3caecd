"""Searching without backtracking: the time is linear in the text, whatever the pattern.

Patterns come from reports, from people and from language models, and are matched in the server:
none of them may keep it busy.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from seismograd.reproduce.criteria.matching.pattern_syntax import (
    Assertion,
    Character,
    Choice,
    Node,
    PatternError,
    Repeat,
    Sequence,
    parse_pattern,
)

MAX_STATES = 5_000
_MAX_KNOWN = 20_000
"""Transitions that are remembered; after that they are forgotten and found anew."""
_EDGE = ""
"""Stands for the character before the first and after the last."""


@dataclass(slots=True)
class _State:
    takes: re.Pattern[str] | None = None
    holds: str = ""
    then: list[int] = field(default_factory=list)


class Automaton:
    def __init__(self, tree: Node) -> None:
        self._states: list[_State] = []
        self._accept = self._add(_State())
        self._start = self._build(tree, self._accept)
        self._asserts = any(state.holds for state in self._states)
        self._known: dict[tuple[frozenset[int], str, str], frozenset[int]] = {}

    def searches(self, text: str) -> bool:
        """Whether the pattern occurs anywhere in the text."""
        current: frozenset[int] = frozenset()
        before = _EDGE
        for character in text:
            current = self._step(current, before, character)
            if self._accept in current:
                return True
            before = character
        return self._accept in self._step(current, before, _EDGE)

    def _step(self, current: frozenset[int], before: str, character: str) -> frozenset[int]:
        """The states after a character; holds the accepting one if it was reached on the way."""
        key = (current, _kind(before) if self._asserts else "", character)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _MAX_KNOWN:
                self._known.clear()
            known = self._known[key] = self._move(current, before, character)
        return known

    def _move(self, current: frozenset[int], before: str, character: str) -> frozenset[int]:
        reached = self._closure({*current, self._start}, before, character)
        if self._accept in reached:
            return frozenset({self._accept})
        return frozenset(
            after
            for number in reached
            for after in self._states[number].then
            if _takes(self._states[number], character)
        )

    def _closure(self, numbers: set[int], before: str, after: str) -> set[int]:
        todo, reached = list(numbers), set(numbers)
        while todo:
            state = self._states[todo.pop()]
            if state.takes is None and _holds(state.holds, before, after):
                new = [number for number in state.then if number not in reached]
                reached.update(new)
                todo += new
        return reached

    def _add(self, state: _State) -> int:
        if len(self._states) >= MAX_STATES:
            raise PatternError("the pattern is too long once its repetitions are written out")
        self._states.append(state)
        return len(self._states) - 1

    def _build(self, node: Node, then: int) -> int:
        """Adds the states of a node that go on to `then`; gives the first of them."""
        match node:
            case Character(source):
                return self._add(_State(takes=_character(source), then=[then]))
            case Assertion(source):
                return self._add(_State(holds=source, then=[then]))
            case Sequence(items):
                for item in reversed(items):
                    then = self._build(item, then)
                return then
            case Choice(options):
                return self._add(_State(then=[self._build(option, then) for option in options]))
            case Repeat():
                return self._build_repeat(node, then)

    def _build_repeat(self, node: Repeat, then: int) -> int:
        if node.most is None:
            loop = self._add(_State(then=[then]))
            self._states[loop].then.append(self._build(node.item, loop))
            then = loop
        else:
            end = then
            for _ in range(node.most - node.least):
                then = self._add(_State(then=[end, self._build(node.item, then)]))
        for _ in range(node.least):
            then = self._build(node.item, then)
        return then


@lru_cache(maxsize=256)
def automaton(pattern: str) -> Automaton:
    """The automaton of a pattern, or a PatternError."""
    return Automaton(parse_pattern(pattern))


@lru_cache(maxsize=1024)
def _character(source: str) -> re.Pattern[str]:
    return re.compile(source, re.IGNORECASE | re.DOTALL)


def _takes(state: _State, character: str) -> bool:
    return state.takes is not None and state.takes.fullmatch(character) is not None


def _kind(character: str) -> str:
    """All that assertions need to know of a character."""
    if character in (_EDGE, "\n"):
        return character
    return "w" if _is_word(character) else "-"


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _holds(assertion: str, before: str, after: str) -> bool:
    match assertion:
        case "^":
            return before in (_EDGE, "\n")
        case "$":
            return after in (_EDGE, "\n")
        case r"\A":
            return before == _EDGE
        case r"\Z":
            return after == _EDGE
        case r"\b":
            return _is_word(before) != _is_word(after)
        case r"\B":
            return _is_word(before) == _is_word(after)
    return True
