"""Metrics in what a script printed, in many wordings."""

from __future__ import annotations

import math
import time
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seismograd.traces.printed_metrics import MOST_FORMS, MOST_VALUES, printed_metrics

WORDINGS = {
    "plain": ("Epoch 1 loss 0.5 acc 0.7\nEpoch 2 loss 0.4 acc 0.8", "acc", (0.7, 0.8)),
    "a word in one line only": ("ep 1 mse 0.5\nep 2 mse 0.4 (best)", "mse", (0.5, 0.4)),
    "denominators": (
        "Epoch [1/9], Step [5/60], Loss: 1.2\nEpoch [1/9], Step [10/60], Loss: 1.1",
        "Loss",
        (1.2, 1.1),
    ),
    "dict": ("{'loss': 0.41, 'f1': 0.8}\n{'loss': 0.31, 'f1': 0.9}", "f1", (0.8, 0.9)),
    "tensors": (
        "loss tensor(0.41, grad_fn=<MseLossBackward0>)\n"
        "loss tensor(0.31, grad_fn=<MseLossBackward0>)",
        "loss",
        (0.41, 0.31),
    ),
    "logging": (
        "2024-01-01 12:00:00,123 INFO epoch=3 val_loss=0.5\n"
        "2024-01-01 12:00:09,456 INFO epoch=4 val_loss=0.45",
        "val_loss",
        (0.5, 0.45),
    ),
    "a progress bar": (
        " 45%|####5     | 45/100 [00:01<00:01, 43.1it/s, loss=0.41]\r"
        " 46%|####6     | 46/100 [00:01<00:01, 42.9it/s, loss=0.40]",
        "loss",
        (0.41, 0.40),
    ),
    "a table": ("epoch  tr_loss  va_acc\n1  0.5  0.6\n2  0.4  0.7", "va_acc", (0.6, 0.7)),
    "a table with lines": (
        "| epoch | loss |\n|-------|------|\n| 1 | 0.5 |\n| 2 | 0.4 |",
        "loss",
        (0.5, 0.4),
    ),
    "keras": (
        "1/10 - 1s - 12ms/step - loss: 0.4 - accuracy: 0.5\n"
        "2/10 - 1s - 11ms/step - loss: 0.3 - accuracy: 0.6",
        "accuracy",
        (0.5, 0.6),
    ),
    "numbers in names": ("ep1 top1=30.1 top5=60\nep2 top1=31.1 top5=61", "top1", (30.1, 31.1)),
    "one line a split": (
        "train: loss 0.5\nval: loss 0.4\ntrain: loss 0.3\nval: loss 0.2",
        "val loss",
        (0.4, 0.2),
    ),
    "a split for several numbers": (
        "0: train loss .5 acc .6 | val loss .4 acc .7\n"
        "1: train loss .4 acc .7 | val loss .3 acc .8",
        "validation acc",
        (0.7, 0.8),
    ),
    "percent": ("accuracy = 45.5 %\naccuracy = 55.5 %", "accuracy", (45.5, 55.5)),
    "exponents": ("lr 1e-3\nlr 5.0E-04", "lr", (0.001, 0.0005)),
    "no words": ("0 0.7\n1 0.6\n2 0.5", "column 2", (0.7, 0.6, 0.5)),
    "colours": ("\x1b[32mloss\x1b[0m 0.5\n\x1b[32mloss\x1b[0m 0.4", "loss", (0.5, 0.4)),
}


@pytest.mark.parametrize("wording", WORDINGS)
def test_a_metric_is_found(wording: str) -> None:
    text, name, values = WORDINGS[wording]
    assert printed_metrics(text)[name].values == values


def test_what_cannot_be_a_number_is_kept() -> None:
    (series,) = printed_metrics("loss nan\nloss -inf\nloss 0.5").values()
    assert math.isnan(series.values[0])
    assert series.values[1:] == (-math.inf, 0.5)


