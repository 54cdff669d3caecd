"""Shapes that a report names are those of the script's inputs."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.generate.offline.inputs.report_values import shapes_by_name
from seismograd.reproduce.generate.offline.seeds.calls import from_calls
from seismograd.reproduce.report.parse import parse_report

MIXING = "def mix(image, t, noise):\n    return image * t + noise\n"


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        ("x0 (4, 3, 32, 32), t (4,). With an int t it works.", {"x0": (4, 3, 32, 32), "t": (4,)}),
        ("For logits of shape [16, 5] and `target` (16,)", {"logits": (16, 5), "target": (16,)}),
        ("`mask` has shape torch.Size([4, 8])", {"mask": (4, 8)}),
        ("x.shape == (2, 3)", {"x": (2, 3)}),
        ("I get a tensor of shape [16, 2] instead of (16,)", {"tensor": (16, 2)}),
        ("Section 3 (2) says so, see step (4)", {}),
    ],
)
def test_names_and_shapes(text: str, shapes: dict[str, tuple[int, ...]]) -> None:
    assert shapes_by_name(text) == shapes


def test_inputs_have_the_shapes_that_are_told(tmp_path: Path) -> None:
    (tmp_path / "mixing.py").write_text(MIXING)
    told = "# mix fails: must match\n\nimage (6, 3, 9, 9), t (6,)\n\n`mix` from mixing.py"
    criterion = Criterion("c1", "", "", 'raises("RuntimeError", "must match")')
    fingerprint = Fingerprint((criterion,), "crash")
    case = Case(parse_report(told), tmp_path, fingerprint, read_project(tmp_path))
    draft = next(one for one in from_calls(case) if "mix(" in one.exercise[-1])
    assert "image = torch.randn(BATCH, 3, 9, 9)" in draft.exercise
    assert "noise = torch.randn(BATCH, 3, 9, 9)" in draft.exercise
    assert {one.name: one.value for one in draft.constants}["BATCH"] == "6"
    assert not {"image", "noise"} & set(draft.guessed)
