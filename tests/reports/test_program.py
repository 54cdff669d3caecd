"""What was understood of a program, as tables and as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from seismograd.program import read, units
from seismograd.reports.program import program_json, program_text
from seismograd.reports.report import Report
from tests.program.reading import program_of

CODE = """
LR = 1e-2
class Net(nn.Module):
    def __init__(self, hidden=16):
        super().__init__()
        self.a, self.b = nn.Linear(4, hidden), nn.Linear(8, 3)
        self.spare = nn.Dropout(0.5)
    def forward(self, x):
        return self.b(F.relu(self.a(x)))
net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=LR, momentum=0.9)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 5)
loader = DataLoader(TensorDataset(torch.randn(90, 4), torch.zeros(90).long()), 30, shuffle=True)
for epoch in range(20):
    net.train()
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(net(x), y).backward()
        optimizer.step()
    scheduler.step()
net.eval()
with torch.no_grad():
    net(torch.randn(1, 4))
"""


@pytest.fixture(scope="module")
def data() -> Any:
    return json.loads(program_json(program_of(CODE), Report([])))


@pytest.fixture(scope="module")
def text() -> str:
    return program_text(program_of(CODE), Report([]))


def test_json_has_a_version_and_every_section(data: Any) -> None:
    assert data["version"] == 1
    assert list(data) == [
        "version", "file", "complete", "gaps", "networks", "losses", "optimisers", "schedulers",
        "loaders", "training_loops", "evaluation_loops", "compiles", "fits", "shape_mismatches",
    ]  # fmt: skip


def test_json_says_where_a_value_was_written(data: Any) -> None:
    rate = data["optimisers"][0]["settings"]["learning_rate"]
    assert rate["value"] == 0.01
    assert rate["at"]["line"] == 6
    assert not rate["default"]


def test_json_lists_layers_and_steps_in_order(data: Any) -> None:
    (network,) = data["networks"]
    assert [layer["kind"] for layer in network["layers"]] == ["dense", "relu", "dense"]
    assert [layer["kind"] for layer in network["unused"]] == ["dropout"]
    (loop,) = data["training_loops"]
    kinds = [step["kind"] for step in loop["steps"]]
    assert kinds == ["zero_grad", "forward", "loss", "backward", "step"]
    assert loop["epochs"]["value"] == 20


def test_json_has_both_places_of_a_mismatch(data: Any) -> None:
    (found,) = data["shape_mismatches"]
    assert (found["expected"], found["got"]) == ("[..., 8]", "[batch, 16]")
    assert found["at"]["line"] != found["declared_at"]["line"]


@pytest.mark.parametrize(
    "expected",
    [
        "Network Net (torch, line 7), output linear",
        "dense    Linear   [batch, 16]",
        "cross_entropy  logits",
        "sgd        0.01           6",
        "momentum=0.9",
        "steplr",
        "batch_size=30 shuffle=True",
        "zero_grad, forward, loss, backward, step",
        "train_mode  scheduler_step",
        "Shapes that cannot meet",
    ],
)
def test_text_shows(text: str, expected: str) -> None:
    assert expected in text


def test_text_without_networks() -> None:
    assert (
        program_text(program_of("x = 1\n", ""), Report([]))
        == "No deep-learning code was recognised.\n"
    )


def test_a_default_that_may_be_overridden_is_marked() -> None:
    code = """
        import argparse
        parser = argparse.ArgumentParser()
        parser.add_argument("--lr", type=float, default=0.1)
        args = parser.parse_args()
        optimizer = torch.optim.Adam(nn.Linear(2, 1).parameters(), lr=args.lr)
    """
    text = program_text(program_of(code), Report([]))
    assert "0.1*" in text
    assert text.endswith("* can be overridden when the program runs\n")


ENDLESS = """
def endless(x):
    while step(x):
        for i in range(1000):
            for j in range(1000):
                for k in range(1000):
                    x = torch.relu(x) + torch.relu(x - k) + torch.relu(x + i) * torch.relu(x * j)
        x = endless(x) + endless(x + 1)
    return x
"""


def test_what_was_read_in_part_only_is_named_with_its_reason() -> None:
    program = program_of("x = nn.Linear(2, 1)\ny = (\n\nz = nn.ReLU()\n")
    (gap, *_) = json.loads(program_json(program, Report([])))["gaps"]
    assert (gap["name"], gap["at"]["line"], gap["reason"]) == (None, 6, "has a syntax error")
    text = program_text(program, Report([]))
    assert "Read in part only\n  line  what       why\n  6     statement  has a syntax" in text


def test_code_that_python_itself_refuses_is_named() -> None:
    program = program_of("x = " + "f(" * 5_000 + ")" * 5_000 + "\ny = nn.Linear(2, 1)\n")
    gaps = json.loads(program_json(program, Report([])))["gaps"]
    assert [(gap["at"]["line"], gap["reason"]) for gap in gaps] == [(5, "is nested too deeply")]


def test_code_that_does_too_much_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(units, "DEFINITION_BUDGET", 20)
    monkeypatch.setattr(units, "BODY_BUDGET", 40)
    body = "".join(f"x{number} = torch.relu(torch.ones({number}))\n" for number in range(40))
    gaps = json.loads(program_json(program_of(ENDLESS + body), Report([])))["gaps"]
    assert {(gap["name"], gap["reason"]) for gap in gaps} == {
        (None, "does more than is followed"),
        ("endless", "does more than is followed"),
    }
    assert len(gaps) == 2


def test_what_is_left_out_for_want_of_steps_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "DEFINITIONS_BUDGET", -1_000)
    gaps = json.loads(program_json(program_of(CODE + ENDLESS), Report([])))["gaps"]
    assert [(gap["name"], gap["reason"].partition(",")[0]) for gap in gaps] == [
        ("endless", "was left out")
    ]


def test_a_reader_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def trip(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(read.torch_reader, "read", trip)
    gaps = json.loads(program_json(program_of(CODE), Report([])))["gaps"]
    assert {gap["reason"] for gap in gaps} == {
        "its networks and loops could not be read (internal error)"
    }


def test_nothing_is_said_where_all_was_read(text: str, data: Any) -> None:
    assert data["gaps"] == []
    assert "in part" not in text


def test_lines_have_no_trailing_blanks(text: str) -> None:
    assert all(line == line.rstrip() for line in text.splitlines())
