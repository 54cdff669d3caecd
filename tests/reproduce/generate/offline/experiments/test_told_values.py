"""Reports with values beside their code: what the code comes to is measured in its place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.reproduce.generate.offline.experiments.in_process import firing
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases

LIBRARY = Project(
    "library",
    {
        "small/__init__.py": "",
        "small/things.py": """\
import torch


def share(x):
    return x / x.max()


def summary(hits, rows):
    return {"accuracy": hits / (rows + 1), "rows": rows}


def pad(rows):
    width = max(len(row) for row in rows) - 1
    return torch.tensor([list(row[:width]) + [0] * (width - len(row)) for row in rows])


def decode(ids, words=("a", "b", "c")):
    return " ".join(words[i - 1] for i in ids)


class Windows:
    def __init__(self, items, size=2):
        self.items, self.size = items, size

    def __len__(self):
        return len(self.items) - self.size

    def __getitem__(self, index):
        return self.items[index : index + self.size]


class Mean:
    def __init__(self):
        self.total, self.count = 0.0, 0

    def update(self, value):
        self.total += value
        self.count = 1

    def result(self):
        return self.total / self.count
""",
    },
    "",
    (
        ("x / x.max()", "x / x.sum()"),
        ("(rows + 1)", "rows"),
        ("for row in rows) - 1", "for row in rows)"),
        ("words[i - 1]", "words[i]"),
        ("len(self.items) - self.size", "len(self.items) - self.size + 1"),
        ("self.count = 1", "self.count += 1"),
    ),
)
CODES = {
    "a number with what is right": "print(Mean_of([1.0, 3.0]))  # 4.0, should be 2.0",
    "a number that is doubted": "m = Mean()\nm.update(1.0)\nm.update(3.0)\n"
    "print(m.result())  # 4.0 ???",
    "a formatted number": "m = Mean()\nm.update(1.0)\nm.update(3.0)\n"
    "print(f'mean: {m.result():.2f}')  # mean: 4.00 instead of 2.00",
    "a bare expression": "w = Windows(list(range(5)))\nlen(w)  # -> 3 (expected 4)",
    "a length": "w = Windows(list(range(5)))\nprint(len(w))  # 3 windows, should be 4",
    "a tensor": "print(share(torch.tensor([1.0, 3.0])))  # tensor([0.3333, 1.0000])",
    "a tensor with what is right": "share(torch.tensor([1.0, 3.0]))\n"
    "# prints tensor([0.3333, 1.0000]) instead of tensor([0.2500, 0.7500])",
    "a dictionary": "print(summary(3, 3))  # {'accuracy': 0.75, 'rows': 3} ???",
    "an entry": "print(summary(3, 3)['accuracy'])  # 0.75, not 1",
    "a shape": "out = pad([[1, 2, 3], [4, 5, 6]])\n"
    "print(out.shape)  # torch.Size([2, 2]), should be (2, 3)",
    "a text": "print(decode([1, 2]))  # 'a b' should be 'b c'",
    "an assertion": "assert decode([1, 2]) == 'b c'",
    "an assertion with a tolerance": "out = share(torch.tensor([1.0, 3.0]))\n"
    "assert abs(out.sum().item() - 1) < 1e-5  # fails",
    "in a block": "with torch.no_grad():\n"
    "    print(share(torch.tensor([1.0, 3.0])).sum())  # 1.3333 ??",
    "a session": ">>> summary(3, 3)['accuracy']\n0.75",
    "a session with a wish": ">>> summary(1, 1)['accuracy']  # should be 1\n0.5",
    "several values": ">>> len(Windows([1, 2, 3]))\n1\n>>> len(Windows([1, 2, 3, 4]))\n2",
}
_SETUP = "from small.things import Mean, Windows, decode, pad, share, summary\nimport torch\n"
_MEAN = """\
def Mean_of(values):
    m = Mean()
    for one in values:
        m.update(one)
    return m.result()
"""


def _report(code: str) -> str:
    if code.startswith(">>>"):
        lines = "".join(f">>> {line}\n" for line in _SETUP.splitlines())
        return f"# Wrong result\n\nSee:\n\n```\n{lines}{code}\n```\n"
    return f"# Wrong result\n\nSee:\n\n```python\n{_SETUP}{_MEAN}{code}\n```\n"


@pytest.mark.parametrize("code", CODES.values(), ids=CODES.keys())
def test_what_the_code_comes_to_is_measured(code: str, tmp_path: Path) -> None:
    project = replace(LIBRARY, report=_report(code))
    found = [draft for case in cases(project, tmp_path)[:1] for draft in firing(case)]
    assert found


@pytest.mark.parametrize("code", CODES.values(), ids=CODES.keys())
def test_it_is_not_where_it_was_mended(code: str, tmp_path: Path) -> None:
    project = replace(LIBRARY, report=_report(code))
    for case in cases(project, tmp_path, healthy=True):
        assert [draft.idea for draft in firing(case)] == []
