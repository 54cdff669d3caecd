"""The report's own code compares what it shows before and after loading."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reproduce.generate.offline.experiments.in_process import firing
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases

SHELF = Project(
    "shelf",
    {
        "shelf.py": """\
import json
class Shelf:
    def __init__(self):
        self.names = {}
    def fit(self, pairs):
        for number, name in pairs:
            self.names[number] = name
        return self
    def name(self, number):
        return self.names.get(number, "unknown")
    def save(self, path):
        with open(path, "w") as file:
            json.dump(self.names, file)
    @classmethod
    def load(cls, path):
        shelf = cls()
        with open(path) as file:
            shelf.names = json.load(file)
        return shelf
""",
    },
    """\
# All names are gone after loading

```python
from shelf import Shelf

shelf = Shelf().fit([(1, "tea"), (2, "rice")])
shelf.save("shelf.json")
loaded = Shelf.load("shelf.json")
for number in (1, 2):
    print(shelf.name(number), loaded.name(number))
```

prints `tea unknown`.
""",
    (("= json.load(file)", "= {int(k): v for k, v in json.load(file).items()}"),),
)
SCALER = Project(
    "scaler",
    {
        "scaler.py": """\
import torch
from torch import nn
class Scaler(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.mean = torch.zeros(width)
        self.weight = nn.Parameter(torch.ones(width))
    def fit(self, table):
        self.mean = table.mean(dim=0)
        return self
    def forward(self, x):
        return (x - self.mean) * self.weight
""",
    },
    """\
Restored scaler does not give what it gave before

I save and load like this:

```python
import torch
from scaler import Scaler

table = torch.randn(20, 3) + 5
one = Scaler(3).fit(table)
torch.save(one.state_dict(), "scaler.pt")
two = Scaler(3)
two.load_state_dict(torch.load("scaler.pt"))
print("before", one(table[:1]))
print("after", two(table[:1]))
```
""",
    (
        (
            "self.mean = torch.zeros(width)",
            "self.register_buffer('mean', torch.zeros(width))",
        ),
    ),
)


CHANCE = Project(
    "chance",
    {
        "noisy.py": """\
import torch
from torch import nn
class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 8), nn.Dropout(0.5), nn.Linear(8, 2))
    def forward(self, x):
        return self.layers(x)
""",
    },
    """\
# Other outputs after loading

```python
import torch
from noisy import Noisy

before = Noisy()
torch.save(before.state_dict(), "noisy.pt")
after = Noisy()
after.load_state_dict(torch.load("noisy.pt"))
x = torch.ones(4, 3)
print(before(x), after(x))
```
""",
    (),
)


def test_what_hangs_on_chance_is_no_difference(tmp_path: Path) -> None:
    case = cases(CHANCE, tmp_path)[0]
    ideas = [draft.idea for draft in firing(case)]
    assert not any("before and after loading" in idea for idea in ideas)


@pytest.mark.parametrize("project", [SHELF, SCALER], ids=lambda project: project.name)
def test_the_difference_is_measured(project: Project, tmp_path: Path) -> None:
    case = cases(project, tmp_path / "buggy")[0]
    draft = next(firing(case), None)
    assert draft is not None
    assert "before and after loading" in draft.idea
    healthy = cases(project, tmp_path / "healthy", healthy=True)[0]
    assert next(firing(healthy), None) is None
