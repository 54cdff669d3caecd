"""Edits on nodes that leave everything else of the text as it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import Edit, Position, Span
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Place

TENSOR_METHODS = "Tensor."
"""How the paths of methods of tensors begin."""


def source_of(place: Place) -> str:
    """The text of a node."""
    return place.chunk.document.slice(place.span)


def replace(place: Place, text: str) -> Edit:
    return Edit(place.span, text)


def replace_with_input(call: Call) -> Edit | None:
    """Put what a call of a function or of a method of a tensor computes on in its place."""
    place, node = call.place, call.place.node
    if not isinstance(node, ast.Call):
        return None
    if call.path.startswith(TENSOR_METHODS) and isinstance(node.func, ast.Attribute):
        return _replace_call(place, Place(place.chunk, node.func.value))
    return _replace_call(place, Place(place.chunk, node.args[0])) if node.args else None


def _replace_call(place: Place, inner: Place) -> Edit:
    return Edit(place.span, closed_source(inner))


def closed_source(place: Place) -> str:
    """The text of an expression as it can stand beside an operator: in brackets where it needs
    them."""
    text = source_of(place)
    return text if is_closed(place.node) else f"({text})"


def is_closed(node: ast.AST) -> bool:
    """Whether an expression binds tightly enough to stand anywhere."""
    return isinstance(
        node, ast.Name | ast.Attribute | ast.Call | ast.Subscript | ast.Constant | ast.Tuple
    )


def rename_function(place: Place, name: str, new_name: str) -> Edit | None:
    """Call another function of the same module; None where its name is imported by itself."""
    call = place.node
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return None
    if call.func.attr != name:
        return None
    module = source_of(Place(place.chunk, call.func.value))
    return Edit(place.chunk.span(call.func), f"{module}.{new_name}")


def set_argument(place: Place, name: str, text: str) -> Edit | None:
    """Give a keyword argument of a call a value, adding it where it is not there."""
    call = place.node
    if not isinstance(call, ast.Call):
        return None
    for keyword in call.keywords:
        if keyword.arg == name:
            return Edit(place.chunk.span(keyword.value), text)
    return _append_argument(place, call, f"{name}={text}")


def _append_argument(place: Place, call: ast.Call, text: str) -> Edit:
    end = place.span.end
    at = Position(end.line, end.column - 1)
    arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
    if not arguments:
        return Edit(Span(place.span.file, at, at), text)
    last = max(place.chunk.span(argument).end for argument in arguments)
    tail = place.chunk.document.slice(Span(place.span.file, last, at))
    if tail.lstrip(")").strip().startswith(","):
        return Edit(Span(place.span.file, at, at), f"{text}," if "\n" in tail else f" {text}")
    here = Span(place.span.file, last, last) if ")" not in tail else Span(place.span.file, at, at)
    return Edit(here, f", {text}")


def splat_argument(place: Place, argument: Place) -> tuple[Edit, ...]:
    """Hand on the items of a call's only argument one by one."""
    span = argument.span
    if span.end != place.span.end:
        return (_insertion(span.file, span.start, "*"),)
    # A generator can share its brackets with the call.
    first = Position(span.start.line, span.start.column + 1)
    last = Position(span.end.line, span.end.column - 1)
    return _insertion(span.file, first, "*("), _insertion(span.file, last, ")")


def _insertion(file: str, at: Position, text: str) -> Edit:
    return Edit(Span(file, at, at), text)


def remove_argument(place: Place, argument: ast.AST) -> Edit | None:
    """Take an argument (or keyword) out of a call, with the comma that belongs to it."""
    call = place.node
    if not isinstance(call, ast.Call):
        return None
    arguments: list[ast.AST] = sorted(
        [*call.args, *call.keywords], key=lambda item: place.chunk.span(item).start
    )
    return remove_item(place, arguments, argument, place.chunk.span(call.func).end)


