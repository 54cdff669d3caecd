"""Triggers change all that belongs together, and nothing that is taken in one form alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Attempt, Candidate, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.repairs.triggers import apply_reported_triggers
from seismograd.reproduce.generate.offline.triggers.declared import fitted, with_inputs
from seismograd.reproduce.observation import NOT_REPRODUCED, Observation
from seismograd.reproduce.report.parse import parse_report
from seismograd_sandbox.host.outcome import Ending

NETWORK = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self, image_size=32, in_channels=3):
        super().__init__()
        self.stem = nn.Conv2d(in_channels, 8, 3)

    def forward(self, image, weights):
        return self.stem(image)
"""
CLEAN = Observation(Ending.EXITED, 0, f"{NOT_REPRODUCED}\n", "")
FAILED = Observation(Ending.EXITED, 1, "", "")
DRAFT = Draft(
    "Try.",
    imports=("import torch", "from net import Net"),
    constants=(Constant("BATCH", "4"), Constant("HEIGHT", "32"), Constant("WIDTH", "32")),
    exercise=(
        "weights = torch.ones(BATCH)",
        "labels = torch.zeros(BATCH, dtype=torch.long)",
        "model = Net()",
        "image = torch.rand(BATCH, 3, HEIGHT, WIDTH)",
        "output = model(image, weights)",
    ),
    seed="call",
    is_baseline=True,
)


def case_of(root: Path, text: str) -> Case:
    (root / "net.py").write_text(NETWORK)
    criterion = Criterion("c1", "", "", 'raises("RuntimeError", "must match")')
    fingerprint = Fingerprint((criterion,), "crash")
    return Case(parse_report(text), root, fingerprint, read_project(root))


def after(case: Case, draft: Draft, seen: Observation = CLEAN) -> list[Draft]:
    attempt = Attempt(Candidate("", "offline", ""), Rung.DRY_RUN, "", seen)
    return list(apply_reported_triggers(case, draft, attempt))


def test_precision_goes_for_all_floats_that_the_script_makes(tmp_path: Path) -> None:
    case = case_of(tmp_path, "# Net fails in bfloat16")
    block = next(
        statement
        for draft in after(case, DRAFT)
        for statement in draft.exercise
        if statement.startswith("if IN_BFLOAT16:")
    )
    assert block.splitlines() == [
        "if IN_BFLOAT16:",
        "    model.bfloat16()",
        "    weights = weights.to(torch.bfloat16)",
        "    image = image.to(torch.bfloat16)",
    ]


def test_what_is_made_within_the_call_cannot_be_converted(tmp_path: Path) -> None:
    case = case_of(tmp_path, "# Net fails in bfloat16")
    draft = DRAFT.changed(exercise=("model = Net()", "output = model(torch.rand(4, 3, 32, 32))"))
    assert not any("bfloat16" in one for better in after(case, draft) for one in better.exercise)


def test_another_size_is_tried_only_where_sizes_are_free(tmp_path: Path) -> None:
    case = case_of(tmp_path, "# Net fails for images that are not square: must match")
    probe = next(one for one in after(case, DRAFT) if one.leads_to is not None)
    assert {one.name: one.value for one in probe.constants}["WIDTH"] == "64"
    assert {one.name: one.value for one in probe.constants}["HEIGHT"] == "64"
    assert probe.is_baseline
    assert not probe.switches
    assert after(case, probe, FAILED) == []
    special = after(case, probe)
    assert [one.switches for one in special] == [special[0].switches]
    assert [(s.name, s.trigger, s.control) for s in special[0].switches] == [("WIDTH", "48", "32")]


def test_an_option_of_the_network_is_not_meant_for_the_inputs_alone(tmp_path: Path) -> None:
    case = case_of(tmp_path, "# Net fails\n\nI use `image_size=48` and get: must match")
    for draft in after(case, DRAFT):
        values = {one.name: one.value for one in draft.constants}
        assert (values["HEIGHT"] == "48") == ("IMAGE_SIZE" in values), draft.idea


@pytest.mark.parametrize(
    ("values", "more"),
    [
        ({"IMAGE_SIZE": "(24, 48)"}, {"HEIGHT": "24", "WIDTH": "48"}),
        ({"TILE_SIZE": "[24, 48]"}, {"HEIGHT": "24", "WIDTH": "48"}),
        ({"INPUT_SHAPE": "(3, 24, 48)"}, {"HEIGHT": "24", "WIDTH": "48"}),
        ({"INPUT_SHAPE": "(24, 48, 3)"}, {"HEIGHT": "24", "WIDTH": "48"}),
        ({"RESOLUTION": "48"}, {"HEIGHT": "48", "WIDTH": "48"}),
        ({"BATCH_SIZE": "48"}, {}),
        ({"KERNEL_SIZE": "5"}, {}),
        ({"HIDDEN_SIZE": "5"}, {}),
        ({"IN_CHANNELS": "1"}, {}),
    ],
)
def test_what_an_option_says_of_the_inputs_goes_along(
    values: dict[str, str], more: dict[str, str]
) -> None:
    assert with_inputs(DRAFT, values) == {**values, **more}


def test_inputs_that_went_along_go_back_in_the_control() -> None:
    draft = DRAFT.changed(constants=(*DRAFT.constants, Constant("IMAGE_SIZE", "(32, 48)", "32")))
    switches = {one.name: (one.trigger, one.control) for one in fitted(draft).switches}
    assert switches == {"IMAGE_SIZE": ("(32, 48)", "32"), "WIDTH": ("48", "32")}
    assert replace(draft, constants=DRAFT.constants).switches == ()
