"""What a script prints and what it logs are read alike."""

from __future__ import annotations

from seismograd.runs.output_text import output_text
from seismograd.traces.printed_metrics import printed_metrics


def test_metrics_that_are_logged_are_found() -> None:
    text = output_text(b"start\n", b"INFO val_acc=0.5\nINFO val_acc=0.75\n")
    assert printed_metrics(text)["val_acc"].values == (0.5, 0.75)


def test_bars_of_progress_are_left_out() -> None:
    bars = b"\r 50%|##  | 1/2 [00:01<00:01, loss=0.5]\r100%|####| 2/2 [00:02, loss=0.4]\nlogged 1\n"
    assert output_text(b"", bars) == "\nlogged 1\n"


def test_without_a_log_it_is_what_was_printed() -> None:
    assert output_text(b"val acc 0.5\n", b"") == "val acc 0.5\n"