def remove_item(
    place: Place, items: list[ast.AST], item: ast.AST, opening: Position
) -> Edit | None:
    """Take an item out of a comma-separated list that starts after `opening`."""
    if item not in items:
        return None
    index = items.index(item)
    own = place.chunk.span(item)
    if index + 1 < len(items):
        following = place.chunk.span(items[index + 1])
        return Edit(Span(own.file, own.start, following.start), "")
    if index:
        before = place.chunk.span(items[index - 1])
        return Edit(Span(own.file, before.end, own.end), "")
    return Edit(own, "")


def enclosing_statement(place: Place) -> ast.stmt | None:
    """The innermost statement around a node."""
    found: ast.stmt | None = None
    first, last = place.node.lineno, place.node.end_lineno  # type: ignore[attr-defined]
    pending: list[ast.stmt] = list(place.chunk.statements)
    while pending:
        statement = pending.pop()
        # Most statements stand on other lines, which is quick to see.
        near = statement.lineno <= first and last <= (statement.end_lineno or last)
        if near and _holds(statement, place.node):
            found = statement
            pending = list(_inner_statements(statement))
    return found


def _holds(outer: ast.AST, inner: ast.AST) -> bool:
    start = (inner.lineno, inner.col_offset)  # type: ignore[attr-defined]
    end = (inner.end_lineno, inner.end_col_offset)  # type: ignore[attr-defined]
    return bool(
        (outer.lineno, outer.col_offset) <= start  # type: ignore[attr-defined]
        and end <= (outer.end_lineno, outer.end_col_offset)  # type: ignore[attr-defined]
    )


def _inner_statements(statement: ast.stmt) -> Iterator[ast.stmt]:
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(statement, field, []):
            if isinstance(inner, ast.stmt):
                yield inner
            else:
                yield from inner.body


def insert_before(place: Place, line: str) -> Edit | None:
    """Put a line of code before the statement around a node, indented like it."""
    statement = enclosing_statement(place)
    if statement is None:
        return None
    start = place.chunk.span(statement).start
    indent = place.chunk.document.lines[start.line - 1][: start.column - 1]
    if indent.strip():
        return None
    at = Position(start.line, 1)
    return Edit(Span(place.span.file, at, at), f"{indent}{line}\n")


def insert_after(place: Place, line: str) -> Edit | None:
    """Put a line of code after the statement around a node, indented like it."""
    statement = enclosing_statement(place)
    if statement is None:
        return None
    span = place.chunk.span(statement)
    lines = place.chunk.document.lines
    indent = lines[span.start.line - 1][: span.start.column - 1]
    rest = lines[span.end.line - 1][span.end.column - 1 :]
    if indent.strip() or (rest.strip() and not rest.lstrip().startswith("#")):
        return None
    at = Position(span.end.line, len(lines[span.end.line - 1]) + 1)
    return Edit(Span(place.span.file, at, at), f"\n{indent}{line}")


def remove_statement(place: Place) -> Edit | None:
    """Take out the statement around a node with its line; `pass` where it is the only one."""
    statement = enclosing_statement(place)
    if statement is None:
        return None
    span = place.chunk.span(statement)
    lines = place.chunk.document.lines
    before = lines[span.start.line - 1][: span.start.column - 1]
    after = lines[span.end.line - 1][span.end.column - 1 :]
    alone_on_line = not before.strip() and (not after.strip() or after.lstrip().startswith("#"))
    if not alone_on_line or _is_only_one(place, statement):
        return Edit(span, "pass")
    start, end = Position(span.start.line, 1), Position(span.end.line + 1, 1)
    return Edit(Span(span.file, start, end), "")


def _is_only_one(place: Place, statement: ast.stmt) -> bool:
    for outer in ast.walk(ast.Module(place.chunk.statements, [])):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(outer, field, None)
            if isinstance(block, list) and statement in block:
                return len(block) == 1 and not isinstance(outer, ast.Module)
    return False


def call_method(place: Place, call: str) -> Edit:
    """`call`: with its dot and brackets, such as `.squeeze(-1)`."""
    return Edit(place.span, f"{closed_source(place)}{call}")
