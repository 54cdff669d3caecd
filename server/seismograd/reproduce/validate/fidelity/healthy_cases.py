"""Cases in which all has to be well: by the report, or because nothing differs there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.context.identifiers import words_of
from seismograd.reproduce.criteria.checks.measured import is_number
from seismograd.reproduce.report.bug_report import NamedValue
from seismograd.reproduce.validate.edits import replaced
from seismograd.reproduce.validate.fidelity.doubt import Decides, Doubt, Variant
from seismograd.reproduce.validate.fidelity.subject import Subject, assignments
from seismograd.reproduce.validate.script_values import ScriptValues, whole_at

_IN_ONE_BATCH = ("difference_in_batches", "difference_from_big_batch")
_ALONE = "difference_alone_and_in_batch"
_BATCH_SIZES = frozenset({"batch", "batch_size", "batchsize", "bs", "n_batch"})


def null_cases(subject: Subject) -> Iterator[Doubt]:
    measured = {name for name, value in subject.seen.measured.items() if is_number(value)}
    if measured.intersection(_IN_ONE_BATCH):
        yield from _in_one_batch(subject)
    if _ALONE in measured:
        yield from _alone(subject)


def _in_one_batch(subject: Subject) -> Iterator[Doubt]:
    """`range(0, 10, 4)` becomes `range(0, 10, 10)`, and every other 4 a 10."""
    for node in ast.walk(subject.script.tree):
        match node:
            case ast.Call(func=ast.Name(id="range"), args=[_, end, step]):
                every = _same(subject.script.tree, step)
                text = ast.unparse(end)
                source = replaced(subject.script.source, [(one, text) for one in every])
                yield _doubt(f"in one batch of {text}", node.lineno, source)


def _alone(subject: Subject) -> Iterator[Doubt]:
    """A batch of one is the example alone."""
    for name, value in assignments(subject.script.tree):
        if name.lower() in _BATCH_SIZES and whole_at(value) not in (None, 1):
            source = replaced(subject.script.source, [(value, "1")])
            yield _doubt("in a batch of one", value.lineno, source)


def _doubt(instead: str, line: int, source: str) -> Doubt:
    what = f"a difference that is there {instead} as well: it is compared with another thing"
    return Doubt(what, line, [Variant(instead, source)], Decides.WHERE_ONE_KEEPS)


def _same(tree: ast.Module, step: ast.expr) -> list[ast.expr]:
    """All places of a step: the value of its name, or the same number wherever it stands."""
    if isinstance(step, ast.Name):
        return [value for name, value in assignments(tree) if name == step.id]
    wanted = whole_at(step)
    if wanted is None:
        return [step]
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return [node for node in nodes if whole_at(node) == wanted]


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
