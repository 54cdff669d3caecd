from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from seismograd.cancellation import Cancellation
from seismograd.traces import TraceReader, TraceUnreadable
from seismograd.traces.events import End, Event, Step

pytestmark = pytest.mark.skipif(os.name != "posix", reason="an open file cannot be replaced there")
PATIENCE = 10.0


def line(kind: str, **fields: Any) -> bytes:
    return json.dumps({"v": 1, "t": 0.5, "kind": kind, **fields}).encode() + b"\n"


def step(number: int) -> bytes:
    return line("step", step=number)


def steps(events: list[Event]) -> list[int | None]:
    return [event.step for event in events if isinstance(event, Step)]


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    return tmp_path / "trace.jsonl"


def append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


def everything(path: Path) -> list[Event]:
    with TraceReader(path) as reader:
        return list(reader.read())


def test_events_come_in_their_order(trace: Path) -> None:
    trace.write_bytes(step(1) + step(2) + line("end"))
    assert steps(everything(trace)) == [1, 2]


def test_a_torn_last_line_is_counted_and_a_whole_one_without_newline_is_read(trace: Path) -> None:
    trace.write_bytes(step(1) + step(2)[:-1])
    assert steps(everything(trace)) == [1, 2]
    trace.write_bytes(step(1) + step(2)[:-4])
    with TraceReader(trace) as reader:
        assert steps(list(reader.read())) == [1]
        assert reader.skipped == {"torn": 1}


def test_garbage_is_skipped_and_counted(trace: Path) -> None:
    parts = [b"garbage\n", step(1), b"\0\xff\xfe\n", b"\n", b'{"v":1,"kind":"x"}\n', step(2)]
    trace.write_bytes(b"".join(parts) + b"[" * 100_000 + b"\n" + b"z" * 3_000_000 + b"\n" + step(3))
    with TraceReader(trace) as reader:
        assert steps(list(reader.read())) == [1, 2, 3]
        assert reader.skipped == {"garbage": 3, "unknown kind": 1, "too long": 1}


def test_new_events_are_given_once(trace: Path) -> None:
    with TraceReader(trace) as reader:
        assert list(reader.new()) == []
        trace.write_bytes(step(1) + step(2)[:9])
        assert steps(list(reader.new())) == [1]
        append(trace, step(2)[9:])
        assert steps(list(reader.new())) == [2]
        assert list(reader.new()) == []


def test_a_trace_that_was_cut_off_is_read_anew(trace: Path) -> None:
    trace.write_bytes(step(1) + step(2) + b"half")
    with TraceReader(trace) as reader:
        list(reader.new())
        trace.write_bytes(step(7))
        assert steps(list(reader.new())) == [7]
        assert reader.restarts == 1
        assert reader.skipped == {"torn": 1}


def test_a_trace_that_was_replaced_is_read_anew(trace: Path) -> None:
    trace.write_bytes(step(1))
    with TraceReader(trace) as reader:
        list(reader.new())
        other = trace.with_suffix(".new")
        append(trace, step(2))
        other.write_bytes(step(8) + step(9) + step(10))
        os.replace(other, trace)
        assert steps(list(reader.new())) == [2, 8, 9, 10]


def test_a_trace_that_was_removed_is_read_to_its_end(trace: Path) -> None:
    trace.write_bytes(step(1) + step(2))
    with TraceReader(trace) as reader:
        events = reader.new()
        next(events)
        trace.unlink()
        assert steps(list(events)) == [2]
        assert list(reader.new()) == []
        trace.write_bytes(step(3))
        assert steps(list(reader.new())) == [3]


def as_link(path: Path) -> None:
    path.with_suffix(".real").write_bytes(step(1))
    path.symlink_to(path.with_suffix(".real"))


def as_link_to_a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir, as_link, as_link_to_a_device])
def test_only_regular_files_are_read(trace: Path, make: Callable[[Path], None]) -> None:
    make(trace)
    with TraceReader(trace) as reader:
        with pytest.raises(TraceUnreadable):
            list(reader.read())
        with pytest.raises(TraceUnreadable):
            list(reader.new())


