"""What a language model said becomes part of the result as its word."""

from __future__ import annotations

from typing import cast

import pytest

from seismograd.llm.budget import Budget
from seismograd.llm.conversation import Usage
from seismograd.reproduce.generate.with_model.model_generator import ModelGenerator
from seismograd.reproduce.request import with_model_summary
from seismograd.reproduce.results.result import Reproduction, Status
from tests.reproduce.some_results import failed, reproduced


class Model:
    def __init__(self, ended: str = "", needs: str = "") -> None:
        self.ended = ended
        self.needs = needs


def _told(result: Reproduction, model: Model, tokens: int = 1_000) -> Reproduction:
    budget = Budget()
    budget.count(Usage(input_tokens=tokens), "claude-sonnet-5-5")
    return with_model_summary(result, cast(ModelGenerator, model), budget)


def test_what_was_spent_is_told() -> None:
    told = _told(reproduced(), Model())
    assert "1,000 tokens in" in told.spent
    assert told.status is Status.REPRODUCED


def test_nothing_is_told_where_nobody_was_asked() -> None:
    assert _told(failed(), Model(), tokens=0).spent == ""


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("data: a pretrained checkpoint", "data"),
        ("cluster: several GPUs", "cluster"),
        ("gpu: the data must lie on it", "gpu"),
        ("Package: xformers, for its GPU kernels", "package"),
    ],
)
def test_what_a_model_misses_is_needed(sentence: str, kind: str) -> None:
    told = _told(failed(), Model(f"It says that {sentence} is needed.", sentence))
    assert (told.status, told.needs) == (Status.NEEDS, (kind,))
    assert told.missing == (f"by the language model's word: {sentence}",)
    assert "no run has shown" in told.why


def test_a_bug_that_a_model_does_not_find_needs_nothing() -> None:
    said = "absent: the project loads no data and has no GPU code"
    assert _told(failed(), Model(said, said)).status is Status.NOT_REPRODUCED


def test_a_need_that_is_unknown_is_only_told() -> None:
    told = _told(failed(), Model("It says that more time is needed.", "more time"))
    assert (told.status, told.needs) == (Status.NOT_REPRODUCED, ())
    assert told.model_said == "It says that more time is needed."


def test_a_need_does_not_undo_a_reproduction_or_a_stop() -> None:
    model = Model("ended", "gpu: any")
    assert _told(reproduced(), model).status is Status.REPRODUCED
    assert _told(failed(status=Status.CANCELLED), model).status is Status.CANCELLED
