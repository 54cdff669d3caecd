"""Calls in sentences, and what they are said to come to: "`f(2)` gives 4 instead of 3"."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.report.blocks import blocks_of
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.report.prose import paragraphs
from seismograd.reproduce.report.values.notes import Note, read_note
from seismograd.reproduce.report.values.shown import Shown
from seismograd.reproduce.report.values.shown_literals import closing_bracket
from seismograd.source.shallow_parse import parse_expression, parse_module

MOST_TEXT = 20_000
MOST_OF_A_NOTE = 240
_FOREIGN = frozenset({"torch", "np", "numpy", "tensor", "array", "math", "nn", "F", "tf", "keras"})
_SPAN = re.compile(r"(?<!`)(`{1,2})(?!`)(?P<code>[^`\n]{3,300})\1(?!`)")
_BARE_CALL = re.compile(r"(?<![\w.`/])[A-Za-z_][\w.]{1,80}\(")
_BARE_VALUE = re.compile(
    r"(?<![\w.`(,-])[a-z_]\w{0,40} ?= ?(?=[\[\d(\"'-]|(?:torch|np|numpy)\.\w+\()"
)
_TAIL = re.compile(r"(?:\[[^\[\]\s]{1,40}\]|\.[a-z_]\w{0,30}(?:\(\))?)+")
_LITERAL = re.compile(r"-?\d[\d.]*(?:e-?\d+)?|\"[^\"\n]*\"|'[^'\n]*'")
_FULL_STOP = re.compile(r"(?<=\d)\.(?=\s|$)")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_GOES_ON = re.compile(
    r"(?:it|that|this|the (?:right|correct|true|expected)\b.{0,20}?|i|we|should|expected|but|"
    r"by hand|instead|what|so|must)\b.{0,40}?\b(?:should|must|expect\w*|would|by hand|count|"
    r"correct|right|supposed|instead|is|be|get|calculate)\b",
    re.I,
)
_GIVEN = re.compile(r"^\s*(?:(?:with|for|where|on|and|using|when)\b|[,\s])+", re.I)
_STANDS_ALONE = re.compile(
    r"\s*(?:$|[.,;:!?)(–—-]|(?:instead|but|and|rather|which|while|although|not|though|where|when|for|"
    r"as|even|here|now|again|whereas|however|every|always|vs)\b)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class _Piece:
    """Code within a sentence, from and to where."""

    code: str
    start: int
    end: int
    is_call: bool


def told_calls(report: BugReport) -> tuple[Shown, ...]:
    """Those of which the report says what they should come to.

    That a value is another one than before proves nothing in a sentence: many are told in passing.
    """
    found: list[Shown] = []
    given: list[str] = []
    for text in _paragraphs(report):
        pieces = _pieces(text)
        given += [piece.code for piece in pieces if not piece.is_call]
        notes = _with_notes(text, pieces)
        found += [_shown(given, piece, note) for piece, note in notes if note.expected]
    return tuple(found)


def _paragraphs(report: BugReport) -> Iterator[str]:
    for block in blocks_of(report.text[:MOST_TEXT].splitlines()):
        if not block.is_code:
            yield from paragraphs(block)


def _with_notes(text: str, pieces: list[_Piece]) -> Iterator[tuple[_Piece, Note]]:
    calls = [piece for piece in pieces if piece.is_call]
    for number, piece in enumerate(calls):
        end = calls[number + 1].start if number + 1 < len(calls) else len(text)
        values = [one for one in pieces if not one.is_call and piece.end <= one.start < end]
        said = _about_it(_without(text[piece.end : end], [one.code for one in values]))
        note = read_note(said)
        if note.seen is not None and _STANDS_ALONE.match(said[note.seen.end :]):
            yield piece, note


def _without(text: str, codes: list[str]) -> str:
    """Without the values that the call is made with."""
    for code in codes:
        text = text.replace(code, "", 1)
    return _GIVEN.sub("", text.replace("`", "")) if codes else text


def _about_it(rest: str) -> str:
    """The rest of the sentence, and the next ones as long as they say what is right."""
    first, *others = _SENTENCE.split(rest.replace("`", "")[:MOST_OF_A_NOTE])
    kept = [first]
    for other in others:
        if not _GOES_ON.match(other):
            break
        kept.append(other)
    return _FULL_STOP.sub(" .", " ".join(kept))


def _shown(given: list[str], piece: _Piece, note: Note) -> Shown:
    code = "\n".join([*given, piece.code])
    expression = ast.unparse(ast.parse(piece.code, mode="eval").body)
    return Shown(code, len(given) + 1, expression, note.seen, note.expected, is_doubted=True)


def _pieces(text: str) -> list[_Piece]:
    """Calls and values of variables, in the order of the text; none lies within another."""
    found: list[_Piece] = []
    for piece in sorted([*_in_backticks(text), *_bare(text)], key=lambda one: one.start):
        if not found or piece.start >= found[-1].end:
            found.append(piece)
    return found


def _in_backticks(text: str) -> Iterator[_Piece]:
    for span in _SPAN.finditer(text):
        code = span["code"].strip()
        is_call = _is_call(code)
        if is_call or _is_value(code):
            yield _Piece(code, span.start(), span.end(), is_call)


def _bare(text: str) -> Iterator[_Piece]:
    """Without backticks: up to the bracket that closes it."""
    for match in _BARE_CALL.finditer(text):
        end = closing_bracket(text, match.end() - 1) or 0
        tail = _TAIL.match(text, end)
        end = tail.end() if tail and tail[0].rstrip(".") == tail[0] else end
        if end and _is_call(text[match.start() : end]):
            yield _Piece(text[match.start() : end], match.start(), end, is_call=True)
    for match in _BARE_VALUE.finditer(text):
        end = _end_of_value(text, match.end())
        if _is_value(text[match.start() : end]):
            yield _Piece(text[match.start() : end], match.start(), end, is_call=False)


def _end_of_value(text: str, start: int) -> int:
    if literal := _LITERAL.match(text, start):
        return literal.end() - literal[0].endswith(".")
    opened = re.compile(r"[\[(]").search(text, start)
    return closing_bracket(text, opened.start()) or start if opened else start


def _is_call(code: str) -> bool:
    """An expression that calls something of the reporter's with arguments."""
    try:
        node = parse_expression(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    calls = [n for n in ast.walk(node) if isinstance(n, ast.Call) and not _is_common(n)]
    has_gaps = any(isinstance(n, ast.Constant) and n.value is ... for n in ast.walk(node))
    return not has_gaps and any(one.args or one.keywords for one in calls)


def _is_common(call: ast.Call) -> bool:
    """Of Python or of a framework, as values are written."""
    root = ast.unparse(call.func).partition(".")[0]
    return hasattr(builtins, root) or root in _FOREIGN


def _is_value(code: str) -> bool:
    """A variable that is given a list, a tensor or the like: `lr = 1` is an option as well."""
    try:
        body = parse_module(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    first = body[0] if len(body) == 1 else None
    return isinstance(first, ast.Assign) and isinstance(first.targets[0], ast.Name)