@pytest.mark.parametrize("make", [os.mkfifo, as_link_to_a_device])
def test_what_takes_the_place_of_a_trace_later_is_not_read(
    trace: Path, make: Callable[[Path], None]
) -> None:
    trace.write_bytes(step(1))
    with TraceReader(trace) as reader:
        list(reader.new())
        trace.unlink()
        make(trace)
        assert list(reader.new()) == []
        assert list(reader.new()) == []


def test_a_missing_trace_is_missing(trace: Path) -> None:
    with pytest.raises(FileNotFoundError):
        everything(trace)
    with pytest.raises(TraceUnreadable):
        everything(trace / "\0")


def test_files_larger_than_any_disk_are_not_read_to_the_end(trace: Path) -> None:
    trace.write_bytes(step(1))
    os.truncate(trace, 1 << 40)
    with TraceReader(trace, most_bytes=10_000_000) as reader:
        assert steps(list(reader.read())) == [1]
        assert reader.bytes_read <= 10_000_000


def test_what_comes_after_a_hole_is_read(trace: Path) -> None:
    trace.write_bytes(step(1))
    os.truncate(trace, 1 << 38)
    with trace.open("ab") as file:
        file.write(b"\n" + step(2))
    with TraceReader(trace) as reader:
        assert steps(list(reader.read())) == [1, 2]
        assert reader.bytes_read < 1 << 24


class Follower:
    """Reads in a thread what another one writes."""

    def __init__(self, events: Iterator[Event]) -> None:
        self.seen: list[Event] = []
        self._thread = threading.Thread(target=self._run, args=(events,), daemon=True)
        self._thread.start()

    def _run(self, events: Iterator[Event]) -> None:
        for event in events:
            self.seen.append(event)

    def wait_for(self, count: int) -> None:
        end = time.monotonic() + PATIENCE
        while len(self.seen) < count:
            assert time.monotonic() < end, self.seen
            time.sleep(0.005)

    def end(self) -> list[Event]:
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        return self.seen


def test_a_trace_is_followed_from_before_it_is_there_to_its_end(trace: Path) -> None:
    follower = Follower(TraceReader(trace).follow(poll_s=0.01))
    append(trace, step(1) + step(2)[:5])
    follower.wait_for(1)
    append(trace, step(2)[5:])
    follower.wait_for(2)
    append(trace, line("end", outcome="finished") + line("thinned", kind_left_out="layers")[:-1])
    assert [type(event).__name__ for event in follower.end()] == ["Step", "Step", "End", "Thinned"]


def test_the_owners_word_counts_more_than_the_trace(trace: Path) -> None:
    over = threading.Event()
    follower = Follower(TraceReader(trace).follow(is_over=over.is_set, poll_s=0.01))
    append(trace, line("end") + step(1))
    follower.wait_for(2)
    append(trace, step(2))
    follower.wait_for(3)
    append(trace, step(3)[:-1])
    over.set()
    events = follower.end()
    assert isinstance(events[0], End)
    assert steps(events) == [1, 2, 3]


def test_everything_written_before_the_owners_word_is_read(trace: Path) -> None:
    trace.write_bytes(b"".join(map(step, range(5_000))))
    assert steps(list(TraceReader(trace).follow(is_over=lambda: True))) == list(range(5_000))


def test_a_cancelled_reader_stops(trace: Path) -> None:
    cancel = Cancellation()
    follower = Follower(TraceReader(trace).follow(cancel=cancel, poll_s=0.01))
    append(trace, step(1))
    follower.wait_for(1)
    cancel.set()
    follower.end()
    append(trace, step(2))
    assert len(follower.seen) == 1


def test_a_cancelled_reader_stops_amid_many_events(trace: Path) -> None:
    trace.write_bytes(b"".join(map(step, range(1_000))))
    cancel = Cancellation()
    events = TraceReader(trace).follow(cancel=cancel)
    assert next(events)
    cancel.set()
    assert list(events) == []


def test_a_writer_that_never_pauses_does_not_keep_a_reader(trace: Path) -> None:
    trace.write_bytes(step(1) * 10_000)
    with TraceReader(trace) as reader:
        seen = 0
        for _ in reader.read():
            seen += 1
            if seen % 100 == 0:
                append(trace, step(2) * 200)
        assert seen == 10_000
