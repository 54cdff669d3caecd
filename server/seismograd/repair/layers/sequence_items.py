"""Layers in a list, in a call of `Sequential`, or added one by one: put one in, take one out."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from seismograd.faults import Edit, Position, Span
from seismograd.repair.layers.numbered_items import is_numbered
from seismograd.repair.layers.syntax import with_parents
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import insert_after, remove_statement, source_of

ADDING = ("add", "append")
CONTAINER = "Sequential"


@dataclass(frozen=True, slots=True)
class _Holder:
    """The node that a layer is an item of."""

    node: ast.Call | ast.List
    outer: ast.AST | None
    item: ast.expr

    @property
    def adds(self) -> bool:
        """Whether it is a statement that adds one layer."""
        call = self.node
        is_method = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        return is_method and call.func.attr in ADDING and isinstance(self.outer, ast.Expr)  # type: ignore[union-attr]

    @property
    def items(self) -> list[ast.expr]:
        return self.node.args if isinstance(self.node, ast.Call) else self.node.elts


def is_item(place: Place) -> bool:
    """Whether data certainly passes this layer between its neighbours in the text."""
    try:
        _holder(place)
    except CannotWrite:
        return False
    return True


def is_taken_by_number(place: Place) -> bool:
    """Whether the file takes layers out of this sequence by number."""
    return is_numbered(place.chunk.document, with_parents(place)[1:])


def insert_items(place: Place, *texts: str) -> tuple[Edit, ...]:
    """Put layers behind another one. Raises `CannotWrite`."""
    holder = _numbered_holder(place)
    if holder.adds and isinstance(holder.node, ast.Call):
        return (_statements(place, source_of(Place(place.chunk, holder.node.func)), texts),)
    separator = _separator(place, holder)
    lines = place.chunk.document.lines
    end = place.span.end
    if "\n" in separator and _ends_line(lines[end.line - 1][end.column - 1 :]):
        end = Position(end.line, len(lines[end.line - 1]) + 1)
        separator = separator.removeprefix(",")
        text = "".join(f"{separator}{one}," for one in texts)
    else:
        text = "".join(f"{separator}{one}" for one in texts)
    return (Edit(Span(place.span.file, end, end), text),)


def insert_first(place: Place, text: str) -> tuple[Edit, ...]:
    """Put a layer before the first one of a sequence. Raises `CannotWrite`."""
    holder = _numbered_holder(place)
    start = place.span.start
    if holder.adds or not holder.items or holder.items[0] is not holder.item:
        raise CannotWrite("it is not the first of a sequence of layers")
    return (Edit(Span(place.span.file, start, start), f"{text}{_separator(place, holder)}"),)


def _statements(place: Place, method: str, texts: tuple[str, ...]) -> Edit:
    edits = [insert_after(place, f"{method}({text})") for text in texts]
    found = [edit for edit in edits if edit is not None]
    if not found or len(found) < len(texts):
        raise CannotWrite("other statements stand on its line")
    return Edit(found[0].span, "".join(edit.new_text for edit in found))


def remove_items(places: Sequence[Place]) -> tuple[Edit, ...]:
    """Take out layers that stand one behind the other. Raises `CannotWrite`."""
    holders = [_numbered_holder(place) for place in places]
    if all(holder.adds for holder in holders):
        edits = [remove_statement(place) for place in places]
        return tuple(edit for edit in edits if edit is not None)
    if any(holder.node is not holders[0].node for holder in holders):
        raise CannotWrite("its layers stand in different places")
    return (_without(places[0], holders),)


def _without(place: Place, holders: Sequence[_Holder]) -> Edit:
    """With the commas that belong to the items."""
    items = holders[0].items
    spans = [place.chunk.span(item) for item in items]
    first, last = items.index(holders[0].item), items.index(holders[-1].item)
    if last - first != len(holders) - 1:
        raise CannotWrite("its layers do not stand one behind the other")
    if last + 1 < len(items):
        return Edit(Span(place.span.file, spans[first].start, spans[last + 1].start), "")
    start = spans[first - 1].end if first else spans[first].start
    return Edit(Span(place.span.file, start, spans[last].end), "")


def _holder(place: Place) -> _Holder:
    item, node, outer, *_ = [*with_parents(place), None, None, None]
    if isinstance(node, ast.Call) and isinstance(item, ast.expr) and item in node.args:
        found = _Holder(node, outer, item)
        if found.adds or _is_container(node):
            return found
    if isinstance(node, ast.List) and isinstance(item, ast.expr) and _is_chain(outer):
        return _Holder(node, outer, item)
    raise CannotWrite("it does not stand in a sequence of layers")


def _numbered_holder(place: Place) -> _Holder:
    if is_taken_by_number(place):
        raise CannotWrite("the file takes layers of this sequence by number")
    return _holder(place)


def _is_container(call: ast.AST | None) -> bool:
    function = call.func if isinstance(call, ast.Call) else None
    name = function.attr if isinstance(function, ast.Attribute) else None
    return CONTAINER in (name, function.id if isinstance(function, ast.Name) else None)


def _is_chain(outer: ast.AST | None) -> bool:
    """Whether a list is one of layers that data passes in this order."""
    if isinstance(outer, ast.Call) and not _is_container(outer):
        return isinstance(outer.func, ast.Attribute) and outer.func.attr == "extend"
    return isinstance(outer, ast.Call | ast.Assign | ast.AnnAssign | ast.AugAssign)


def _separator(place: Place, holder: _Holder) -> str:
    """What stands between items here: a comma, and a new line where each has its own."""
    spans = [place.chunk.span(item) for item in holder.items]
    index = holder.items.index(holder.item)
    here = spans[index]
    if index + 1 < len(spans) and spans[index + 1].start.line == here.end.line:
        return ", "
    lines = place.chunk.document.lines
    before = lines[here.start.line - 1][: here.start.column - 1]
    if not before.strip():
        return f",\n{before}"
    apart = next((one.start for one in spans if one.start.line != here.start.line), None)
    return ", " if apart is None else f",\n{_indent(lines, apart)}"


def _indent(lines: list[str], at: Position) -> str:
    line = lines[at.line - 1]
    return line[: len(line) - len(line.lstrip())]


def _ends_line(rest: str) -> bool:
    """Whether nothing but a comma and a comment, which stays with the item, follows it."""
    before, comma, after = rest.partition(",")
    return bool(comma) and not before.strip() and after.strip()[:1] in ("", "#")