def test_counters_and_lines() -> None:
    text = "begin\nstep 10 loss 0.5\n\nstep 20 loss 0.4\nstep 25 loss 0.3\n"
    found = printed_metrics(text)
    assert found["loss"].counters == (10, 20, 25)
    assert found["loss"].lines == (2, 4, 5)
    assert found["step"].is_counter
    assert not found["loss"].is_counter


def test_splits() -> None:
    text = "epoch 1 train_loss 0.5 test_acc 0.6 lr 0.1\nepoch 2 train_loss 0.4 test_acc 0.7 lr 0.1"
    found = printed_metrics(text)
    splits = {name: series.split for name, series in found.items()}
    assert splits == {"epoch": None, "train_loss": "train", "test_acc": "test", "lr": None}


def test_what_comes_once_is_no_series_unless_asked_for() -> None:
    text = "Test accuracy: 91.2%"
    assert printed_metrics(text) == {}
    (series,) = printed_metrics(text, fewest=1).values()
    assert (series.name, series.values, series.percent) == ("Test accuracy", (91.2,), True)


def test_file_names_and_versions_are_no_metrics() -> None:
    text = dedent("""
        saved ckpt-3.pt torch-2.1.0 model_v2
        saved ckpt-4.pt torch-2.1.0 model_v2
    """)
    assert printed_metrics(text) == {}


def test_a_sentence_is_no_header() -> None:
    found = printed_metrics("begin training\n0 0.5\n1 0.4\n")
    assert set(found) == {"column 1", "column 2"}


def test_long_output_is_thinned_and_keeps_its_end() -> None:
    text = "\n".join(f"step {n} loss {1 / (n + 1):.6f}" for n in range(20_000))
    series = printed_metrics(text)["loss"]
    assert series.count == 20_000
    assert len(series.values) <= MOST_VALUES + 1
    assert series.values[-1] == pytest.approx(1 / 20_000, rel=0.1)


@pytest.mark.parametrize(
    "piece",
    ["1" * 999 + "_", "1," * 499, "a1 " * 330, "-" * 900, "1.e" * 300, "%|" * 400, "[=" * 400],
)
def test_hostile_lines_take_no_time(piece: str) -> None:
    began = time.perf_counter()
    printed_metrics("\n".join([piece] * 500))
    assert time.perf_counter() - began < 5.0


@given(st.text(max_size=2_000), st.integers(1, 3))
def test_any_text(text: str, fewest: int) -> None:
    for series in printed_metrics(text, fewest).values():
        assert series.count >= fewest
        assert len(series.values) == len(series.lines)
        assert len(series.counters) in (0, len(series.values))


@given(
    st.lists(
        st.sampled_from(["loss", "acc", "val", "{}: {}", "1", "0.5", "%", "|", "\n", "\r", "/"])
    )
)
def test_any_mixture_of_words_and_numbers(parts: list[str]) -> None:
    lines = " ".join(parts).count("\n") + 1
    for series in printed_metrics(" ".join(parts)).values():
        assert all(1 <= line <= lines for line in series.lines)


@given(
    st.lists(st.floats(0, 1), min_size=2, max_size=30),
    st.sampled_from(["{e} {n}={v:.4f}", "[{e}] {n}: {v:.4f}.", "it {e} | {n} | {v:.4f} |"]),
    st.sampled_from(["loss", "auc_macro", "IoU", "perplexity"]),
)
def test_every_value_is_read(values: list[float], form: str, name: str) -> None:
    text = "\n".join(form.format(e=at, n=name, v=value) for at, value in enumerate(values))
    assert printed_metrics(text)[name].values == tuple(float(f"{v:.4f}") for v in values)


def test_many_forms() -> None:
    letters = "abcdefghij"
    text = "\n".join(f"{letters[n % 10] * (n // 10 + 1)} 0.5" for n in range(3_000))
    assert len(printed_metrics(text, fewest=1)) <= MOST_FORMS
