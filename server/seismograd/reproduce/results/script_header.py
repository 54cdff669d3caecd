"""The script as it is handed over: what it shows, how to run it, and what is the trigger."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator, Sequence

from seismograd.reproduce.candidate import Candidate, Switch
from seismograd.reproduce.case import Case
from seismograd.reproduce.validate.controls.control import Control, ControlKind

WIDTH = 88
_ALSO_DONE = ("Then ", "In ", "Now once ", "Now on ")
_UNSAFE = re.compile(r'[\\"\x00-\x08\x0b-\x1f\x7f]')


def with_header(candidate: Candidate, case: Case, control: Control) -> str:
    """The same statements, with words around them."""
    head = '"""' + "\n".join(_words(candidate, case, control)) + '\n"""\n\n'
    # Of a switch that was not tried nobody knows what it does.
    tried = candidate.switches if control.kind is ControlKind.VARIANT else ()
    return head + "\n".join(_lines(candidate.source, tried)) + "\n"


def _words(candidate: Candidate, case: Case, control: Control) -> Iterator[str]:
    yield from _wrapped(case.report.title.rstrip(".") + ".")
    yield ""
    yield from _wrapped("Does: " + _deeds(candidate.idea))
    yield from _wrapped("Shows: " + "; ".join(one.fact for one in case.fingerprint.criteria) + ".")
    yield from _wrapped(
        "Run it in the folder of the project. It fails while the bug is there, "
        "and ends with NOT REPRODUCED once it is gone."
    )
    if control.kind is not ControlKind.VARIANT:
        yield from _wrapped(f"Control, which did not fail: {control.what}.")


def _deeds(idea: str) -> str:
    """Without the way that led there: values that were tried, and what the control is."""
    first, *others = re.split(r"(?<=\.) (?=[A-Z])", idea.strip())
    kept = [first, *(one for one in others if one.startswith(_ALSO_DONE))]
    return " ".join(one if one.endswith(".") else f"{one}." for one in kept)


def _wrapped(text: str) -> list[str]:
    """From a report comes anything: nothing of it may end the text or begin an escape."""
    return textwrap.wrap(_UNSAFE.sub(" ", text), WIDTH)


def _lines(source: str, switches: Sequence[Switch]) -> Iterator[str]:
    tree = ast.parse(source)
    body = tree.body[1:] if ast.get_docstring(tree) is not None else tree.body
    lines = source.splitlines()
    controls = {switch.name: switch.control for switch in switches}
    before: str | None = None
    for statement in body:
        kind = _kind(statement)
        if before is not None and (kind != before or kind == "definition"):
            yield ""
        before = kind
        for line in lines[_first_line(statement) - 1 : statement.end_lineno]:
            yield line + _comment(statement, controls)


def _first_line(statement: ast.stmt) -> int:
    decorators = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(int(one.lineno) for one in decorators)])


def _kind(statement: ast.stmt) -> str:
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return "import"
    if isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
        return "definition"
    if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]).isupper():
        return "constant"
    return "step"


def _comment(statement: ast.stmt, controls: dict[str, str]) -> str:
    if not isinstance(statement, ast.Assign):
        return ""
    control = controls.get(ast.unparse(statement.targets[0]))
    return f"  # the trigger: with {control} nothing is wrong" if control else ""
