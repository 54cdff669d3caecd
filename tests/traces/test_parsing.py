from __future__ import annotations

import json
import math
from typing import Any

import pytest

from seismograd.traces.events import (
    Alarm,
    Data,
    End,
    Event,
    Layer,
    Layers,
    Losses,
    Overlap,
    Place,
    Raised,
    Setting,
    Start,
    Statistics,
    Step,
)
from seismograd.traces.parsing import Unread, parse_line


def line(kind: str, **fields: Any) -> bytes:
    return json.dumps({"v": 1, "t": 1.5, "kind": kind, **fields}).encode()


def parsed(kind: str, **fields: Any) -> Any:
    return parse_line(line(kind, **fields))


def test_an_event_has_the_type_of_its_kind() -> None:
    assert parsed("end", outcome="failed", exit_code=1, seconds=2, steps=7) == End(
        1.5, "failed", 1, 2.0, 7
    )


def test_numbers_that_json_has_not_are_numbers_again() -> None:
    event = parsed("step", step=3, loss="nan", grad_norm="inf", lr=["-inf", 0.1])
    assert isinstance(event, Step)
    assert math.isnan(event.loss or 0.0)
    assert event.grad_norm == math.inf
    assert event.lr == (-math.inf, 0.1)


def test_literals_that_json_does_not_know_are_read_too() -> None:
    event = parse_line(b'{"v":1,"t":0,"kind":"losses","first":0,"values":[NaN,Infinity,1]}')
    assert isinstance(event, Losses)
    assert str(event.values) == "(nan, inf, 1.0)"


def test_places_and_statistics_are_records() -> None:
    event = parsed("layer", layer=2, built={"file": "a.py", "line": 3}, initial={"w": {"mean": 0}})
    assert isinstance(event, Layer)
    assert event.built == Place("a.py", 3)
    assert event.initial == {"w": Statistics(mean=0.0)}
    assert event.called is None


def test_statistics_of_a_lone_tensor_need_no_name() -> None:
    sample = {"layer": 0, "weight": {"bias": {"norm": 2}}, "activation": {"n": 4, "dead": 0.5}}
    event = parsed("layers", step=1, layers=[sample, "nonsense", None])
    assert isinstance(event, Layers)
    (found,) = event.layers
    assert found.weight == {"bias": Statistics(norm=2.0)}
    assert found.activation == {"": Statistics(n=4, dead=0.5)}
    assert found.grad == {}


def test_a_parameter_may_be_called_like_a_statistic() -> None:
    event = parsed("layers", layers=[{"layer": 0, "weight": {"mean": {"norm": 2}}}])
    assert event.layers[0].weight == {"mean": Statistics(norm=2.0)}


def test_a_failure_has_its_frames_with_their_tensors() -> None:
    tensor = {"name": "x", "shape": [3, None], "dtype": "float32", "nan": 2, "grad_fn": "Add"}
    frame = {"file": "a.py", "line": 9, "in_project": True, "tensors": [tensor]}
    earlier = {"type": "KeyError", "message": "k", "how": "cause", "frames": [frame]}
    event = parsed("exception", type="E", message="m", frames=[frame], because=[earlier, 3])
    assert isinstance(event, Raised)
    assert event.frames[0].tensors[0].shape == (3, None)
    assert event.because[0].how == "cause"


def test_labels_and_names_of_sets_keep_their_types() -> None:
    assert parsed("data", role="train", labels={"0": 5, "1": "x"}).labels == {"0": 5}
    assert isinstance(parsed("data"), Data)
    overlap = parsed("overlap", first=0, second="test", shared=3, of=9)
    assert overlap == Overlap(1.5, 0, "test", 3, 9)
    assert parsed("setting", name="autocast", value=True) == Setting(1.5, "autocast", True)
    assert parsed("setting", name="autocast", value={"a": 1}).value is None


@pytest.mark.parametrize("value", ["x", None, [], {}, True, 1.5, "nan", -1, [[[]]], {"a": {}}])
def test_wrong_types_are_left_out(value: Any) -> None:
    event = parsed("step", step=value, loss=value, lr=value, skipped=value, epoch=value)
    assert isinstance(event, Step)
    assert event.step is None or type(event.step) is int
    assert event.loss is None or type(event.loss) is float
    assert event.skipped is None or type(event.skipped) is bool
    assert all(rate is None or type(rate) is float for rate in event.lr)


