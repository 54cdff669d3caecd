"""Whether the symptom comes from the project's code, and from where in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from seismograd.reproduce.candidate import Candidate
from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.judging import meant_inner
from seismograd.reproduce.inner_exceptions import inner_exceptions
from seismograd.reproduce.observation import Observation, Reached
from seismograd.reproduce.validate.hints import about_children
from seismograd.reproduce.validate.origin import demand_own_origin
from seismograd.reproduce.validate.parsing import Unfit
from seismograd.traces.events import EarlierException, Frame, Raised

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
