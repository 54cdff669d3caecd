from __future__ import annotations

import math
from pathlib import Path

import pytest

from seismograd.faults import (
    Edit,
    Evidence,
    EvidenceKind,
    FaultType,
    Finding,
    Fix,
    Position,
    Safety,
    Severity,
    Span,
)
from seismograd.localise.comparison import Comparison
from seismograd.localise.diagnosis import Cause, Diagnosis
from seismograd.reports.diagnosis_html import diagnosis_html
from seismograd.reports.layer_plot import layer_plot
from seismograd.reports.live_plot import plot_script
from seismograd.reports.paired_plot import paired_plot
from seismograd.reports.report import Report
from seismograd.runs.folder import RunFolder
from seismograd.runs.record import RunRecord
from seismograd.runs.state import RunState
from seismograd.runs.summary import RunSummary
from seismograd.traces import TraceSummary
from seismograd.traces.curve import Point
from seismograd.traces.events import Layer, Layers, LayerSample, Losses, LossFunction, Place
from seismograd.traces.events.parts import Statistics
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_curves import LayerCurve, gradient_curves
from seismograd.traces.symptom import Symptom
from seismograd.traces.symptoms import all_detectors
from tests.reports.test_runs import EVIL, Page, losses

SOURCE = "import torch\noptimizer = Adam(lr=1e-9)  # </pre><script>alert(1)</script>\n"


def history(name: str = "fc", layers: int = 2) -> RunHistory:
    found = RunHistory()
    found.take(LossFunction())
    found.take(Losses(first=0, values=(1.0, 0.9, 0.8)))
    for number in range(layers):
        found.take(Layer(layer=number, name=f"{name}{number}", type="Linear"))
        for step in range(3):
            statistics = Statistics(n=4, norm=2.0 * 10.0**-number, std=0.5 + number)
            sample = LayerSample(number, grad={"weight": statistics}, activation={"": statistics})
            found.take(Layers(step=step, layers=(sample,)))
    return found


def cause(file: str, text: str = "too small", *, confirmed: bool = True) -> Cause:
    where = Span(file, Position(2, 18), Position(2, 25))
    finding = Finding(
        "RUN-HLR",
        "learning-rate-too-small",
        FaultType.HLR,
        Severity.WARNING,
        0.97,
        f"The learning rate is {text}.",
        where,
        alternatives=(FaultType.OCH,),
        evidence=(
            Evidence(EvidenceKind.INTERVENTION, f"tried {text}"),
            Evidence(EvidenceKind.STATIC, f"read {text}"),
            Evidence(EvidenceKind.DYNAMIC, f"measured {text}"),
        ),
        fixes=(Fix(f"Set it {text}", Safety.UNSAFE, (Edit(where, "lr=1e-3"),)),),
    )
    pairs = Comparison(text, "the loss is lower", (1.0, 1.1, math.inf), (0.1, 0.2, 0.3))
    return Cause(finding, confirmed, (pairs,))


def page(folder: Path, text: str, causes: int = 1, **record: object) -> str:
    script = folder / "train.py"
    script.write_text(SOURCE)
    run = RunRecord(id="1", entry="train.py", root=str(folder), **record)  # type: ignore[arg-type]
    told = TraceSummary(steps=3, loss=losses(1.0, 0.9, 0.8))
    summary = RunSummary(RunFolder(folder / "1"), run, told)
    found = [cause(str(script), text) for _ in range(causes)]
    symptoms = (Symptom(text, Severity.WARNING, text, step=2, place=Place(text, 3)),)
    diagnosis = Diagnosis(tuple(found), symptoms if causes else (), history(text))
    report = Report([one.finding for one in found], base=str(folder))
    return diagnosis_html(diagnosis, summary, report)


def test_causes_stand_first_with_evidence_in_the_order_of_reasoning(tmp_path: Path) -> None:
    text = page(tmp_path, "too small", state=RunState.FINISHED)
    words = [
        "1. The learning rate is too small.",
        "confirmed, 97%",
        "train.py:2:18",
        "optimizer = Adam(lr=1e-9)",
        "^^^^^^^",
        "read too small",
        "measured too small",
        "tried too small",
        "as it is",
        "Set it too small (unsafe fix)",
        "Or: optimiser.",
        "<h2>Loss</h2>",
        "<h2>Gradients by layer</h2>",
        "too small1 (Linear)",
        "<h2>Activations by layer</h2>",
        "<h2>Symptoms</h2>",
        "<h2>Checked</h2>",
    ]
    places = [text.index(word) for word in words]
    assert places == sorted(places)
    assert 'class="alarm"' in text


def test_a_healthy_run_says_what_was_checked(tmp_path: Path) -> None:
    text = page(tmp_path, "fc", causes=0, state=RunState.FINISHED)
    assert "no fault found" in text
    assert "<h2>Symptoms</h2>" not in text
    checked = text[text.index("<h2>Checked</h2>") :]
    assert all(f"<li>{detector.name}: " in checked for detector in all_detectors())


def test_hostile_text_is_shown_and_neither_run_nor_loaded(tmp_path: Path) -> None:
    found = Page(page(tmp_path, EVIL, sentence=EVIL))
    assert not {"img", "iframe", "link", "object", "embed", "a"} & found.tags
    assert not [name for name, _ in found.attributes if name in ("src", "href", "onerror")]
    kinds = [(kind, text) for kind, text in found.scripts]
    assert [kind for kind, _ in kinds] == [{"type": "application/json", "id": "numbers"}, {}]
    assert kinds[1][1] == plot_script()


def test_at_most_eight_layers_are_drawn_from_the_first_to_the_last() -> None:
    curves = gradient_curves(history(layers=40))
    assert len(curves) == 8
    assert (curves[0].name, curves[-1].name) == ("fc0 (Linear)", "fc39 (Linear)")
    assert curves[0].points == (Point(0, 1.0), Point(1, 1.0), Point(2, 1.0))


@pytest.mark.parametrize(
    "values",
    [
        [0.0, 0.0],
        [0.0, 1e-12, 5.0],
        [5e-324, 0.0, 1.0],
        [math.nan, math.inf, 1.0],
        [1e-300, 1e299],
        [-1.0, 1.0],
    ],
)
def test_every_curve_of_a_layer_can_be_drawn(values: list[float]) -> None:
    curve = LayerCurve("fc", tuple(Point(step, value) for step, value in enumerate(values)))
    drawn = layer_plot([curve], "Gradients")
    assert drawn is not None
    assert "nan" not in drawn
    assert "inf" not in drawn


def test_what_was_never_measured_is_not_drawn() -> None:
    assert layer_plot([], "Gradients") is None
    assert paired_plot(Comparison("", "", (math.inf,), (math.nan,))) is None


def test_pairs_are_drawn_one_line_a_seed_and_worse_ones_told_apart() -> None:
    drawn = paired_plot(Comparison("", "", (1.0, 1.0, math.inf), (0.5, 2.0, 0.5)))
    assert drawn is not None
    assert drawn.count("<circle") == 6
    assert drawn.count('class="curve worse"') == 1
    assert drawn.count("not finite") == 1
