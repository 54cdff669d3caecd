"""Values of an option in calls that a report writes out: "Loss([1, 10]) and Loss([10, 1])"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol
from seismograd.reproduce.generate.offline.inputs.call_arguments import given_arguments
from seismograd.reproduce.generate.offline.inputs.literals import is_literal
from seismograd.source.shallow_parse import parse_expression

MOST_TEXT = 20_000
MOST_CALL = 200


def told_arguments(case: Case, name: str) -> list[str]:
    """Literals, each once, in the order of the report."""
    text = f"{case.report.title}\n{case.report.text}"[:MOST_TEXT]
    takers = [s for s in case.project.symbols if any(p.name == name for p in s.parameters)]
    found = (value for symbol in takers for value in _in_calls(text, symbol, name))
    return list(dict.fromkeys(found))


def _in_calls(text: str, symbol: Symbol, name: str) -> Iterator[str]:
    plain = symbol.name.rpartition(".")[2]
    for match in re.finditer(rf"(?<![\w.]){re.escape(plain)}\(", text):
        call = _whole_call(text[match.start() : match.start() + MOST_CALL])
        value = given_arguments(call, symbol).get(name) if call else None
        literal = ast.unparse(value) if value is not None else ""
        if is_literal(literal):
            yield literal


def _whole_call(text: str) -> str:
    """Up to the bracket with which it can be read as one; "" where there is none."""
    for place in (found.end() for found in re.finditer(r"\)", text)):
        try:
            parse_expression(text[:place])
        except SyntaxError:
            continue
        return text[:place]
    return ""
