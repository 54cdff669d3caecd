"""`raised_in`, `reaches` and `phase`."""

from __future__ import annotations

from seismograd.reproduce.criteria.checks.places import Phase, RaisedIn, Reaches
from seismograd.traces import TraceSummary
from tests.reproduce.criteria.observations import ended, raised

FORWARD = RaisedIn("net/model.py", "forward")


def test_a_frame_of_file_and_function_passes() -> None:
    run = raised("ValueError", "", ("src/net/model.py", "forward"), ("/lib/torch/x.py", "mul"))
    assert FORWARD.judge(run).passed
    assert RaisedIn("model.py").judge(run).passed
    assert RaisedIn("model.py", "Net.forward").judge(run).passed


def test_the_nearer_the_smaller_the_distance() -> None:
    runs = [
        raised("ValueError", "", ("net/model.py", "forward")),
        raised("ValueError", "", ("net/model.py", "__init__")),
        ended(reached=[("net/model.py", "forward")]),
        raised("ValueError", "", ("net/other.py", "forward")),
        ended(reached=[("net/model.py", "build")]),
        raised("ValueError", "", ("net/other.py", "run")),
    ]
    distances = [FORWARD.judge(run).distance for run in runs]
    assert distances == sorted(distances)
    assert distances[0] == 0
    assert distances[-1] == 1
    assert len(set(distances)) == len(distances)


def test_says_where_it_was_raised() -> None:
    run = raised("ValueError", "", ("net/model.py", "__init__"))
    assert FORWARD.judge(run).why == "raised in net/model.py, but in __init__()"


def test_reaches_asks_for_no_exception() -> None:
    check = Reaches("model.py", "forward")
    assert check.judge(ended(reached=[("net/model.py", "Net.forward")])).passed
    in_file = check.judge(ended(reached=[("net/model.py", "build")]))
    elsewhere = check.judge(ended(reached=[("net/data.py", "load")]))
    assert in_file.distance < elsewhere.distance < check.judge(ended()).distance


def test_phases_are_told_by_the_trace_or_by_functions() -> None:
    assert Phase("train").judge(ended(told=TraceSummary(phases={"train": 0.2}))).passed
    assert Phase("train").judge(raised("ValueError", "", ("t.py", "training_step"))).passed
    assert not Phase("import").judge(raised("ValueError", "", ("t.py", "run"))).passed
    assert Phase("import").judge(raised("ValueError", "", ("t.py", "<module>"))).passed
    seen = Phase("evaluate").judge(ended(told=TraceSummary(phases={"setup": 1.0})))
    assert "only setup" in seen.why
