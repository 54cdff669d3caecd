from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from seismograd.llm import Malformed
from seismograd.llm.schema import misfit
from seismograd.reproduce.generate.with_model.criteria_question import (
    CRITERIA_ANSWER,
    criteria_reader,
)

REPORT = """Mixup hurts

The second species that I *can hear* is not the one
that has the smaller share in the `target`."""


def one(**more: str) -> dict[str, str]:
    return {
        "quote": "is not the one that has the smaller share in the target",
        "fact": "clips have the targets of others.",
        "scope": "with mixup",
        "check": 'measured("mismatches", ">", 0)',
        **more,
    }


def answer(*criteria: dict[str, str], **more: str) -> dict[str, Any]:
    told = {"analysis": "", "symptom": "Data", "why_none": "", **more}
    return {**told, "criteria": list(criteria)}


def test_criteria_say_whose_they_are_and_what_they_rest_on() -> None:
    given = answer(one())
    assert misfit(given, CRITERIA_ANSWER) is None
    fingerprint = criteria_reader(REPORT)(given).fingerprint
    assert fingerprint is not None
    (criterion,) = fingerprint.criteria
    assert (criterion.id, criterion.fact) == ("m1", "clips have the targets of others")
    assert "by a language model" in criterion.told
    assert "smaller share in the target" in criterion.told
    assert fingerprint.symptom == "data"


def test_typography_and_line_breaks_of_a_quote_do_not_count() -> None:
    criteria_reader(REPORT)(answer(one(quote='"that I can hear is not the ONE that has"')))


@pytest.mark.parametrize(
    ("criteria", "words"),
    [
        ([one(quote="validation accuracy falls by eight points")], "not in the report"),
        ([one(quote="the")], "too few words"),
        ([one(check="mismatches > 0")], "Criterion 1: a check is a call"),
        ([one(check="__import__('os').system('x')")], "Criterion 1:"),
        ([one(check='measured("mismatches", ">=", 0)')], "met by any number"),
        ([one(check='reaches("augment.py")')], "where and when"),
        ([one()] * 7, "more than 6"),
        ([one(), one(check="nonsense(")], "Criterion 2:"),
    ],
)
def test_what_is_not_grounded_or_no_check_is_refused(
    criteria: list[dict[str, str]], words: str
) -> None:
    with pytest.raises(Malformed) as refused:
        criteria_reader(REPORT)(answer(*criteria))
    assert words in str(refused.value)


def test_all_troubles_are_told_at_once() -> None:
    with pytest.raises(Malformed) as refused:
        criteria_reader(REPORT)(answer(one(quote="never said so"), one(check="x")))
    assert "Criterion 1" in str(refused.value)
    assert "Criterion 2" in str(refused.value)


def test_limits_of_the_project_are_given(tmp_path: Path) -> None:
    given = answer(one(check='measured("growth", ">", 0.125)'))
    with pytest.raises(Malformed, match="nobody gives that limit"):
        criteria_reader(REPORT, tmp_path)(given)
    (tmp_path / "README.md").write_text("Growth stays below 0.125.")
    assert criteria_reader(REPORT, tmp_path)(given).fingerprint is not None


def test_no_criteria_need_a_reason_and_unknown_families_are_custom() -> None:
    settled = criteria_reader(REPORT)(answer(why_none="It is a question."))
    assert (settled.fingerprint, settled.why_none) == (None, "It is a question.")
    other = criteria_reader(REPORT)(answer(one(), symptom="birds")).fingerprint
    assert other is not None
    assert other.symptom == "custom"


def test_a_few_words_of_chinese_are_a_quote() -> None:
    report = "# 保存后结果不同\n\n加载模型以后输出变了。"
    assert criteria_reader(report)(answer(one(quote="输出变了"))).fingerprint is not None
