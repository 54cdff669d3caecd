"""Fingerprints from reports."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.derivation import derive
from seismograd.reproduce.criteria.judging import judge_all
from seismograd.reproduce.criteria.language import parse
from seismograd.reproduce.report.bug_report import (
    BugReport,
    CitedPlace,
    NamedValue,
    ReportedFrame,
    ReportedTraceback,
)
from tests.reproduce.criteria.observations import raised
from tests.reproduce.criteria.reports import ReportCase, report, report_cases

TRACE = ReportedTraceback(
    (
        ReportedFrame("/home/me/try.py", 3, "<module>"),
        ReportedFrame("/home/me/work/net/model.py", 41, "forward"),
        ReportedFrame(
            "/usr/lib/python3.10/site-packages/torch/nn/modules/linear.py", 114, "forward"
        ),
    ),
    "RuntimeError",
    "mat1 and mat2 shapes cannot be multiplied (4x8 and 16x2)",
)


def _best(found: list[Fingerprint]) -> str:
    return f"{found[0].symptom} | {found[0].criteria[0].check}" if found else "nothing"


def _symptoms(found: list[Fingerprint]) -> list[str]:
    return [one.symptom for one in found]


@pytest.mark.parametrize("case", report_cases(), ids=lambda case: case.name)
def test_the_best_fingerprint_is_the_reported_one(case: ReportCase) -> None:
    assert _best(derive(case.report)) == case.expects


@pytest.mark.parametrize("case", report_cases(), ids=lambda case: case.name)
def test_fingerprints_are_ranked_readable_and_distinct(case: ReportCase) -> None:
    found = derive(case.report)
    confidences = [one.confidence for one in found]
    assert confidences == sorted(confidences, reverse=True)
    assert all(0 < confidence < 1 for confidence in confidences)
    assert len({tuple(c.check for c in one.criteria) for one in found}) == len(found)
    for criterion in (criterion for one in found for criterion in one.criteria):
        parse(criterion.check)
        assert criterion.fact
        assert criterion.scope


def test_a_traceback_gives_exception_message_and_place() -> None:
    found = derive(replace(report("Forward fails"), tracebacks=(TRACE,)))
    first, second = found[:2]
    assert [criterion.check.partition("(")[0] for criterion in first.criteria] == [
        "raises",
        "raised_in",
    ]
    assert first.criteria[1].check == 'raised_in("model.py", function="forward")'
    assert [criterion.check for criterion in second.criteria] == [first.criteria[0].check]
    message = "mat1 and mat2 shapes cannot be multiplied (1x3 and 5x2)"
    assert judge_all(first, raised("RuntimeError", message, ("net/model.py", "forward"))).passed
    assert not judge_all(first, raised("RuntimeError", message, ("other.py", "run"))).passed


def test_the_files_of_the_project_tell_its_frames() -> None:
    installed = replace(
        TRACE,
        frames=(
            ReportedFrame("/home/me/train.py", 3, "main"),
            ReportedFrame("/venv/lib/python3.10/site-packages/kit/layers.py", 7, "attend"),
            ReportedFrame("/venv/lib/python3.10/site-packages/torch/functional.py", 9, "einsum"),
        ),
    )
    found = derive(
        replace(report("x"), tracebacks=(installed,)), files=["src/kit/layers.py", "a.py"]
    )
    assert found[0].criteria[1].check == 'raised_in("src/kit/layers.py", function="attend")'


def test_of_a_chain_the_last_traceback_counts_and_else_the_first() -> None:
    first, last = replace(TRACE, exception="KeyError"), replace(TRACE, exception="ValueError")
    apart = replace(report("x"), tracebacks=(first, last))
    text = "During handling of the above exception, another exception occurred:"
    chained = replace(apart, text=text)
    assert derive(apart)[0].criteria[0].check.startswith('raises("KeyError"')
    assert derive(chained)[0].criteria[0].check.startswith('raises("ValueError"')


def test_an_interrupted_program_hangs() -> None:
    interrupted = replace(TRACE, exception="KeyboardInterrupt", message="")
    found = derive(replace(report("Loader problem"), tracebacks=(interrupted,)))
    assert _best(found) == "hang | times_out()"


def test_an_assertion_of_a_test_is_not_the_bug_itself() -> None:
    trace = ReportedTraceback(
        (ReportedFrame("tests/test_metric.py", 9, "test_f1"),),
        "AssertionError",
        "assert 0.5 == 1.0",
    )
    found = derive(replace(report("F1 is wrong"), tracebacks=(trace,)))
    assert _best(found) == 'value | measured("value", "~", 0.5, within=0.05)'


@pytest.mark.parametrize(
    ("title", "body", "absent"),
    [
        ("Model outputs garbage", "There are no NaNs in the output.", "nan"),
        ("Something is odd", "The loss never becomes NaN.", "nan"),
        ("Strange predictions", "`fit` does not crash.", "crash"),
        ("Strange predictions", "No ValueError is raised by `fit`.", "crash"),
        ("Wrong option", "I catch the KeyError in `run` already.", "crash"),
        ("Odd", "## Expected behavior\nThe loss is NaN.", "nan"),
    ],
)
def test_what_is_denied_or_wished_for_was_not_seen(title: str, body: str, absent: str) -> None:
    assert absent not in _symptoms(derive(report(title, body)))


@pytest.mark.parametrize(
    ("body", "present"),
    [
        ("It does not crash but the loss is NaN.", "nan"),
        ("The loss should not become NaN.", "nan"),
        ("## Expected behavior\nThe padding should not affect the result.", "mask"),
        ("No error is raised, however the argument `alpha` is ignored.", "option"),
    ],
)
def test_what_follows_a_denial_was_seen(body: str, present: str) -> None:
    assert _symptoms(derive(report("A problem", body)))[0] == present


@pytest.mark.parametrize(
    "title",
    [
        "Feature extractor returns NaN",
        "Add layer returns NaN",
        "Please help, the output is NaN",
        "[Question] NaN in the output?",
    ],
)
def test_titles_of_bugs_are_not_taken_for_wishes(title: str) -> None:
    assert _symptoms(derive(report(title)))[0] == "nan"


def test_code_versions_and_comments_are_no_prose() -> None:
    body = (
        "<!-- Does the loss become NaN? Does it crash with a ValueError? -->\n"
        "```python\ntry:\n    run()\nexcept KeyError:\n    loss = float('nan')\n```\n"
        "## Environment\n- CUDA error reporting: none, memory leak sanitizer: no\n"
        "    IndentationError: in a block\n"
    )
    assert derive(report("Question", body)) == []


def test_several_families_may_be_named() -> None:
    body = "After loading the checkpoint the predictions differ. It hangs as well."
    assert {"reload", "hang"} <= set(_symptoms(derive(report("Two bugs", body))))


def test_a_named_exception_outranks_words_by_the_way() -> None:
    body = "`evaluate` raises ValueError: cannot average an empty list when the mask is ignored."
    found = derive(report("Evaluation fails", body))
    assert found[0].symptom == "crash"
    assert found[0].confidence > 1.5 * found[1].confidence


def test_scopes_have_condition_values_and_places() -> None:
    told = replace(
        report("Loss is NaN when the last batch has one sample"),
        values=(NamedValue("batch_size", 1.0), NamedValue("norm", "batch")),
        places=(CitedPlace("net/model.py", 41),),
    )
    assert derive(told)[0].criteria[0].scope == (
        "when the last batch has one sample; with batch_size=1.0, norm=batch; in net/model.py"
    )


@given(st.text(max_size=400), st.text(max_size=100), st.text(max_size=100))
def test_any_text_can_be_read(text: str, title: str, message: str) -> None:
    trace = ReportedTraceback((ReportedFrame(title, 1, message),), message, text)
    told = BugReport(title, text, symptom=message, expected=text, tracebacks=(trace,))
    for one in derive(told):
        assert one.criteria
