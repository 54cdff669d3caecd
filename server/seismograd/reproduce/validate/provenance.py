"""Whether the symptom comes from the project's code, and from where in it.

An object of the script's own can raise whatever it likes from within a call of the project.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from seismograd.reproduce.candidate import Candidate
from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.judging import meant_inner
from seismograd.reproduce.inner_exceptions import AS_TEXT, inner_exceptions
from seismograd.reproduce.observation import Observation, Reached
from seismograd.reproduce.validate.dependence import Dependence
from seismograd.reproduce.validate.feedback import about_children
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


MOST_PLACES = 6
_MODULE_LEVEL = "<module>"


@dataclass(frozen=True, slots=True)
class ProjectPlace:
    file: str
    line: int
    function: str | None = None


@dataclass(frozen=True, slots=True)
class Provenance:
    """Places of the project, the nearest to the symptom first."""

    places: tuple[ProjectPlace, ...]
    by_frame: bool
    """Whether an exception came through them; else the script measured what they made."""


def provenance(case: Case, candidate: Candidate, seen: Observation) -> Provenance:
    """Raises `Unfit` where nothing of the project is behind what was seen."""
    demand_own_origin(case, candidate, seen)
    frames = _project_frames(case, seen)
    if frames:
        return Provenance(tuple(_place(frame) for frame in reversed(frames))[:MOST_PLACES], True)
    entered = [one for one in seen.reached if one.is_call and one.function != _MODULE_LEVEL]
    if not entered:
        raise Unfit(
            f"The symptom came from the script alone ({candidate.idea}): no function of the "
            "project was entered. "
            f"{about_children(candidate.source) or 'Go through the code of the project itself.'}"
        )
    places = tuple(ProjectPlace(one.file, one.line, one.function) for one in _ranked(case, entered))
    return Provenance(places[:MOST_PLACES], False)


def _project_frames(case: Case, seen: Observation) -> list[Frame]:
    """Of the exception that is looked for, else of any that led to what ended the run."""
    if seen.exception is None:
        return []
    inner = inner_exceptions(seen)
    raised: list[Raised | EarlierException] = [
        *meant_inner(case.fingerprint, seen),
        seen.exception,
        *inner,
    ]
    found = (_below_script(one.frames, seen.script) for one in raised)
    return next((frames for frames in found if frames), [])


def _below_script(frames: Sequence[Frame], script: str) -> list[Frame]:
    """Frames of the project below the last one of the script: those that raised."""
    own = [i for i, frame in enumerate(frames) if frame.file == script]
    below = frames[own[-1] + 1 :] if own else frames
    return [frame for frame in below if frame.in_project]


def _place(frame: Frame) -> ProjectPlace:
    return ProjectPlace(frame.file, frame.line or 1, frame.function)


def _ranked(case: Case, entered: list[Reached]) -> list[Reached]:
    """What the report names first, then what was entered last."""
    report = case.report
    words = {name.rpartition(".")[2] for name in report.names}
    files = {place.file.rpartition("/")[2] for place in report.places}

    def rank(one: Reached) -> tuple[bool, bool]:
        named = bool(words & set(one.function.split(".")))
        return (not named, one.file.rpartition("/")[2] not in files)

    latest_first = entered[::-1]
    return sorted(latest_first, key=rank)
