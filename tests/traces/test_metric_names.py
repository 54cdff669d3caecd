"""What names say of their numbers, however they are written."""

from __future__ import annotations

import pytest

from seismograd.traces.metric_names import (
    HIGHER_IS_BETTER,
    LOWER_IS_BETTER,
    parts_of,
    split_of,
    without_split,
    words_of,
)


@pytest.mark.parametrize(
    "name",
    [
        *("bacc", "wacc", "top1acc", "tacc", "Acc5", "testAUC", "valIoU", "microf1", "f1score"),
        *(
            "sacrebleu",
            "mIoU",
            "mAP50",
            "rsquared",
            "c-index",
            "val C_index",
            "R-squared",
            "prauc",
            "holdoutdice",
        ),
    ],
)
def test_higher_is_better(name: str) -> None:
    assert words_of(name) & HIGHER_IS_BETTER
    assert not words_of(name) & LOWER_IS_BETTER


@pytest.mark.parametrize(
    "name",
    [
        *("nrmse", "smape", "testmae", "BCELoss", "valloss", "word_err", "relerror", "bestwer"),
        *("deviance", "dev nll", "meanfid", "loss2"),
    ],
)
def test_lower_is_better(name: str) -> None:
    assert words_of(name) & LOWER_IS_BETTER
    assert not words_of(name) & HIGHER_IS_BETTER


@pytest.mark.parametrize(
    "name",
    [
        *("pace", "account", "accept", "power", "prejudice", "conf1", "trap", "shape", "devices"),
        *("trainer", "memory", "lower", "space", "landscape", "iteration", "answer", "chaos"),
    ],
)
def test_other_words_are_no_metrics(name: str) -> None:
    assert not words_of(name) & (HIGHER_IS_BETTER | LOWER_IS_BETTER)


@pytest.mark.parametrize(
    ("name", "split"),
    [
        *(("valAcc", "validation"), ("testmae", "test"), ("acc_dev", "validation")),
        *(("trainloss", "train"), ("f1 (unseen)", "test"), ("hold-out rmse", "test")),
        *(("trap", None), ("trainer", None), ("contest", None), ("value", None)),
    ],
)
def test_split_of_a_name(name: str, split: str | None) -> None:
    assert split_of(name) == split


def test_words_are_cut_where_one_ends() -> None:
    assert parts_of("testAcc@5") == ["test", "acc", "5"]
    assert parts_of("top1") == ["top1"]
    assert without_split("valmae") == without_split("test_mae") == {"mae"}


def test_balanced_accuracy_counts_all_classes() -> None:
    assert {"balanced", "acc"} <= words_of("test_bacc")
