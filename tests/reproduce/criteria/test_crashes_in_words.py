"""Crashes and warnings that reports tell in words: what is then to be seen."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive.derivation import derive
from seismograd.reproduce.report.parse import parse_report


def best(text: str) -> str:
    found = derive(parse_report(text))
    return f"{found[0].symptom} | {found[0].criteria[0].check}" if found else "nothing"


@pytest.mark.parametrize(
    ("body", "check"),
    [
        ("Going on dies with a KeyError about 'schedule'.", 'raises("KeyError", "schedule")'),
        ('resume() throws KeyError for the key "schedule".', 'raises("KeyError", "schedule")'),
        (
            "It fails with KeyError: 'schedule' if warmup is 0.",
            'raises("KeyError", "\'schedule\'")',
        ),
        (
            'With one sample it dies: "zero-dimensional tensor cannot be concatenated".',
            'raises("Exception", "zero-dimensional tensor cannot be concatenated")',
        ),
        (
            "The message is `Dimension out of range (expected to be in range of [-1, 0])`",
            'raises("Exception", "Dimension out of range.*expected to be in range of", '
            "numbers=[-1.0, 0.0])",
        ),
        (
            "It fails: Sizes of the heads are odd.",
            'raises("Exception", "Sizes of the heads are odd")',
        ),
        (
            "normalize raises RuntimeError (not implemented for ComplexFloat).",
            'raises("RuntimeError", "not implemented for ComplexFloat")',
        ),
        (
            'It complains "heads must be even for rotary use" and stops.',
            'raises("Exception", "heads must be even for rotary use")',
        ),
        (
            'The time part fails with "cosine codes of\nodd width are not defined", always.',
            'raises("Exception", "cosine codes of odd width are not defined")',
        ),
        ("PyTorch gives a warning.", "nothing"),
        ("`fit` crashes on the last batch.", "nothing"),
        ("Training dies of a shape mismatch in the decoder.", "nothing"),
    ],
)
def test_what_is_raised_is_read_from_words(body: str, check: str) -> None:
    expected = check if check == "nothing" else f"crash | {check}"
    assert best(f"# Trouble with `Net`\n\n{body}") == expected


@pytest.mark.parametrize(
    "body",
    [
        "There is no index error any more, but the loss stays the same.",
        "It does not complain about sizes.",
        "I catch the KeyError myself.",
        "I write it with `save` and read it with `load`, and it fails to agree.",
        "The shapes do not match those of the paper.",
        "The sizes do not match, but no error is raised.",
        "Outputs have different dtypes in the two modes.",
        "Please raise a clear message if the sizes are wrong.",
        'I pass "python train.py" to the shell.',
        "The error of the fit is 0.3, as it should be.",
    ],
)
def test_what_only_sounds_like_a_crash_is_none(body: str) -> None:
    assert "raises(" not in best(f"# About `Net`\n\n{body}")


@pytest.mark.parametrize(
    ("title", "body", "check"),
    [
        (
            "UserWarning on every step",
            "`UserWarning: Using a target size (torch.Size([4])) that is different`",
            'warns("UserWarning", "Using a target size.*that is different")',
        ),
        (
            "lr_scheduler warning",
            'PyTorch warns "Detected call of `lr_scheduler.step()` before `optimizer.step()`".',
            'warns("Warning", "Detected call of lr_scheduler.step.*before optimizer.step")',
        ),
        (
            "Deprecation warning from `torch.load`",
            "It prints a FutureWarning about weights_only.",
            'warns("FutureWarning", "weights_only")',
        ),
    ],
)
def test_warnings_are_read_with_their_words(title: str, body: str, check: str) -> None:
    assert best(f"# {title}\n\n{body}") == f"warning | {check}"


@pytest.mark.parametrize(
    ("comment", "check"),
    [
        ("raises IndexError", 'raises("IndexError")'),
        ("TypeError here, works with 2", 'raises("TypeError")'),
        ("-> IndexError: too many indices", 'raises("IndexError", "too many indices")'),
    ],
)
def test_comments_in_code_tell_what_happens(comment: str, check: str) -> None:
    code = f"from net import Net\nmodel = Net(4)\nmodel(torch.zeros(1, 4))  # {comment}\n"
    assert best(f"# Trouble\n\n```python\n{code}```\n") == f"crash | {check}"


@pytest.mark.parametrize("comment", ["works", "no KeyError", "crashes", "batch, features"])
def test_other_comments_tell_of_no_exception(comment: str) -> None:
    code = f"from net import Net\nmodel = Net(4)  # {comment}\n"
    assert best(f"# Trouble\n\n```python\n{code}```\n") == "nothing"


def test_dtypes_in_other_words_are_the_same_two() -> None:
    check = best('# It dies\n\n`Net` fails with "expected scalar type Long but found Int"')
    assert "same dtype.*(long.*int|int.*long)" in check


@pytest.mark.parametrize(
    "body",
    [
        "The script just freezes after the last batch.",
        "It hangs.",
        "The loader gets stuck, Ctrl-C.",
    ],
)
def test_programs_that_do_not_end(body: str) -> None:
    assert best(f"# End of epoch with `Net`\n\n{body}") == "hang | times_out()"


def test_a_loss_that_is_stuck_is_no_hang() -> None:
    assert "times_out" not in best("# Loss of `Net`\n\nThe loss is stuck at 2.3, whatever I do.")
