from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

import numpy
import pytest

from seismograd_sandbox.guest.trace_writer import TraceWriter

MB = 1_000_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "trace.jsonl"


def events(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def test_an_event_begins_with_version_time_and_kind(path: Path) -> None:
    TraceWriter(str(path), MB).record("step", {"loss": 0.5, "batch": None})
    assert path.read_bytes().startswith(b'{"v":1,"t":')
    (event,) = events(path)
    assert list(event) == ["v", "t", "kind", "loss"]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        (float("-inf"), "-inf"),
        ([1.0, float("nan")], [1.0, "nan"]),
        ({"a": {"b": (float("inf"), 2)}}, {"a": {"b": ["inf", 2]}}),
        ({(1, 2): "x"}, {"(1, 2)": "x"}),
        ("\ud800 é \0", "\ud800 é \0"),
        (True, True),
        (2**70, 2**70),
        (Path("a"), "a"),
    ],
)
def test_every_value_can_be_written(path: Path, value: Any, written: Any) -> None:
    TraceWriter(str(path), MB).record("setting", {"value": value})
    assert events(path)[0]["value"] == written


def test_numbers_of_numpy_are_numbers(path: Path) -> None:
    trace = TraceWriter(str(path), MB)
    trace.record("setting", {"value": [numpy.float32(1.5), numpy.int64(3), numpy.bool_(True)]})
    trace.record("setting", {"value": [numpy.float32("nan"), numpy.float64("inf")]})
    assert [event["value"] for event in events(path)] == [[1.5, 3, True], ["nan", "inf"]]


class Unspeakable:
    def __str__(self) -> str:
        raise RuntimeError


def test_what_cannot_be_written_is_counted_and_breaks_nothing(path: Path) -> None:
    trace = TraceWriter(str(path), MB)
    endless: list[Any] = []
    endless.append(endless)
    trace.record("setting", {"value": Unspeakable()})
    trace.record("setting", {"value": endless})
    trace.record("step", {"loss": 1.0})
    trace.close({"outcome": "finished"})
    assert [event["kind"] for event in events(path)] == ["step", "thinned", "end"]
    assert (events(path)[1]["kind_left_out"], events(path)[1]["count"]) == ("setting", 2)


def test_an_event_of_any_size_is_at_least_named(path: Path) -> None:
    TraceWriter(str(path), 64 * MB).record("exception", {"message": "x" * 2 * MB})
    (event,) = events(path)
    assert event["too_large"] > 2 * MB


def test_a_full_trace_keeps_its_bound_and_its_end(path: Path) -> None:
    limit = MB
    trace = TraceWriter(str(path), limit)
    for number in range(20_000):
        trace.record("step", {"step": number, "loss": 0.123456789, "text": "x" * 100})
        trace.record("layers", {"step": number, "layers": ["x" * 200]})
    trace.record("exception", {"message": "at the end"})
    trace.close({"outcome": "failed"})
    assert path.stat().st_size <= limit
    kinds = [event["kind"] for event in events(path)]
    assert kinds[-1] == "end"
    assert "exception" in kinds
    steps = [event["step"] for event in events(path) if event["kind"] == "step"]
    assert steps[-1] > 15_000, "thinned to the very end, not cut off"
    left_out: dict[str, int] = {}
    for event in events(path):
        if event["kind"] == "thinned":
            kind = event["kind_left_out"]
            left_out[kind] = left_out.get(kind, 0) + event["count"]
    assert left_out == {"step": 20_000 - len(steps), "layers": 20_000 - kinds.count("layers")}


def test_after_the_end_there_is_nothing(path: Path) -> None:
    trace = TraceWriter(str(path), MB)
    trace.close({"outcome": "finished"})
    trace.record("step", {})
    assert [event["kind"] for event in events(path)] == ["end"]


def test_threads_do_not_mix_their_lines(path: Path) -> None:
    trace = TraceWriter(str(path), 64 * MB)

    def write(number: int) -> None:
        for step in range(200):
            trace.record("step", {"step": step, "thread": number, "text": "x" * 300})

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(events(path)) == 800


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_writes_nothing(path: Path) -> None:
    trace = TraceWriter(str(path), MB)
    child = os.fork()
    if child == 0:
        trace.record("step", {})
        trace.close({"outcome": "finished"})
        os._exit(0)
    os.waitpid(child, 0)
    trace.close({"outcome": "finished"})
    assert [event["kind"] for event in events(path)] == ["end"]


def test_a_trace_is_appended_to(path: Path) -> None:
    path.write_bytes(b'{"torn')
    TraceWriter(str(path), MB).record("step", {})
    assert path.read_bytes().startswith(b'{"torn\n{"v":1')
