"""Small projects, a sentence on what a call gives and should give, and the same mended."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

RMSE = Project(
    "rmse",
    {
        "scores.py": "def rmse(predicted, truth):\n    return ((predicted - truth) ** 2).mean()\n",
    },
    "# rmse is not what it is called\n\n`rmse(torch.zeros(3), torch.full((3,), 2.0))` returns 4.0 "
    "instead of 2.0.\n",
    ((".mean()", ".mean().sqrt()"),),
)
WINDOWS = Project(
    "windows",
    {
        "series/__init__.py": "",
        "series/windows.py": """\
class Windows:
    def __init__(self, values, width=24, horizon=6):
        self.values = list(values)
        self.width = width
        self.horizon = horizon

    def __len__(self):
        return len(self.values) - self.width - self.horizon

    def __getitem__(self, index):
        middle = index + self.width
        return self.values[index:middle], self.values[middle : middle + self.horizon]
""",
    },
    "# One window is missing\n\nlen(Windows(range(100), 24, 6)) is 70. By hand I get 71.\n",
    (("- self.horizon\n\n", "- self.horizon + 1\n\n"),),
)
PRECISION = Project(
    "precision",
    {
        "metrics.py": """\
def precision(predicted, truth):
    hits = sum(1 for one, other in zip(predicted, truth) if one and other)
    return hits / max(len(predicted), 1)
""",
    },
    "# precision too low\n\nWith predicted = [1, 1, 0, 0] and truth = [1, 0, 1, 0] "
    "`precision(predicted, truth)` gives 0.25, it should be 0.5.\n",
    (("max(len(predicted), 1)", "max(sum(predicted), 1)"),),
)
PADDING = Project(
    "padding",
    {
        "batching.py": """\
def pad(tokens, length, fill=0):
    return [fill] * (length - len(tokens)) + list(tokens)
""",
    },
    "# Padding is on the other side\n\npad([5, 6], 4) comes out as [0, 0, 5, 6]. "
    "I expected [5, 6, 0, 0].\n",
    (
        (
            "[fill] * (length - len(tokens)) + list(tokens)",
            "list(tokens) + [fill] * (length - len(tokens))",
        ),
    ),
)
ALL = (RMSE, WINDOWS, PRECISION, PADDING)
