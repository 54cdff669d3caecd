"""The second reader of criteria, by a model that says what the test wants."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from seismograd.llm import Cancelled, ModelError
from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.generate.with_model.second_reader import LONGEST_REASON, SecondReader
from seismograd.reproduce.results.result import Opinion, Reproduction, SecondReading, Status
from tests.llm.listeners import Parrot
from tests.reproduce.generate.with_model.small_case import make_case

WHY = "The report complains about a shape, and c2 demands only that a function is entered."


def says(second: str, why: str = "", **more: Any) -> str:
    criteria = [
        {"id": "c1", "verdict": "yes", "why": ""},
        {"id": "c2", "verdict": second, "why": why},
    ]
    return json.dumps({"analysis": "", "criteria": criteria, **more})


@pytest.fixture
def case(tmp_path: Path) -> Case:
    return make_case(tmp_path)


def objections(case: Case, model: Parrot) -> dict[str, str]:
    return dict(SecondReader(model).objections(case.report, case.fingerprint))


@pytest.mark.parametrize(
    ("verdict", "why", "objects"),
    [
        ("no", WHY, True),
        (" No. ", WHY, True),
        ("no", "", False),
        ("unclear", WHY, False),
        ("yes", WHY, False),
    ],
)
def test_only_a_reasoned_no_counts(case: Case, verdict: str, why: str, objects: bool) -> None:
    assert objections(case, Parrot(says(verdict, why))) == ({"c2": WHY} if objects else {})


def test_a_long_reason_is_cut(case: Case) -> None:
    assert objections(case, Parrot(says("no", "x" * 50_000))) == {"c2": "x" * LONGEST_REASON}


def test_it_sees_the_report_and_the_criteria(case: Case) -> None:
    origin = 'by a language model, from "loses a dimension"'
    criterion = Criterion("c1", "the shape is wrong", "in forward", 'reaches("Net")', origin)
    model = Parrot(says("yes"))
    SecondReader(model).objections(case.report, Fingerprint((criterion,), "shape"))
    prompt = model.heard[0]
    said = f"{prompt.system}\n{prompt.messages[0].content}"
    for words in (case.report.text, "the shape is wrong", 'reaches("Net")', origin):
        assert words in said


@pytest.mark.parametrize(
    "answer",
    [
        says("no", WHY, criteria=[]),
        says("no", WHY, criteria=[{"id": "c9", "verdict": "no", "why": WHY}]),
        says("perhaps", WHY),
        "I would rather talk about the weather.",
        "{" * 50_000,
    ],
)
def test_nonsense_is_asked_again_once_and_then_nothing_is_held_against_them(
    case: Case, answer: str
) -> None:
    model = Parrot(answer, says("no", WHY))
    assert objections(case, model) == {"c2": WHY}
    model = Parrot(answer, answer)
    assert objections(case, model) == {}
    assert len(model.heard) == 2


def test_without_an_answer_nothing_is_held_against_them(case: Case) -> None:
    assert objections(case, Parrot(ModelError())) == {}


def test_the_same_criteria_are_asked_about_once(case: Case) -> None:
    model = Parrot(says("no", WHY))
    reviewer = SecondReader(model)
    for _ in range(2):
        assert reviewer.objections(case.report, case.fingerprint) == {"c2": WHY}


def test_a_cancelled_question_is_put_again(case: Case) -> None:
    reviewer = SecondReader(Parrot(Cancelled(), says("no", WHY)))
    with pytest.raises(Cancelled):
        reviewer.objections(case.report, case.fingerprint)
    assert reviewer.objections(case.report, case.fingerprint) == {"c2": WHY}


@pytest.mark.parametrize(
    ("reply", "opinion"),
    [
        (says("no", WHY), Opinion.OBJECTION),
        (says("yes"), Opinion.NO_OBJECTION),
        (ModelError(), Opinion.NO_ANSWER),
    ],
)
def test_its_opinion_is_known_also_once_doubts_are_marked(
    case: Case, reply: Any, opinion: Opinion
) -> None:
    reader = SecondReader(Parrot(reply))
    reader.objections(case.report, case.fingerprint)
    marked = replace(case.fingerprint.criteria[1], doubt="why not")
    criteria = replace(case.fingerprint, criteria=(case.fingerprint.criteria[0], marked))
    result = Reproduction(Status.NOT_REPRODUCED, "", fingerprint=criteria)
    assert reader.reading(result) == SecondReading(criteria=opinion)
