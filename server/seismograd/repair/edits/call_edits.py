"""Arguments of a call taken out, named and added, with all else of its text left as it is."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from itertools import groupby

from seismograd.faults import Edit, Position, Span
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import Place

NO_CALL = "there is no call to add it to"
_COMMENT = re.compile(r"#[^\n]*")


def set_arguments(place: Place, given: Mapping[str, str]) -> tuple[Edit, ...]:
    """Give keyword arguments of a call values, adding those that are not there."""
    return change_arguments(place, (), given)


def change_arguments(
    place: Place, removed: Collection[ast.AST], given: Mapping[str, str]
) -> tuple[Edit, ...]:
    """Without some arguments or keywords, and with others. Raises `CannotWrite`.

    Additions of several changes to one call can be made together, but for a call without any.
    """
    call = place.node
    if not isinstance(call, ast.Call):
        raise CannotWrite(NO_CALL)
    there = {keyword.arg: keyword for keyword in call.keywords}
    values = [
        Edit(place.chunk.span(there[name].value), text)
        for name, text in given.items()
        if name in there
    ]
    added = [f"{name}={text}" for name, text in given.items() if name not in there]
    kept = [one for one in _in_order(place, call) if one not in removed]
    if not kept:
        return (*values, Edit(_brackets(place, call), f"({', '.join(added)})"))
    return (*values, *_removals(place, call, removed), *_additions(place, kept[-1], call, added))


def _in_order(place: Place, call: ast.Call) -> list[ast.expr | ast.keyword]:
    found: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
    return sorted(found, key=lambda one: place.chunk.span(one).start)


def _brackets(place: Place, call: ast.Call) -> Span:
    return Span(place.span.file, place.chunk.span(call.func).end, place.span.end)


def _removals(place: Place, call: ast.Call, removed: Collection[ast.AST]) -> Iterator[Edit]:
    """Neighbours go together, with the commas between them."""
    items = _in_order(place, call)
    at = 0
    for is_out, run in groupby(items, key=lambda one: one in removed):
        group = list(run)
        first, last = place.chunk.span(group[0]), place.chunk.span(group[-1])
        following = items[at + len(group)] if at + len(group) < len(items) else None
        if is_out and following is not None:
            yield Edit(Span(first.file, first.start, place.chunk.span(following).start), "")
        elif is_out:
            before = place.chunk.span(items[at - 1])
            yield Edit(Span(first.file, _end(place, items[at - 1], before), last.end), "")
        at += len(group)


def _additions(
    place: Place, last: ast.expr | ast.keyword, call: ast.Call, added: list[str]
) -> Iterator[Edit]:
    span = place.chunk.span(last)
    at = _end(place, last, span)
    if added and at >= place.span.end:
        raise CannotWrite("its call has a generator for its only argument")
    own_line = _is_on_own_line(place, last)
    indent = "\n" + " " * (span.start.column - 1)
    line_end = _end_of_line(place, at) if own_line and last is _in_order(place, call)[-1] else None
    if added and line_end is not None:
        text = "".join(f"{indent}{one}," for one in added)
        yield Edit(Span(span.file, line_end, line_end), text)
    elif added:
        separator = f",{indent}" if own_line else ", "
        yield Edit(Span(span.file, at, at), "".join(f"{separator}{one}" for one in added))


def _is_on_own_line(place: Place, last: ast.expr | ast.keyword) -> bool:
    start = place.chunk.span(last).start
    line = place.chunk.document.lines[start.line - 1]
    return not line[: start.column - 1].strip() and start.line > place.span.start.line


def _end_of_line(place: Place, at: Position) -> Position | None:
    """Where a comma, and perhaps a comment, is all that follows on the line."""
    rest = place.chunk.document.lines[at.line - 1][at.column - 1 :].rstrip("\r")
    return Position(at.line, at.column + len(rest)) if re.match(r",\s*(#|$)", rest) else None


def _end(place: Place, item: ast.AST, span: Span) -> Position:
    """Behind the brackets that may stand around an argument."""
    inner = Span(span.file, span.end, place.span.end)
    tail = _COMMENT.sub(lambda found: " " * len(found[0]), place.chunk.document.slice(inner))
    rest = re.match(r"(?:\s*\))+(?=\s*,|\s*\)$)", tail)
    closing = rest[0] if rest else ""
    if not closing or (tail.strip() == ")" * tail.count(")") and tail.count(")") < 2):
        return span.end
    return _moved(span.end, closing)


def _moved(start: Position, text: str) -> Position:
    lines = text.split("\n")
    column = start.column + len(text) if len(lines) == 1 else len(lines[-1]) + 1
    return Position(start.line + len(lines) - 1, column)
