"""Objects that are saved and loaded answer as before what the project itself asks them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reproduce.generate.offline.experiments.in_process import firing
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases

LABELS = Project(
    "labels",
    {
        "tagging/__init__.py": "from .tagger import Tagger\n",
        "tagging/tagger.py": """\
import json
import torch
class Tagger:
    def __init__(self, labels):
        self.labels = labels
        self.model = torch.nn.Linear(4, len(labels))
    def fit(self, table, rows):
        with torch.no_grad():
            for row, label in zip(table, rows):
                self.model.weight[self.labels.index(label)] += row
        return self
    @torch.no_grad()
    def tag(self, table):
        return [self.labels[i] for i in self.model(table).argmax(dim=1).tolist()]
    def to_file(self, path):
        state = {name: value.tolist() for name, value in self.model.state_dict().items()}
        with open(path, "w") as file:
            json.dump({"labels": sorted(self.labels), "state": state}, file)
    @classmethod
    def from_file(cls, path):
        with open(path) as file:
            kept = json.load(file)
        tagger = cls(kept["labels"])
        tagger.model.load_state_dict({n: torch.tensor(v) for n, v in kept["state"].items()})
        return tagger
""",
        "example.py": """\
import torch
from tagging import Tagger
def example(labels=("verb", "noun", "adjective", "article")):
    table = torch.eye(4)
    tagger = Tagger(list(labels)).fit(table, labels)
    print(tagger.tag(table))
if __name__ == "__main__":
    example()
""",
    },
    """\
Tags are nonsense once the tagger was loaded again

In the session that trained it the tags are right. When I load it from its file, verbs come out as
adjectives.
""",
    (('sorted(self.labels)', "self.labels"),),
)  # fmt: skip
INDEX = Project(
    "index",
    {
        "neighbours.py": """\
import torch
class Index:
    def __init__(self, width, metric="dot"):
        self.metric = metric
        self.rows = torch.zeros(0, width)
    def add(self, rows):
        self.rows = torch.cat([self.rows, rows])
    def nearest(self, query):
        if self.metric == "dot":
            return (self.rows @ query).argmax().item()
        return (self.rows - query).norm(dim=1).argmin().item()
def save_index(index, path):
    torch.save({"rows": index.rows}, path)
def load_index(path):
    kept = torch.load(path)
    index = Index(kept["rows"].shape[1])
    index.rows = kept["rows"]
    return index
""",
        "test_neighbours.py": """\
import torch
from neighbours import Index
def test_nearest():
    index = Index(2, metric="euclidean")
    index.add(torch.tensor([[1.0, 0.0], [9.0, 9.0]]))
    assert index.nearest(torch.tensor([1.0, 0.5])) == 0
""",
    },
    """\
Other neighbours after save_index / load_index

The loaded index finds something else than the one that was saved, for the very same query.
""",
    (
        ('{"rows": index.rows}', '{"rows": index.rows, "metric": index.metric}'),
        ('Index(kept["rows"].shape[1])', 'Index(kept["rows"].shape[1], kept["metric"])'),
    ),
)


@pytest.mark.parametrize("project", [LABELS, INDEX], ids=lambda project: project.name)
def test_another_answer_after_loading_is_seen(project: Project, tmp_path: Path) -> None:
    case = cases(project, tmp_path / "buggy")[0]
    draft = next(firing(case), None)
    assert draft is not None
    assert draft.idea.startswith("Save and load")
    assert not draft.made_up
    healthy = cases(project, tmp_path / "healthy", healthy=True)[0]
    assert next(firing(healthy), None) is None
