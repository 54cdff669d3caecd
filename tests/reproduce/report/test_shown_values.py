"""Values that reports note beside their code."""

from __future__ import annotations

import pytest

from seismograd.reproduce.report.bug_report import Snippet
from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.report.values.shown import Shown, shown_values
from seismograd.reproduce.report.values.shown_literals import printed_in


def _only(line: str) -> Shown | None:
    found = shown_values([Snippet(line, "python")])
    assert len(found) <= 1
    return found[0] if found else None


@pytest.mark.parametrize(
    ("line", "expression", "seen", "expected"),
    [
        ("print(m.result())  # 2.0 ???", "m.result()", 2.0, None),
        ("print(acc)  # prints 0.75, should be 0.5", "acc", 0.75, 0.5),
        ("print(acc)  # 0.75 (expected: 0.5)", "acc", 0.75, 0.5),
        ("print(acc)  # 0.75, I expected 0.5", "acc", 0.75, 0.5),
        ("print(acc)  # 0.75 != 0.5", "acc", 0.75, 0.5),
        ("print(acc)  # expected 0.5, got 0.75", "acc", 0.75, 0.5),
        ("print(acc)  # should be 0.5 but is 0.75", "acc", 0.75, 0.5),
        ("print(acc)  # 0.5 expected, got 0.75", "acc", 0.75, 0.5),
        ("print(f'acc {acc:.2f}')  # acc 0.75, should be 0.5", "acc", 0.75, 0.5),
        ("print('acc: {}'.format(acc))  # acc: 0.75 <-- wrong", "acc", 0.75, None),
        ("print('acc: %.2f' % acc)  # acc: 0.75 ?!", "acc", 0.75, None),
        ("f(x)  # -> 4 (expected 5)", "f(x)", 4.0, 5.0),
        ("f(x)  # => 4, not 5", "f(x)", 4.0, 5.0),
        ("f(x)  # 4 instead of 5", "f(x)", 4.0, 5.0),
        ("f(x)\n# >>> 4", "f(x)", 4.0, None),
        ("f(x)\n# prints 4 rather than 5", "f(x)", 4.0, 5.0),
        ("n = f(x)  # 4, should be 5", "n", 4.0, 5.0),
        ("print(len(loader))  # 12 batches", "len(loader)", 12.0, None),
        ("print(len(loader))  # 12, should be 13", "len(loader)", 12.0, 13.0),
        ("print(y.shape)  # torch.Size([2, 3]) instead of (2, 4)", "y.shape", (2, 3), (2, 4)),
        ("print(y)  # tensor([0.1000, 0.2000])", "y", (0.1, 0.2), None),
        ("print(y)  # tensor(0.1000, grad_fn=<MeanBackward0>)", "y", 0.1, None),
        ("print(y)  # [0.5 0.25], should be [0.5 0.5]", "y", (0.5, 0.25), (0.5, 0.5)),
        ("print(y.dtype)  # torch.float64", "y.dtype", "float64", None),
        ("print(r)  # {'acc': 0.5, 'f1': 0.2} ???", "r", (0.5, 0.2), None),
        ("print(torch.equal(a, b))  # False", "torch.equal(a, b)", False, None),
        ("print(decode(ids))  # 'hallo' should be 'hello'", "decode(ids)", "hallo", "hello"),
        ("print(n)  # should be 5", "n", None, 5.0),
        ("assert f(x) == 5  # fails", "f(x) == 5", False, True),
        ("assert f(x) == 5", "f(x) == 5", False, True),
        ("with torch.no_grad():\n    print(f(x))  # 0.3 ??", "f(x)", 0.3, None),
        ("print(f(1.5))  # 0.33, sklearn: 0.5", "f(1.5)", 0.33, 0.5),
    ],
)
def test_values_beside_code(line: str, expression: str, seen: object, expected: object) -> None:
    found = _only(line)
    assert found is not None
    assert found.expression == expression
    assert (found.seen.value if found.seen else None) == seen
    assert (found.expected.value if found.expected else None) == expected


@pytest.mark.parametrize(
    "line",
    [
        "net = Net(5)  # 5 classes",
        "x = torch.rand(4, 3)  # 4 samples with 3 features",
        "x = torch.rand(4, 3)  # 4",
        "lr = 0.1  # 0.01 works",
        "model.fit(x, y)  # takes 20 minutes on my machine",
        "train(epochs=3)  # see line 40 of trainer.py",
        "x = 3\n# 4 samples\ny = f(x)",
        "import torch  # 2.1",
        "assert f(x) == 5  # passes",
        "print('done')  # 3",
        "def f(x):\n    return x  # 4 should be 5",
    ],
)
def test_comments_about_something_else(line: str) -> None:
    assert _only(line) is None


def test_a_value_that_is_fine_is_told_apart() -> None:
    found = _only("print(v)  # 1.0 as expected")
    assert found is not None
    assert found.is_fine
    assert not found.is_marked


@pytest.mark.parametrize(
    "text",
    [
        "```\n>>> import a\n>>> x = [1,\n...      2]\n>>> a.f(x)\n0.25\n```",
        "```python\nIn [1]: import a\n\nIn [2]: a.f(x)\nOut[2]: 0.25\n```",
        "```python\nimport a\nprint(a.f(x))\n```\n\nOutput:\n\n```\n0.25\n```",
        "```python\nimport a\nprint(a.f(x))\n```\nprints\n```text\ntensor(0.2500)\n```",
    ],
)
def test_output_of_sessions_and_below_code(text: str) -> None:
    found = shown_values(parse_report(f"# f is wrong\n\n{text}\n").snippets)
    assert [(one.expression, one.seen and one.seen.value) for one in found] == [("a.f(x)", 0.25)]


def test_a_comment_in_a_session_says_what_is_right() -> None:
    text = "# t\n\n```\n>>> f(4)   # all of them, so 1.0\n0.375\n```\n"
    (found,) = shown_values(parse_report(text).snippets)
    assert found.seen
    assert found.expected
    assert (found.seen.value, found.expected.value) == (0.375, 1.0)


@pytest.mark.parametrize(
    ("text", "room"),
    [
        ("4", 4e-6),
        ("0.83", 0.01),
        ("0.8333", 1e-4),
        ("2.0", 2e-3),
        ("0.0", 1e-6),
        ("0.", 1e-6),
        ("0.00", 0.01),
        ("1.5e-3", 5e-5),
        ("0.3...", 0.05),
    ],
)
def test_a_number_has_room_for_the_digits_that_are_not_shown(text: str, room: float) -> None:
    (found,) = printed_in(text)
    assert found.room == pytest.approx(room)
