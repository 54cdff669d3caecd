"""Score the static checker on the study's faults, with the study's own measures.

An answer is a fault type that the checker names on a faulty program. It matches one element of
the ground truth when its fault type, or one that the finding gives as an alternative, is the type
of the element; an answer never matches two elements. The study writes a wrong, an added and a
removed activation for one another, so these three count as the same type.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any, Protocol

from seismograd.faults import FaultType, Finding, Severity
from seismograd.rules.checker import Checker
from seismograd.settings import Settings
from seismograd.source.workspace import Workspace

STUDY = Path(__file__).parent / "study"
ACTIVATION_TYPES = frozenset({FaultType.ACH, FaultType.AAL, FaultType.ARM})
BETA = 3


@dataclass(frozen=True)
class TrueFault:
    """One element of a ground truth."""

    type: str
    layers: frozenset[int]


@dataclass(frozen=True)
class Truth:
    """What is wrong with a program: the ground truth, sets accepted instead, what also holds."""

    id: str
    localisation: bool
    faults: tuple[TrueFault, ...]
    instead: tuple[tuple[TrueFault, ...], ...]
    also_true: frozenset[str]


@dataclass(frozen=True)
class Answer:
    """A fault type that was named, with what the findings behind it allow as well."""

    type: str
    alternatives: frozenset[str]
    layers: frozenset[int]
    codes: frozenset[str]


class Claim(Protocol):
    """A finding, as far as a score asks for it."""

    @property
    def code(self) -> str: ...
    @property
    def fault_type(self) -> FaultType: ...
    @property
    def alternatives(self) -> Sequence[FaultType]: ...
    @property
    def layer(self) -> int | None: ...


@dataclass(frozen=True)
class Level:
    """How strictly answers are compared with the truth."""

    name: str
    alternatives: bool
    layers: bool
    instead: bool


LEVELS = (
    Level("strict", alternatives=False, layers=True, instead=False),
    Level("layer", alternatives=True, layers=True, instead=False),
    Level("type", alternatives=True, layers=False, instead=False),
    Level("after", alternatives=True, layers=False, instead=True),
)


@dataclass(frozen=True)
class Score:
    recall: float
    precision: float
    f3: float
    matched: tuple[str, ...] = ()


def read_truth(folder: Path, port: Path | None = None) -> Truth:
    """Where a port has a truth, what that says holds instead: its layers have other numbers."""
    raw = json.loads((folder / "truth.json").read_text())
    if port is not None and (port / "truth.json").is_file():
        raw |= json.loads((port / "truth.json").read_text())
    return Truth(
        id=raw["id"],
        localisation=raw["localisation"],
        faults=_elements(raw["faults"]),
        instead=tuple(_elements(other["faults"]) for other in raw["accepted_instead"]),
        also_true=frozenset(other["type"] for other in raw["also_true"]),
    )


def _elements(raw: Iterable[dict[str, Any]]) -> tuple[TrueFault, ...]:
    return tuple(
        TrueFault(
            canonical(FaultType[entry["type"]]),
            frozenset(entry["layers"]) | set(entry.get("also_layers", ())),
        )
        for entry in raw
    )


def findings_in(path: Path) -> list[Finding]:
    """What the checker says about one program, read alone."""
    workspace = Workspace([str(path.parent)])
    document = workspace.document(str(path))
    if document is None:
        raise FileNotFoundError(path)
    return Checker(workspace, Settings()).check(document)


def at_least(findings: Iterable[Finding], floor: Severity | None) -> list[Finding]:
    return [found for found in findings if floor is None or found.severity.rank <= floor.rank]


def answers_of(findings: Iterable[Claim]) -> list[Answer]:
    """One answer for each fault type named."""
    by_type: dict[str, Answer] = {}
    for found in findings:
        name = canonical(found.fault_type)
        known = by_type.get(name, Answer(name, frozenset(), frozenset(), frozenset()))
        by_type[name] = replace(
            known,
            alternatives=known.alternatives | {canonical(other) for other in found.alternatives},
            layers=known.layers | ({found.layer} if found.layer is not None else set()),
            codes=known.codes | {found.code},
        )
    return list(by_type.values())


def canonical(fault_type: FaultType) -> str:
    return "ACH" if fault_type in ACTIVATION_TYPES else fault_type.name


def score(truth: Truth, answers: Sequence[Answer], level: Level) -> Score:
    """The best score over the ground truths that the level accepts."""
    truths = [truth.faults, *(truth.instead if level.instead else ())]
    excused = truth.also_true if level.instead else frozenset()
    scores = [_score_against(faults, answers, level, excused) for faults in truths]
    return max(scores, key=lambda one: one.f3)


def _score_against(
    faults: Sequence[TrueFault], answers: Sequence[Answer], level: Level, excused: frozenset[str]
) -> Score:
    pairs = _pair(list(faults), list(answers), level)
    right = len(pairs) + sum(
        answer.type in excused and answer not in pairs.values() for answer in answers
    )
    recall = len(pairs) / len(faults)
    precision = right / len(answers) if answers else 0.0
    return Score(recall, precision, f_beta(recall, precision), tuple(f.type for f in pairs))


def _pair(faults: list[TrueFault], answers: list[Answer], level: Level) -> dict[TrueFault, Answer]:
    """The largest pairing of true faults with answers."""
    if not faults:
        return {}
    first, rest = faults[0], faults[1:]
    best = _pair(rest, answers, level)
    for answer in answers:
        if _matches(answer, first, level):
            others = [other for other in answers if other is not answer]
            paired = {first: answer, **_pair(rest, others, level)}
            best = max(paired, best, key=len)
    return best


def _matches(answer: Answer, fault: TrueFault, level: Level) -> bool:
    named = {answer.type} | (answer.alternatives if level.alternatives else set())
    if fault.type not in named:
        return False
    compared = level.layers and answer.layers and fault.layers
    return not compared or bool(answer.layers & fault.layers)


def f_beta(recall: float, precision: float, beta: int = BETA) -> float:
    weighted = beta**2 * precision + recall
    return (1 + beta**2) * precision * recall / weighted if weighted else 0.0


def score_study(floor: Severity | None, *, localisation: bool = True) -> list[dict[str, Any]]:
    """One row for each fault: what was named, the scores, and the alarms on the mended program."""
    return [
        _row(folder, truth, floor)
        for folder, truth in _truths()
        if truth.localisation or not localisation
    ]


def _truths() -> Iterator[tuple[Path, Truth]]:
    order = "MCRDU"
    folders = [path.parent for path in STUDY.glob("*/truth.json")]
    for folder in sorted(folders, key=lambda path: (order.index(path.name[0]), path.name)):
        yield folder, read_truth(folder)


def _row(folder: Path, truth: Truth, floor: Severity | None) -> dict[str, Any]:
    answers = answers_of(at_least(findings_in(folder / "faulty.py"), floor))
    fixed = at_least(findings_in(folder / "fixed.py"), floor)
    return {
        "id": truth.id,
        "truth": [_spelled(fault.type, fault.layers) for fault in truth.faults],
        "found": [
            {"answer": _spelled(answer.type, answer.layers), "codes": sorted(answer.codes)}
            for answer in answers
        ],
        "scores": {level.name: asdict(score(truth, answers, level)) for level in LEVELS},
        "on_fixed": [f"{found.code} {found.fault_type.name}" for found in fixed],
    }


def _spelled(type_name: str, layers: Iterable[int]) -> str:
    numbers = ",".join(map(str, sorted(layers)))
    return f"{type_name}({numbers})" if numbers else type_name


def means(rows: Sequence[dict[str, Any]]) -> dict[str, list[float]]:
    """Mean recall, precision and F3 for each level."""
    return {
        level.name: [
            round(fmean(row["scores"][level.name][measure] for row in rows), 3)
            for measure in ("recall", "precision", "f3")
        ]
        for level in LEVELS
    }


def summary(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {
        "faults": len(rows),
        "found": sum(row["scores"]["type"]["recall"] > 0 for row in rows),
        "found_fully": sum(row["scores"]["type"]["recall"] == 1 for row in rows),
        "found_after": sum(row["scores"]["after"]["recall"] > 0 for row in rows),
        "alarms_on_fixed": sum(len(row["on_fixed"]) for row in rows),
        "means": means(rows),
    }


def report(*, localisation: bool = True) -> dict[str, Any]:
    floors = {"warning": Severity.WARNING, "all": None}
    parts: dict[str, Any] = {}
    for name, floor in floors.items():
        rows = score_study(floor, localisation=localisation)
        parts[name] = {"summary": summary(rows), "faults": rows}
    published = json.loads((STUDY / "published.json").read_text())
    return {"version": 1, "severities": parts, "published_means": published["means"]}


def as_text(result: dict[str, Any]) -> str:
    lines: list[str] = []
    for name, part in result["severities"].items():
        title = "warning and above" if name == "warning" else "all severities"
        lines += [f"== {title}", *_table(part["faults"]), "", *_summary_lines(part["summary"]), ""]
    return "\n".join([*lines, *_published_lines(result["published_means"])])


def _table(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    yield f"{'id':4}{'truth':30}{'found':44}{'recall':>7}{'prec':>6}{'F3':>6}{'after':>7}  on fixed"
    for row in rows:
        found = ", ".join(entry["answer"] for entry in row["found"]) or "-"
        scores = row["scores"]
        plain = scores["type"]
        yield (
            f"{row['id']:4}{', '.join(row['truth']):30.29}{found:44.43}"
            f"{plain['recall']:7.2f}{plain['precision']:6.2f}{plain['f3']:6.2f}"
            f"{scores['after']['recall']:7.2f}  {', '.join(row['on_fixed'])}"
        )


def _summary_lines(figures: dict[str, Any]) -> Iterator[str]:
    yield (
        f"found {figures['found']} of {figures['faults']} ({figures['found_fully']} fully, "
        f"{figures['found_after']} with accepted alternatives); "
        f"{figures['alarms_on_fixed']} findings on the mended programs"
    )
    yield f"{'level':10}{'recall':>8}{'prec':>8}{'F3':>8}"
    for level, (recall, precision, f3) in figures["means"].items():
        yield f"{level:10}{recall:8.2f}{precision:8.2f}{f3:8.2f}"


def _published_lines(published: dict[str, Any]) -> Iterator[str]:
    yield "== published means (compare `before` with `type`, `after` with `after`)"
    yield f"{'tool':16}{'before: recall, precision, F3':32}after"
    for tool, before in published["before"].items():
        after = published["after"][tool]
        yield f"{tool:16}{_figures(before):32}{_figures(after)}"


def _figures(values: Iterable[float]) -> str:
    return "  ".join(f"{value:.2f}" for value in values)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument(
        "--all", action="store_true", help="also the faults of the repair half (U1-U8)"
    )
    options = parser.parse_args(arguments)
    result = report(localisation=not options.all)
    print(json.dumps(result, indent=2) if options.format == "json" else as_text(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
