"""Whether an exception came from the project, or from code of the script that the project called.

An object of the script's own can raise whatever it likes from within a call of the project.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from seismograd.reproduce.candidate import Candidate
from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.judging import meant_inner
from seismograd.reproduce.inner_exceptions import AS_TEXT, inner_exceptions
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.validate.dependence import Dependence
from seismograd.reproduce.validate.parsing import Unfit
from seismograd.reproduce.validate.script_names import names_of
from seismograd.traces.events import EarlierException, Frame, Raised, RaisedInThread

_OWN_VERDICTS = ("AssertionError", "SystemExit", "KeyboardInterrupt")
_MOCK = "unittest/mock.py"


def demand_own_origin(case: Case, candidate: Candidate, seen: Observation) -> None:
    """Raises `Unfit`."""
    raised: list[Raised | RaisedInThread | EarlierException] = [*seen.told.thread_exceptions]
    if seen.exception is not None:
        told = [one for one in inner_exceptions(seen) if one.how == AS_TEXT]
        raised += [seen.exception, *told, *meant_inner(case.fingerprint, seen)]
    for one in raised:
        if one.type.rpartition(".")[2] in _OWN_VERDICTS:
            continue
        if one.frames and one.frames[-1].file.replace("\\", "/").endswith(_MOCK):
            raise Unfit(f"{one.type} was raised by a mock; use the real thing, or none.")
        if one.frames and one.frames[-1].thrown_in:
            raise Unfit(f"{one.type} was thrown into a generator that did nothing wrong itself.")
        own = [at for at, frame in enumerate(one.frames) if frame.file == seen.script]
        if not own:
            continue
        last = one.frames[own[-1]]
        if any(_is_of_project(frame, seen) for frame in one.frames[own[-1] + 1 :]):
            continue
        if any(_is_of_project(frame, seen) for frame in one.frames[: own[-1]]):
            raise Unfit(
                f"{one.type} came out of the script's own code (line {last.line}), which the "
                "project only called; the exception must come out of the project's code."
            )
        _demand_dependence(case, candidate, one.type, last)


def _demand_dependence(case: Case, candidate: Candidate, kind: str, frame: Frame) -> None:
    """A failure in the script's own statement is the project's only by what it was given."""
    tree = ast.parse(candidate.source)
    modules = {symbol.module.partition(".")[0] for symbol in case.project.symbols}
    imported = names_of(tree).imported.items()
    ours = {name for name, dotted in imported if dotted.partition(".")[0] in modules}
    statement = _innermost(list(ast.walk(tree)), frame.line or 0)
    if statement is not None and not Dependence(tree, case.project, ours).of([statement]):
        raise Unfit(
            f"Line {frame.line} of the script fails with {kind} by itself: nothing in it comes "
            "from the project."
        )


def _innermost(nodes: Sequence[ast.AST], line: int) -> ast.stmt | None:
    around = [
        node
        for node in nodes
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    return max(around, key=lambda node: node.lineno, default=None)


def _is_of_project(frame: Frame, seen: Observation) -> bool:
    return bool(frame.in_project) and frame.file != seen.script
