"""What works by the report works in the script as well: else it shows another thing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.context.identifiers import words_of
from seismograd.reproduce.report.bug_report import NamedValue
from seismograd.reproduce.validate.fidelity.doubt import Decides, Doubt, Variant
from seismograd.reproduce.validate.fidelity.edits import replaced
from seismograd.reproduce.validate.fidelity.script import assignments
from seismograd.reproduce.validate.fidelity.subject import Subject
from seismograd.reproduce.validate.script_values import ScriptValues

_ON_CPU = re.compile(r"\b(?:on|with|using) (?:the |a )?`?cpu\b", re.IGNORECASE)
_OTHER_DEVICES = re.compile(r"cuda|mps|meta|xla|\bgpu", re.IGNORECASE)
WELL = "with which, as the report says, all is well"


def contrasts(subject: Subject) -> Iterator[Doubt]:
    report = subject.case.report
    for relief in report.reliefs:
        yield from _tried_with(subject, relief)
    is_well = any(_ON_CPU.search(said) for said in report.well_said)
    if is_well and not _OTHER_DEVICES.search(subject.script.source):
        yield Doubt(f"on a CPU, {WELL}", 1, (), Decides.BY_ITSELF)


def _tried_with(subject: Subject, relief: NamedValue) -> Iterator[Doubt]:
    """With the value of the report the symptom must be gone, and the script must not have it."""
    text, values = repr(relief.value), ScriptValues(subject.script.tree)
    places = [node for node, name in _places(subject) if _is_named(name, relief.name)]
    known = {id(node): values.of(node) for node in places}
    plain = [node for node in places if known[id(node)] is not None]
    if not plain or isinstance(relief.value, str):
        return
    what = f"{relief.name} = {text}, {WELL}"
    if all(known[id(node)] == [relief.value] for node in plain):
        yield Doubt(what, plain[0].lineno, (), Decides.BY_ITSELF)
        return
    literal = [node for node in plain if isinstance(node, ast.Constant)]
    source = replaced(subject.script.source, [(node, text) for node in literal])
    told = f"it fires with {what}, too"
    yield Doubt(told, plain[0].lineno, [Variant(text, source)], Decides.WHERE_ONE_KEEPS)


def _places(subject: Subject) -> Iterator[tuple[ast.expr, str]]:
    yield from ((value, name) for name, value in assignments(subject.script.tree))
    for node in ast.walk(subject.script.tree):
        if isinstance(node, ast.keyword) and node.arg:
            yield node.value, node.arg


def _is_named(name: str, wanted: str) -> bool:
    return _words(name) == _words(wanted.rpartition(".")[2])


def _words(name: str) -> list[str]:
    return words_of(re.sub(r"[\s-]+", "_", name.strip()).lower())
