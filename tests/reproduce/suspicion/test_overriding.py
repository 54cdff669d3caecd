"""Methods in the place of others: what they leave out is put back."""

from __future__ import annotations

import ast

import pytest

from seismograd.reproduce.suspicion.operators.overriding import (
    handed_on,
    itself_returned,
    rest_done,
)
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

FORGOTTEN = "def train(self, mode=True):\n    super().train()\n    self.trunk.eval()\n"
ALONE = "def train(self, mode=True):\n    self.head.train(mode)\n"
OPTIONS = "def to(self, *places, copy=False, **options):\n    self.where = places\n"
SWITCH = "def use(self, training):\n    for part in self.parts:\n        part.train()\n"
PASSED = "def train(self, mode=True):\n    super().train(mode)\n    return self\n"
OTHER = "def forward(self, x, mask=None):\n    return self.body(x)\n"


def suspects(method: str) -> list[SuspectStatement]:
    text = "class Net(nn.Module):\n" + "".join(f"    {line}\n" for line in method.splitlines())
    owner = ast.parse(text).body[0]
    assert isinstance(owner, ast.ClassDef)
    function = owner.body[0]
    assert isinstance(function, ast.FunctionDef)
    statements = [node for node in ast.walk(function) if isinstance(node, ast.stmt)]
    return [SuspectStatement("net.py", one, function, None, owner) for one in statements[1:]]


def texts(operator: object, method: str) -> list[str]:
    assert callable(operator)
    return [patch.text.strip() for one in suspects(method) for patch in operator(one)]


@pytest.mark.parametrize(
    ("method", "right"), [(FORGOTTEN, "super().train(mode)"), (SWITCH, "part.train(training)")]
)
def test_what_nobody_uses_is_handed_on(method: str, right: str) -> None:
    assert right in texts(handed_on, method)


@pytest.mark.parametrize("method", [PASSED, OTHER, ALONE])
def test_nothing_is_handed_on_twice_or_to_another(method: str) -> None:
    assert texts(handed_on, method) == []


@pytest.mark.parametrize(
    ("method", "right"),
    [(ALONE, "super().train(mode)"), (OPTIONS, "super().to(*places, copy=copy, **options)")],
)
def test_what_was_replaced_is_done_first(method: str, right: str) -> None:
    assert texts(rest_done, method)[0].startswith(right)


def test_what_is_done_already_is_not_done_again() -> None:
    assert texts(rest_done, FORGOTTEN) == texts(rest_done, OTHER) == []


def test_a_model_gives_itself_back() -> None:
    assert texts(itself_returned, FORGOTTEN)[0].endswith("return self")
    assert texts(itself_returned, PASSED) == []
