"""Drafts that call what a report names, before anything is run."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.drafts.draft import Draft
from seismograd.reproduce.generate.offline.calls import from_calls, targets
from seismograd.reproduce.report.parse import parse_report
from tests.reproduce.generate.offline.small_projects import (
    ALWAYS,
    COMMAND_LINE,
    IMAGES,
    METRICS,
    OWN_TESTS,
    SETTINGS_CLASS,
    SETTINGS_FILE,
)


def first(case: Case) -> Draft:
    return next(from_calls(case))


def test_a_network_gets_what_its_first_layer_takes(tmp_path: Path) -> None:
    draft = first(IMAGES.case(tmp_path))
    assert draft.exercise == (
        "model = SmallNet(in_channels=IN_CHANNELS, num_classes=NUM_CLASSES)",
        "images = torch.randn(BATCH, model.stem.conv.in_channels, HEIGHT, WIDTH)",
        "output = model(images)",
    )
    assert draft.is_baseline
    assert draft.guessed == ()
    assert set(draft.made_up) == {"IN_CHANNELS", "NUM_CLASSES", "BATCH", "HEIGHT", "WIDTH"}


def test_the_reported_value_is_never_the_ordinary_one(tmp_path: Path) -> None:
    report = IMAGES.report.replace("batch size 1", "batch size 4")
    draft = first(IMAGES.case(tmp_path, report))
    assert {one.name: one.value for one in draft.constants}["BATCH"] == "8"


def test_settings_are_made_by_their_class(tmp_path: Path) -> None:
    draft = first(SETTINGS_CLASS.case(tmp_path))
    assert "cfg = GPTConfig(tie_weights=TIE_WEIGHTS)" in draft.exercise
    assert {one.name: one.value for one in draft.constants}["TIE_WEIGHTS"] == "False"
    assert "from minigpt.config import GPTConfig" in draft.imports


def test_settings_are_made_of_options(tmp_path: Path) -> None:
    draft = first(COMMAND_LINE.case(tmp_path))
    made = next(one for one in draft.exercise if one.startswith("args = "))
    assert made.startswith("args = SimpleNamespace(vocab=100, emb=16, hidden=24")
    assert "bidirectional=BIDIRECTIONAL" in made


def test_settings_are_made_of_files(tmp_path: Path) -> None:
    draft = first(SETTINGS_FILE.case(tmp_path))
    made = "cfg = {'hidden': 32, 'layers': 2, 'activation': ACTIVATION}"
    assert made in draft.exercise


def test_a_function_is_called_with_guessed_tensors(tmp_path: Path) -> None:
    draft = first(METRICS.case(tmp_path))
    assert draft.exercise[-1] == "output = topk_accuracy(logits, labels, k=K)"
    assert draft.guessed == ("logits", "labels")


def test_a_method_gets_the_batch_that_it_takes_apart(tmp_path: Path) -> None:
    draft = first(ALWAYS.case(tmp_path))
    assert "x = torch.randn(BATCH, model.net[1].in_features)" in draft.exercise
    assert draft.exercise[-2:] == (
        "batch = (x, y,)",
        "output = model.validation_step(batch, None)",
    )


def test_tests_are_no_targets(tmp_path: Path) -> None:
    names = [symbol.qualified for symbol in targets(OWN_TESTS.case(tmp_path))]
    assert "lib.pool.Pyramid" in names
    assert not any("test_" in name for name in names)


def test_reports_about_something_else_call_nothing(tmp_path: Path) -> None:
    report = "# Bug\n\n`mixup` and `CutMix` raise a RuntimeError for an empty batch.\n"
    assert targets(IMAGES.case(tmp_path, report)) == []


def test_vague_criteria_call_only_what_is_named(tmp_path: Path) -> None:
    report = "# Bug\n\n`Block` raises a RuntimeError for an empty batch.\n"
    assert [one.name for one in targets(IMAGES.case(tmp_path, report))] == ["Block"]


@pytest.mark.parametrize(("networks", "called"), [(1, True), (2, False)])
def test_a_report_that_names_nothing_means_the_only_network(
    tmp_path: Path, networks: int, called: bool
) -> None:
    for number in range(networks):
        (tmp_path / f"net{number}.py").write_text(
            f"from torch import nn\n\nclass Net{number}(nn.Module):\n"
            "    def __init__(self):\n        super().__init__()\n"
            "        self.conv = nn.Conv2d(1, 2, 3)\n\n"
            "    def forward(self, x):\n        return self.conv(x)\n"
        )
    report = parse_report("Crash with images of odd size\n\nIt pads wrongly.\n")
    criterion = Criterion("c1", "", "", 'raises("RuntimeError", "Sizes of tensors must match")')
    fingerprint = Fingerprint((criterion,), "crash")
    case = Case(report, tmp_path, fingerprint, read_project(tmp_path))
    assert bool(targets(case)) is called
