"""Whatever is in the file, reading it ends and says only what can be said."""

from __future__ import annotations

import json
import math
import tempfile
from dataclasses import fields
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from seismograd.traces import TraceReader, plain, summarise
from seismograd.traces.events import KINDS, Event
from seismograd.traces.parsing import Unread, parse_line

PARTS = ["mean", "norm", "nan", "file", "line", "layer", "weight", "activation", "tensors", "how"]
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["nan", "inf", "-inf", 10**400, -(10**20), "\ud800", ""])
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(PARTS) | st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=6,
)


def events_of(kind: str) -> st.SearchStrategy[dict[str, Any]]:
    names = [field.name for field in fields(KINDS[kind]) if field.name != "t"]
    given = st.dictionaries(st.sampled_from(names), values, max_size=4)
    return st.builds(lambda t, event: {"v": 1, "t": t, "kind": kind, **event}, scalars, given)


events = st.sampled_from(sorted(KINDS)).flatmap(events_of)
lines = (
    events.map(lambda event: json.dumps(event).encode())
    | st.binary(max_size=60)
    | st.sampled_from([b"{", b'{"v":1', b"", b"[" * 2_000, b"\0" * 50, b"null", b'{"v":1}'])
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(events)
def test_any_values_make_an_event_of_the_declared_types(event: dict[str, Any]) -> None:
    found = parse_line(json.dumps(event).encode())
    assert isinstance(found, KINDS[event["kind"]])
    assert type(found.t) is float
    json.dumps(plain(found), allow_nan=False)
    repr(found).encode("utf-8")


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_an_event_or_a_reason(data: bytes) -> None:
    assert isinstance(parse_line(data), Event | Unread)


@settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(lines, max_size=6), st.integers(0, 200))
def test_any_file_has_a_summary(content: list[bytes], torn: int) -> None:
    data = b"\n".join(content)
    data = data[: max(len(data) - torn, 0)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace.jsonl"
        path.write_bytes(data)
        summary = summarise(path)
        json.dumps(plain(summary), allow_nan=False).encode("utf-8")
        with TraceReader(path) as reader:
            assert sum(summary.events.values()) == len(list(reader.read()))
    assert summary.trace_bytes == len(data)
    assert not math.isnan(summary.seconds)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(lines, min_size=1, max_size=5), st.data())
def test_pieces_as_they_come_give_the_same_events(
    content: list[bytes], data: st.DataObject
) -> None:
    whole = b"\n".join(content) + b"\n"
    cut = data.draw(st.integers(0, len(whole)))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace.jsonl"
        path.write_bytes(whole)
        with TraceReader(path) as reader:
            expected = list(map(repr, reader.read()))
        path.write_bytes(whole[:cut])
        with TraceReader(path) as reader:
            seen = list(map(repr, reader.new()))
            with path.open("ab") as file:
                file.write(whole[cut:])
            seen += map(repr, reader.new())
    assert seen == expected
