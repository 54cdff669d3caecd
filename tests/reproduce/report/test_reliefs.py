"""Values with which a report says that all is well, and headings that say what is not."""

from __future__ import annotations

import pytest

from seismograd.reproduce.report.parse import parse_report


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("With `build(pooling='mean')` this doesn't happen, strangely.", "pooling", "mean"),
        ("batches of 7 are fine", "batch_size", 7),
        ("It crashes with depth=3, but with depth=2 everything works.", "depth", 2),
        ("The problem goes away with num_workers=0.", "num_workers", 0),
        ("Wrong for `causal=True`. With `causal=False` the output is correct.", "causal", False),
        ("No such problem when I set dropout to 0.0", "dropout", 0.0),
        ("with --precision 32 the loss looks fine", "precision", 32),
        ("If I leave out `--with-buffer` in the first job, it works.", "with_buffer", False),
        ("Without --amp it is fine.", "amp", False),
    ],
)
def test_what_takes_the_bug_away_is_no_value_of_the_bug(
    text: str, name: str, value: object
) -> None:
    report = parse_report(f"# Something is off\n\n{text}\n")
    assert (name, value) in [(one.name, one.value) for one in report.reliefs]
    assert (name, value) not in [(one.name, one.value) for one in report.values]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I ran `python train.py --monitor val_accuracy`:", "val_accuracy"),
        ("`python -m tool.train --epochs 2 --monitor val_auc` keeps the wrong one.", "val_auc"),
        ("I use --monitor and it fails.", True),
    ],
)
def test_a_command_in_a_sentence_gives_words_to_its_options(text: str, value: object) -> None:
    values = parse_report(f"# Something is off\n\n{text}\n").values
    assert ("monitor", value) in [(one.name, one.value) for one in values]


@pytest.mark.parametrize(
    "text",
    [
        "With depth=3 it does not work.",
        "It works unless depth=3.",
        "depth=3 should work.",
        "With depth=3 it worked before the last release.",
        "The loss is not right with depth=3.",
        "depth=3 makes no difference.",
    ],
)
def test_what_is_at_fault_is_no_relief(text: str) -> None:
    report = parse_report(f"# Something is off\n\n{text}\n")
    assert not report.reliefs
    assert ("depth", 3) in [(one.name, one.value) for one in report.values]


def test_a_value_that_is_named_elsewhere_too_stays() -> None:
    report = parse_report("# Off\n\ndepth=3 works with width=8. With width=9 depth=3 crashes.\n")
    assert {"depth", "width"} == {one.name for one in report.values}


@pytest.mark.parametrize(
    "heading",
    [
        "### Accuracy drops after loading a saved model",
        "#### Scores differ between alone and in a batch",
        "### Wrong result for the last window of a signal",
        "### Padding counts",
    ],
)
def test_the_first_heading_is_the_title_where_it_says_something(heading: str) -> None:
    title = parse_report(f"{heading}\n\nHi! See below.\n").title
    assert (title == heading.lstrip("# ")) is (heading != "### Padding counts")


@pytest.mark.parametrize(
    "heading",
    ["### Describe the bug", "### What happened?", "### Your current environment", "### Code",
     "### Is there an existing issue for this?", "### Please tell us about the problem"],
)  # fmt: skip
def test_a_question_of_a_template_is_no_title(heading: str) -> None:
    title = parse_report(f"{heading}\n\nThe loss is NaN after a step.\n").title
    assert title in ("", "The loss is NaN after a step")
