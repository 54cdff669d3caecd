"""What came of a case: status, script, provenance, attempts, cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from seismograd.faults import Finding
from seismograd.reproduce.candidate import Attempt, Departure, Stage, bare
from seismograd.reproduce.commits.bisect import Bisection, bisection_as_dict
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.plan.plan import Plan
from seismograd.reproduce.proof import Proof

VERSION = 1


class Status(StrEnum):
    REPRODUCED = "reproduced"
    CANDIDATE = "candidate"
    """A script holds, but its outcome depends on something that was not reported."""
    NOT_REPRODUCED = "not-reproduced"
    NEEDS = "needs"
    CANCELLED = "cancelled"


class Opinion(StrEnum):
    """What a second reader says of criteria, or of a script."""

    NOT_ASKED = "not-asked"
    NO_ANSWER = "no-answer"
    """Nothing is held against it then."""
    NO_OBJECTION = "no-objection"
    OBJECTION = "objection"


@dataclass(frozen=True, slots=True)
class SecondReading:
    """By a language model, which is not told why the writer thinks that they are right."""

    criteria: Opinion = Opinion.NOT_ASKED
    """Whether they follow from the report."""
    script: Opinion = Opinion.NOT_ASKED
    """Whether it shows what was reported."""

    def __str__(self) -> str:
        told = (("criteria", self.criteria), ("script", self.script))
        return ", ".join(f"{name}: {one.value.replace('-', ' ')}" for name, one in told)


@dataclass(frozen=True, slots=True)
class Cost:
    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Reproduction:
    status: Status
    title: str
    fingerprint: Fingerprint | None = None
    plan: Plan | None = None
    proof: Proof | None = None
    script: Path | None = None
    needs: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    """What each need is about, in words."""
    why: str = ""
    """A sentence for whoever asked."""
    attempts: tuple[Attempt, ...] = ()
    cost: Cost = field(default_factory=Cost)
    commit: str | None = None
    """Where it was tried; None for the files as they lay there."""
    head: str | None = None
    """What these files had been checked out from, as far as is known; they may be changed."""
    seconds: float = 0.0
    test: Path | None = None
    """The regression test, where one was asked for."""
    test_source: str = ""
    nearest: Path | None = None
    """Where nothing was proven: the script that came nearest to it."""
    findings: tuple[Finding, ...] = ()
    """On lines of the user's project."""
    bisection: Bisection | None = None
    spent: str = ""
    """What a language model cost; empty where none was asked."""
    model_said: str = ""
    """Why a language model had no more to propose."""
    sandbox: str = ""
    """Where scripts were run."""
    second_reader: SecondReading = field(default_factory=SecondReading)

    @property
    def lines(self) -> tuple[int, int] | None:
        """Of the script as it was found, and as it is handed over; comments do not count."""
        found = [one for one in self.attempts if one.stage is Stage.REPEATS]
        if self.proof is None or not found:
            return None
        return _code_lines(found[-1].candidate.source), _code_lines(self.proof.candidate.source)

    @property
    def nearest_attempt(self) -> Attempt | None:
        return max(self.attempts, key=lambda one: (one.stage, -one.distance), default=None)


def _code_lines(source: str) -> int:
    return sum(bool(line.strip()) for line in bare(source).split("\n"))


def as_dict(result: Reproduction) -> dict[str, object]:
    """The JSON of a reproduction."""
    proof = result.proof
    return {
        "version": VERSION,
        "status": result.status.value,
        "title": result.title,
        "why": result.why,
        "needs": list(result.needs),
        "missing": list(result.missing),
        "script": None if result.script is None else str(result.script),
        "criteria": _criteria(result),
        "plan": list(result.plan.steps) if result.plan else [],
        "provenance": [
            {"file": place.file, "line": place.line}
            for place in (proof.provenance.places if proof else ())
        ],
        "control": _control(proof),
        "repeats": {"runs": proof.runs, "fired": proof.fired} if proof else None,
        "departures": [departure_as_dict(one) for one in (proof.departures if proof else ())],
        "attempts": [_attempt(attempt) for attempt in result.attempts],
        "cost": {
            "input_tokens": result.cost.input_tokens,
            "output_tokens": result.cost.output_tokens,
        },
        "commit": result.commit,
        "head": result.head,
        "seconds": round(result.seconds, 2),
        "test": None if result.test is None else str(result.test),
        "nearest": None if result.nearest is None else str(result.nearest),
        "lines": _lines(result),
        "bisect": None if result.bisection is None else bisection_as_dict(result.bisection),
        "spent": result.spent,
        "model_said": result.model_said,
        "sandbox": result.sandbox,
        "second_reader": {
            "criteria": result.second_reader.criteria.value,
            "script": result.second_reader.script.value,
        },
    }


def _lines(result: Reproduction) -> dict[str, int] | None:
    if result.lines is None:
        return None
    found, small = result.lines
    return {"found": found, "small": small}


def _criteria(result: Reproduction) -> list[dict[str, object]]:
    if result.fingerprint is None:
        return []
    passed = {
        criterion.id: verdict.passed
        for criterion, verdict in (result.proof.judgement.verdicts if result.proof else ())
    }
    return [
        {
            "id": criterion.id,
            "fact": criterion.fact,
            "scope": criterion.scope,
            "check": criterion.check,
            "passed": passed.get(criterion.id, False),
            **({"origin": criterion.origin} if criterion.origin else {}),
        }
        for criterion in result.fingerprint.criteria
    ]


def _control(proof: Proof | None) -> dict[str, object] | None:
    if proof is None:
        return None
    control = proof.control
    told: dict[str, object] = {
        "kind": control.kind.value,
        "fired": False,
        "what": control.what,
    }
    return {**told, "switches": dict(control.switches)} if control.switches else told


def departure_as_dict(departure: Departure) -> dict[str, object]:
    return {
        "what": departure.what,
        "line": departure.line,
        "instead": departure.instead,
        "decisive": departure.is_decisive,
        "grounded": False,
    }


def _attempt(attempt: Attempt) -> dict[str, object]:
    return {
        "generator": attempt.candidate.generator,
        "idea": attempt.candidate.idea,
        "outcome": outcome(attempt.stage),
        "seconds": attempt.seconds,
    }


def outcome(stage: Stage) -> str:
    """How far an attempt came, in a word or two."""
    return _OUTCOMES[stage]


_OUTCOMES = {
    Stage.NONE: "is not valid Python",
    Stage.PARSES: "uses names that do not exist",
    Stage.RESOLVES: "makes the bug itself",
    Stage.IS_HONEST: "does not come to an end",
    Stage.DRY_RUN: "does not show the symptom",
    Stage.CRITERIA: "does not go through the project",
    Stage.PROVENANCE: "has no control",
    Stage.CONTROL: "departs from the report",
    Stage.FIDELITY: "does not hold in fresh interpreters",
    Stage.REPEATS: "reproduced",
}
