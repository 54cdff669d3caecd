from __future__ import annotations

import pytest

from seismograd.rules.checker import Checker
from seismograd.settings import Settings
from seismograd.source.document import Document
from seismograd.source.workspace import Workspace

TRAINS = """\
import torch
import torch.nn.functional as F
from torch import nn

model = nn.Sequential(nn.Linear(4, 3), nn.Softmax(dim=1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x, y in torch.utils.data.DataLoader([], batch_size=8, shuffle=True):
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
"""
TEST = "\n\ndef test_it_learns():\n    assert True\n"
TEST_CASE = "\n\nclass Learning(unittest.TestCase):\n    pass\n"


def codes(text: str, name: str = "train.py", settings: Settings | None = None) -> set[str]:
    workspace = Workspace([])
    document = Document(f"/project/{name}", text)
    workspace.open(document)
    found = Checker(workspace, settings or Settings()).check(document)
    return {finding.code for finding in found}


@pytest.mark.parametrize("name", ["test_train.py", "train_test.py"])
@pytest.mark.parametrize(
    "tests", [TEST, TEST_CASE, "\nclass TestIt:\n    async def test(self): ..."]
)
def test_only_faults_of_the_code_itself_are_found_in_tests(name: str, tests: str) -> None:
    assert codes(TRAINS + tests, name) == {"SG201"}


def test_what_serves_tests_need_not_define_any() -> None:
    assert codes(TRAINS, "conftest.py") == {"SG201"}


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("train.py", TEST),
        ("testing.py", TEST),
        ("test_train.py", ""),
        ("test_train.py", "\n# def test_it():\n"),
        ("test_train.py", "\ndef contest(): ...\n"),
    ],
)
def test_other_modules_are_checked_by_all_rules(name: str, more: str) -> None:
    assert codes(TRAINS + more, name) >= {"SG101", "SG201"}


def test_a_comment_for_a_rule_that_tests_are_spared_is_left_alone() -> None:
    text = f"import torch  # seismograd: ignore[SG101]\n{TEST}"
    assert codes(text, "test_train.py") == set()
    assert codes(text) == {"SG001"}


@pytest.mark.parametrize(
    "settings",
    [
        Settings(ignore=("SG001",)),
        Settings(ignore=("unused-suppression",)),
        Settings(ignore=("SG0",)),
        Settings(select=("SG1",)),
    ],
)
def test_unused_suppressions_are_a_rule_like_others(settings: Settings) -> None:
    text = "x = 1  # seismograd: ignore[SG101]\n"
    assert codes(text) == {"SG001"}
    assert codes(text, settings=settings) == set()


def test_a_list_of_layers_that_holds_itself_is_followed_to_its_end() -> None:
    text = """\
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(4, 4), nn.Linear(4, 4)]
        self.layers.append(self.layers)
        self.owner = [self]

    def forward(self, x):
        return self.layers[1](self.layers[0](x))

Net()
"""
    assert "SG303" in codes(text)
