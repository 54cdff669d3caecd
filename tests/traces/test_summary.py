from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from seismograd.traces import TraceSummary, TraceUnreadable, plain, summarise
from seismograd.traces.events import Place
from tests.benchmarks.trace_generator import write_trace


def line(kind: str, t: float = 0.5, **fields: Any) -> bytes:
    return json.dumps({"v": 1, "t": t, "kind": kind, **fields}).encode() + b"\n"


def summary_of(tmp_path: Path, *lines: bytes) -> TraceSummary:
    path = tmp_path / "trace.jsonl"
    path.write_bytes(b"".join(lines))
    return summarise(path)


def step(number: int, loss: Any = None, **fields: Any) -> bytes:
    return line("step", step=number, loss=loss, **fields)


def test_an_empty_trace_is_a_run_of_unknown_end(tmp_path: Path) -> None:
    summary = summary_of(tmp_path)
    assert summary == TraceSummary()
    assert summary.outcome == "unknown"


def test_a_missing_trace_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        summarise(tmp_path / "trace.jsonl")
    with pytest.raises(TraceUnreadable):
        summarise(tmp_path)


def test_the_loss_has_its_first_last_best_and_broken_steps(tmp_path: Path) -> None:
    values = [3.0, 1.0, "nan", "inf", 2.0]
    loss = summary_of(tmp_path, *(step(n, value) for n, value in enumerate(values))).loss
    assert (loss.first, loss.last, loss.best, loss.worst) == (
        (0, 3.0),
        (4, 2.0),
        (1, 1.0),
        (3, math.inf),
    )
    assert loss.nan_count == 1
    assert loss.first_nan is not None
    assert loss.first_nan.step == 2
    assert len(loss.points) == 5


def test_steps_that_a_stretch_of_losses_covers_count_once(tmp_path: Path) -> None:
    summary = summary_of(
        tmp_path,
        step(0, 5.0),
        step(2, 3.0),
        line("losses", first=0, values=[5.0, 4.0, 3.0]),
        step(3, 2.0),
        step(5, 1.0),
    )
    assert summary.loss.points == ((0, 5.0), (1, 4.0), (2, 3.0), (3, 2.0), (5, 1.0))
    assert summary.loss.count == 5
    assert summary.steps == 6


def test_rates_norms_and_ratios_have_ranges(tmp_path: Path) -> None:
    summary = summary_of(
        tmp_path,
        step(0, lr=[0.1, 0.01], grad_norm=5, update_ratio=1e-3, scale=65536),
        step(1, lr=[0.05], grad_norm="nan", clipped_to=1.0, skipped=True),
        step(2, lr=0.2, grad_norm=2),
    )
    rate, norm = summary.learning_rate, summary.gradient_norm
    assert (rate.first, rate.last, rate.low, rate.high) == (0.1, 0.2, 0.01, 0.2)
    assert (norm.low, norm.high, norm.last, norm.nan_count) == (2.0, 5.0, 2.0, 1)
    assert summary.update_ratio.high == 1e-3
    assert (summary.clipped_steps, summary.skipped_steps) == (1, 1)


def test_layers_have_the_extremes_of_their_tensors(tmp_path: Path) -> None:
    def layers(number: int, norm: float, dead: float, nan: float) -> bytes:
        grad = {"weight": {"norm": norm, "min": -norm, "max": norm, "nan": nan}}
        sample = {"layer": 4, "grad": grad, "activation": {"dead": dead, "zero": dead}}
        return line("layers", step=number, layers=[sample])

    summary = summary_of(
        tmp_path,
        line("layer", layer=4, name="fc", type="Linear", built={"file": "m.py", "line": 3}),
        layers(0, 2.0, 0.1, 0.0),
        layers(1, 8.0, 0.9, 0.5),
        layers(2, 4.0, 0.7, 0.0),
        line("layers", step=3, layers=[{"layer": 9}]),
    )
    first, second = summary.layers
    assert (first.layer, first.name, first.built) == (4, "fc", Place("m.py", 3))
    grad, activation = first.extremes.grad["weight"], first.extremes.activation[""]
    assert (grad.norm_first, grad.norm_low, grad.norm_high, grad.norm_last) == (2, 2, 8, 4)
    assert (grad.low, grad.high, grad.most_nan, grad.samples) == (-8, 8, 0.5, 3)
    assert (activation.least_dead, activation.most_dead, activation.last_dead) == (0.1, 0.9, 0.7)
    assert (second.layer, second.name, second.extremes.samples) == (9, None, 1)


