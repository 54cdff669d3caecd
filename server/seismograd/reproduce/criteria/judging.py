"""Holding criteria against what a run showed."""

from __future__ import annotations

from dataclasses import dataclass

from seismograd.reproduce.criteria.checks.check import Check, CheckError
from seismograd.reproduce.criteria.checks.raises import Raises
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint, Verdict
from seismograd.reproduce.criteria.language import parse
from seismograd.reproduce.inner_exceptions import inner_exceptions
from seismograd.reproduce.observation import Observation
from seismograd.traces.events import EarlierException


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdicts on all criteria of a fingerprint, in their order."""

    verdicts: tuple[tuple[Criterion, Verdict], ...]

    @property
    def passed(self) -> bool:
        """A fingerprint without criteria is met by nothing."""
        return bool(self.verdicts) and all(verdict.passed for _, verdict in self.verdicts)

    @property
    def distance(self) -> float:
        """The mean over the criteria, 0 where all passed and 1 where nothing was seen of any."""
        if not self.verdicts:
            return 1.0
        return sum(verdict.distance for _, verdict in self.verdicts) / len(self.verdicts)

    @property
    def feedback(self) -> str:
        """A line for each criterion that was not met."""
        return "\n".join(
            f"{criterion.id} ({criterion.fact}): {verdict.why}"
            for criterion, verdict in self.verdicts
            if not verdict.passed
        )


def judge(criterion: Criterion, observation: Observation) -> Verdict:
    try:
        check = parse(criterion.check)
    except CheckError as error:
        return Verdict(False, f"the check cannot be read: {error}", 1.0)
    return check.judge(observation)


def fired(fingerprint: Fingerprint, observation: Observation) -> bool:
    """Whether the run ended as one with the bug does: by the contract, or as a check demands."""
    return observation.fired or any(_ends_the_run(one) for one in fingerprint.criteria)


def judge_all(fingerprint: Fingerprint, observation: Observation) -> Judgement:
    return Judgement(tuple((one, judge(one, observation)) for one in fingerprint.criteria))


def meant_inner(fingerprint: Fingerprint, observation: Observation) -> list[EarlierException]:
    """The exceptions that another one came from and that criteria are about; the other is not."""
    outer = observation.exception
    if outer is None:
        return []
    wanted = [check for check in map(_parsed, fingerprint.criteria) if isinstance(check, Raises)]
    wanted = [one for one in wanted if not one.is_met_by(outer.type, outer.bases, outer.message)]
    return [
        inner
        for inner in inner_exceptions(observation)
        if any(one.is_met_by(inner.type, inner.bases, inner.message) for one in wanted)
    ]


def _parsed(criterion: Criterion) -> Check | None:
    try:
        return parse(criterion.check)
    except CheckError:
        return None


def _ends_the_run(criterion: Criterion) -> bool:
    check = _parsed(criterion)
    return check is not None and check.ends_the_run