def test_places_of_values_are_kept_where_they_matter() -> None:
    assert parsed("losses", first=0, values=[1, "x", 3]).values == (1.0, None, 3.0)
    assert parsed("start", arguments=["a", 1, "b"]).arguments == ("a", "b")


@pytest.mark.parametrize("digits", ["9" * 400, "-" + "9" * 400, "1e999", "9" * 5000])
def test_huge_numbers_do_no_harm(digits: str) -> None:
    found = parse_line(
        b'{"v":1,"t":%b,"kind":"step","step":%b,"loss":%b}' % ((digits.encode(),) * 3)
    )
    assert found is Unread.GARBAGE or (
        isinstance(found, Step) and found.step is None and math.isinf(found.loss or 0.0)
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", Unread.BLANK),
        (b" \r", Unread.BLANK),
        (b"\0\0\0", Unread.BLANK),
        (b"hello", Unread.GARBAGE),
        (b"[1]", Unread.GARBAGE),
        (b"{", Unread.GARBAGE),
        (b'{"v":1,"kind":"step","loss":', Unread.GARBAGE),
        (b"\xff\xfe{\0}\0", Unread.GARBAGE),
        (b'{"v":2,"kind":"step"}', Unread.OTHER_VERSION),
        (b'{"kind":"step"}', Unread.OTHER_VERSION),
        (b'{"v":1,"kind":"earthquake"}', Unread.UNKNOWN_KIND),
        (b'{"v":1,"kind":["step"]}', Unread.UNKNOWN_KIND),
        (b'{"v":1}', Unread.UNKNOWN_KIND),
    ],
)
def test_what_is_no_event_has_a_reason(text: bytes, why: Unread) -> None:
    assert parse_line(text) is why


@pytest.mark.parametrize("opening", [b"[", b'{"a":', b'{"v":1,"a":[', b"[{"])
@pytest.mark.parametrize("depth", [100, 1_000, 100_000])
def test_depth_does_no_harm(opening: bytes, depth: int) -> None:
    assert parse_line(b'{"v":1,"kind":"step","x":' + opening * depth) is Unread.GARBAGE


def test_depth_that_is_closed_again_does_no_harm() -> None:
    deep = b"[" * 50_000 + b"]" * 50_000
    assert parse_line(b'{"v":1,"kind":"step","step":1,"x":%b}' % deep) is Unread.GARBAGE


def test_a_wide_event_is_not_deep() -> None:
    layers = [{"layer": i, "weight": {"weight": {"norm": 1}}} for i in range(3_000)]
    event = parsed("layers", step=1, layers=layers)
    assert isinstance(event, Layers)
    assert len(event.layers) == 3_000


def test_brackets_in_texts_are_no_depth() -> None:
    event = parsed("exception", type="E", message="[" * 150)
    assert isinstance(event, Raised)


def test_an_event_after_half_a_line_is_found() -> None:
    torn = b'{"v":1,"t":1,"kind":"start","script":"tr'
    assert parse_line(torn + line("end", outcome="failed")) == End(1.5, "failed")


def test_padding_of_a_crashed_disk_is_passed_over() -> None:
    assert isinstance(parse_line(b"\0" * 4096 + line("alarm", alarm="nan-loss")), Alarm)
    assert isinstance(parse_line(b"\xef\xbb\xbf" + line("start")), Start)


def test_bytes_that_are_no_text_become_text() -> None:
    event = parse_line(b'{"v":1,"kind":"start","script":"\xff\xfe.py"}')
    assert isinstance(event, Start)
    assert event.script == "\N{REPLACEMENT CHARACTER}" * 2 + ".py"


def test_texts_can_be_written_down_again() -> None:
    event = parse_line(rb'{"v":1,"kind":"start","script":"\ud800 a"}')
    assert isinstance(event, Start)
    assert (event.script or "").encode("utf-8") == b"? a"


def test_texts_have_an_end() -> None:
    assert len(parsed("start", script="x" * 100_000).script) == 5_000


def test_events_compare_and_show_themselves_like_any_dataclass() -> None:
    assert parsed("step", step=1) == Step(1.5, 1)
    assert hash(parsed("step", step=1)) == hash(Step(1.5, 1))
    assert "loss=None" in repr(parsed("step", step=1))
    assert isinstance(parsed("step"), Event)
