"""What is shown of a run in a pipe."""

from __future__ import annotations

import pytest

from seismograd.cli.run_display import PipeDisplay
from seismograd.traces import TraceSummary
from seismograd.traces.events import Alarm
from seismograd_sandbox.host.sandbox import Stream

ALARMED = TraceSummary(alarms=(Alarm(alarm="nan-loss", step=3),))


@pytest.mark.parametrize(
    ("stream", "piece", "expected"),
    [
        (Stream.STDERR, b"\r50%|####    |", b"\r50%|####    |\nseismograd: nan-loss"),
        (Stream.STDERR, b"done\n", b"done\nseismograd: nan-loss"),
        (Stream.STDOUT, b"no end", b"seismograd: nan-loss"),
    ],
)
def test_our_words_begin_a_line(
    capfdbinary: pytest.CaptureFixture[bytes], stream: Stream, piece: bytes, expected: bytes
) -> None:
    display = PipeDisplay(keep_stdout=False)
    display.output(stream, piece)
    display.progress(ALARMED, None)
    assert capfdbinary.readouterr().err.startswith(expected)


def test_where_nothing_was_shown_no_line_is_empty(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    PipeDisplay(keep_stdout=False).progress(ALARMED, None)
    assert capfdbinary.readouterr().err.startswith(b"seismograd: nan-loss at step 3")
