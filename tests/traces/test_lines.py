from __future__ import annotations

import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from seismograd.traces.lines import LineCutter

chunks = st.lists(st.binary(max_size=40) | st.sampled_from([b"\n", b"\n\n", b"a\n"]), max_size=20)


@given(chunks)
def test_chunks_do_not_matter(pieces: list[bytes]) -> None:
    cutter = LineCutter(most=10_000)
    lines = [line for piece in pieces for line in cutter.feed(piece)]
    rest = cutter.rest() or b""
    assert [*lines, rest] == b"".join(pieces).split(b"\n")


@given(chunks, st.integers(1, 30))
def test_lines_that_are_too_long_are_dropped_whole(pieces: list[bytes], most: int) -> None:
    cutter = LineCutter(most)
    lines = [line for piece in pieces for line in cutter.feed(piece)]
    rest = cutter.rest()
    *whole, last = b"".join(pieces).split(b"\n")
    assert lines == [line for line in whole if len(line) <= most]
    assert rest == (last if 0 < len(last) <= most else None)
    assert cutter.too_long == sum(len(line) > most for line in [*whole, last])


def test_a_line_without_end_takes_no_memory() -> None:
    cutter, chunk = LineCutter(), b"x" * 100_000
    tracemalloc.start()
    for _ in range(2_000):
        assert list(cutter.feed(chunk)) == []
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4_000_000
    assert list(cutter.feed(b"\nnext\n")) == [b"next"]
    assert cutter.too_long == 1
