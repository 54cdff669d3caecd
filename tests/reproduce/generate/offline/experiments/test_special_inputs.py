"""Inputs that a report calls special, after ordinary ones that ran clean."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Attempt, Candidate, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import ProjectView
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.seeds.experiments.answers.special_inputs import (
    in_range,
    make_inputs_special,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.fitting import fit_sizes
from seismograd.reproduce.generate.offline.seeds.experiments.trained.learnable import learnable
from seismograd.reproduce.observation import Observation
from tests.reproduce.criteria.observations import ended, raised
from tests.reproduce.criteria.reports import report

DRAFT = Draft(
    "An idea.",
    constants=(Constant("BATCH", "4"), Constant("LENGTH", "8")),
    exercise=(
        "model = Net()",
        "x = torch.randn(BATCH, LENGTH)",
        "labels = torch.randint(0, 3, (BATCH,))",
        "mask = torch.ones(BATCH, LENGTH, dtype=torch.bool)",
        "result = model(x)",
    ),
    seed="experiment",
    guessed=("inputs",),
)


def case_of(title: str, body: str = "", symptom: str = "nan") -> Case:
    project = ProjectView(Path("."))
    return Case(report(title, body), Path("."), Fingerprint((), symptom, 0.5), project)


def specials(case: Case, seen: Observation | None = None) -> list[Draft]:
    clean = ended(stdout="NOT REPRODUCED")
    attempt = Attempt(Candidate("", "", ""), Rung.DRY_RUN, "", seen or clean)
    return list(make_inputs_special(case, DRAFT, attempt))


@pytest.mark.parametrize(
    ("words", "switch", "line"),
    [
        ("nan for a silent clip", "SPREAD", "x[0] = x[0] * SPREAD"),
        ("nan for constant signals", "SPREAD", "x[0] = x[0] * SPREAD + 1.0"),
        ("nan with a fully masked row", "KEPT", "mask[0] = KEPT"),
        ("a perfect prediction gives nan", "PERFECT", "one_hot"),
        ("inf for large logits", "SIZE_OF_INPUT", "x = x * SIZE_OF_INPUT"),
        ("a logit of 95 gives inf", "LARGEST", "x = x / x.abs().max() * LARGEST"),
        ("nan in fp16", "HALF", "x = x.half()"),
        ("nan if a class never occurs", "ONE_CLASS_ONLY", "torch.zeros_like(labels)"),
        ("nan with a batch of 1", "BATCH", ""),
        ("nan if a sentence is all padding", "PADDING_ONLY", "labels[0] = 0"),
    ],
)
def test_what_the_report_names_is_tried_with_its_control(
    words: str, switch: str, line: str
) -> None:
    found = [one for one in specials(case_of(words)) if one.switches[0].name == switch]
    assert any(line in "\n".join(one.exercise) for one in found)
    assert all(one.switches[0].control is not None and not one.guessed for one in found)


def test_nothing_special_is_made_up() -> None:
    assert specials(case_of("nan after some epochs")) == []
    assert specials(case_of("another result for a silent clip", symptom="evaluation")) == []
    assert specials(case_of("nan for a silent clip"), raised("RuntimeError", "no")) == []


def test_inputs_become_special_before_they_are_used() -> None:
    first = specials(case_of("nan for a silent clip"))[0]
    assert first.exercise.index("x[0] = x[0] * SPREAD") == len(DRAFT.exercise) - 1


def test_made_up_numbers_are_of_the_kind_that_their_names_say() -> None:
    made = "\n".join(
        in_range(
            (
                "probabilities = torch.randn(BATCH, CLASSES)",
                "variance = torch.randn(BATCH)",
                "labels = torch.randint(0, CLASSES, (BATCH,))",
                "x = torch.randn(BATCH)",
            )
        )
    )
    assert "probabilities = probabilities.softmax(-1)" in made
    assert "variance = variance.abs()" in made
    assert "% CLASSES" in made
    assert made.count("x =") == 1


def test_labels_can_be_learnt_from_inputs() -> None:
    made = list(
        learnable(("inputs = torch.randn(SAMPLES, 3)", "labels = torch.randint(0, 2, (SAMPLES,))"))
    )
    assert made[-1].startswith("inputs[labels == 1] += 1.0")
    assert list(learnable(("x = torch.randn(4, 3)",))) == ["x = torch.randn(4, 3)"]


@pytest.mark.parametrize(
    ("message", "name", "value"),
    [
        ("mat1 and mat2 shapes cannot be multiplied (4x8 and 20x2)", "LENGTH", "20"),
        ("stft(...): expected 0 < n_fft < 8, but got n_fft=256", "LENGTH", "4096"),
        ("Kernel size can't be greater than actual input size", "LENGTH", "256"),
    ],
)
def test_a_message_says_which_size_fits(message: str, name: str, value: str) -> None:
    attempt = Attempt(Candidate("", "", ""), Rung.DRY_RUN, "", raised("RuntimeError", message))
    first = next(fit_sizes(case_of("nan"), DRAFT, attempt))
    assert {one.name: one.value for one in first.constants}[name] == value