def test_everything_else_is_there(tmp_path: Path) -> None:
    summary = summary_of(
        tmp_path,
        line("start", script="train.py", seed=3),
        line("packages", packages={"torch": "2"}),
        line("packages", packages={"numpy": "1"}),
        line("device", devices=[{"type": "cuda", "name": "H"}]),
        line("optimiser", optimiser=0, type="SGD", groups=[{"lr": 0.1, "betas": [1], "x": True}]),
        line("epoch", epoch=0, metrics={"accuracy": 0.5}, seconds=2),
        line("evaluation", loss=0.7, metrics={"f1": 0.1}),
        line("phase", phase="import", seconds=1.5),
        line("phase", phase="train", seconds=2),
        line("phase", phase="train", seconds=3),
        line("warning", category="UserWarning", message="hm", place={"file": "a", "line": 1}),
        line("alarm", alarm="nan-loss", step=7),
        line("memory", rss_peak_bytes=5, cuda_peak_bytes={"0": 9}),
        line("memory", rss_peak_bytes=3, cuda_peak_bytes={"0": 4, "1": 2}),
        line("overhead", seconds=0.1, share=0.02, every=10),
        line("thinned", kind_left_out="layers", count=4),
        line("trouble", probe="torch", message="oh"),
        line("exception", type="ValueError", message="no", frames=[{"file": "a.py", "line": 2}]),
        line("end", t=9.5, outcome="failed", exit_code=1, steps=12),
    )
    assert summary.start is not None
    assert (summary.start.script, summary.start.seed) == ("train.py", 3)
    assert summary.packages == {"torch": "2", "numpy": "1"}
    assert summary.devices[0].name == "H"
    assert summary.parts.optimisers[0].groups == ({"lr": 0.1, "x": True},)
    assert summary.epochs[0].metrics == {"accuracy": 0.5}
    assert summary.evaluations[0].metrics == {"f1": 0.1}
    assert summary.phases == {"import": 1.5, "train": 5.0}
    assert summary.warnings[0].place == Place("a", 1)
    assert summary.alarms[0].alarm == "nan-loss"
    assert (summary.rss_peak_bytes, summary.cuda_peak_bytes) == (5, {"0": 9, "1": 2})
    assert summary.overhead is not None
    assert summary.overhead.share == 0.02
    assert summary.thinned == {"layers": 4}
    assert summary.troubles[0].message == "oh"
    assert summary.exception is not None
    assert summary.exception.frames[0].line == 2
    assert (summary.outcome, summary.steps, summary.seconds) == ("failed", 12, 9.5)
    assert json.loads(json.dumps(plain(summary), allow_nan=False))["end"]["exit_code"] == 1


def test_the_newer_word_on_the_same_thing_counts(tmp_path: Path) -> None:
    place = {"file": "a.py", "line": 1}
    summary = summary_of(
        tmp_path,
        *(line("data", loader=0, examples=n) for n in (32, 64, 256)),
        line("data", role="test", examples=5),
        line("warning", category="W", message="m", place=place),
        line("warning", category="W", message="m", place=place, count=40),
        line("overlap", first=0, second="test", shared=1),
        line("overlap", first=0, second="test", shared=3),
    )
    assert [data.examples for data in summary.parts.data] == [256, 5]
    assert [warning.count for warning in summary.warnings] == [40]
    assert [overlap.shared for overlap in summary.parts.overlaps] == [3]
    assert summary.left_out == {}


def test_a_summary_stays_small_however_much_there_is(tmp_path: Path) -> None:
    text = "x" * 3_000
    flood = [
        *(line("warning", message=f"{n} {text}") for n in range(3_000)),
        *(
            line("epoch", epoch=n, metrics={f"{m} {text}": 1 for m in range(3)})
            for n in range(1_500)
        ),
        *(line("layer", layer=n, name=f"l{n}") for n in range(6_000)),
        *(line("layers", layers=[{"layer": n, "weight": {text: {"norm": 1}}}]) for n in range(100)),
        *(line("phase", phase=f"p{n}", seconds=1) for n in range(500)),
        *(line("packages", packages={f"a{n}": "1"}) for n in range(900)),
    ]
    summary = summary_of(tmp_path, *flood)
    assert len(summary.warnings) == 200
    assert summary.left_out["warning"] == 2_800
    assert len(summary.epochs) <= 1_001
    assert summary.epoch_count == 1_500
    assert summary.epochs[-1].epoch == 1_499
    assert len(summary.layers) == 5_000
    assert summary.left_out["layers"] == 100
    assert len(summary.phases) == 100
    assert len(summary.packages) == 500
    assert len(json.dumps(plain(summary))) < 10_000_000


def test_a_generated_trace_is_understood(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    write_trace(path, 5_000_000)
    summary = summarise(path)
    assert summary.skipped == {}
    assert summary.outcome == "finished"
    assert len(summary.layers) == 40
    assert summary.epoch_count >= 2
    assert summary.loss.count == summary.steps == 1_000 * summary.epoch_count
    assert summary.loss.last is not None
    assert summary.loss.last.step == summary.steps - 1
    assert len(summary.loss.points) <= 2_000


def test_a_warning_that_came_again_is_one_with_a_count(tmp_path: Path) -> None:
    place = {"file": "a.py", "line": 3}
    told = {"category": "UserWarning", "message": "careful", "place": place}
    trace = tmp_path / "trace.jsonl"
    trace.write_bytes(line("warning", **told) + line("warning", **told, count=7))
    assert [warning.count for warning in summarise(trace).warnings] == [7]


def test_an_exception_in_a_thread_is_not_that_of_the_run(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    trace.write_bytes(line("thread_exception", thread="worker", type="ValueError"))
    summary = summarise(trace)
    assert summary.exception is None
    assert [lost.thread for lost in summary.thread_exceptions] == ["worker"]
