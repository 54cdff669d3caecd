"""Traces are untrusted: whatever they say, there is an answer or none, and soon."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seismograd.localise.crashes import Crash, explain_crash
from seismograd.localise.crashes.explain import FAMILIES
from seismograd.traces.events import Frame, Place, Raised
from seismograd.traces.events.parts import FrameModule, TensorFacts
from tests.localise.crashes.events import SCRIPT, explained, layer, own, tensor

WORDS = [
    "mat1 and mat2 shapes cannot be multiplied (1x2 and 3x4)",
    "Target 5 is out of bounds.",
    "index out of range in self",
    "must have the same dtype",
    "Expected all tensors to be on the same device",
    "Trying to backward through the graph a second time",
    "modified by an inplace operation: which is output 0 of X",
    "element 0 of tensors does not require grad and does not have a grad_fn",
    "Error(s) in loading state_dict for Net: Missing key(s)",
    "Expected more than 1 value per channel when training",
    "stack expects each tensor to be equal size, but got [1] at entry 0 and [2] at entry 1",
    'Caught E in DataLoader worker process 0.\n  File "x", line 1, in f\nE: m',
    "out of memory. Tried to allocate 99999999999999999999.9.9 GiB",
    "of layer 'dense' expected axis -1 of input shape to have value 4, but received input with "
    "shape (a, b)",
    "`target` and `output` must have the same shape. target.shape=(,), output.shape=(None,)",
    "optimizer got an empty parameter list",
    "Can't pickle local object",
]


@pytest.mark.parametrize("message", WORDS)
@pytest.mark.parametrize("source", ["", "def f(:", "x = " + "(" * 5000, "\0", "loss = 1\n" * 9])
def test_nothing_but_a_message(message: str, source: str) -> None:
    assert explained(message) is None
    found = explained(message, own(3), own(10**9), source=source)
    assert found is None or found.place.file == SCRIPT


@pytest.mark.parametrize("message", WORDS)
def test_empty_and_odd_parts(message: str) -> None:
    odd = (
        TensorFacts(),
        TensorFacts("input", (None, None)),
        TensorFacts("target", ()),
        TensorFacts("self.weight", (-5,), "float99", "?"),
        TensorFacts("x[" * 40, (2,), grad_fn="A"),
        TensorFacts("input", (10**18, 10**18), min=float("nan"), max=float("inf")),
    )
    frames = (
        Frame(),
        Frame(SCRIPT, None, in_project=True),
        own(-4, *odd),
        own(2, *odd),
        Frame("torch", 1, "cross_entropy", tensors=odd, module=FrameModule()),
        layer("Linear", 0, "in_features=99999999999999999999", *odd),
        layer("Conv2d", 1, "", *odd),
    )
    for at in range(len(frames)):
        explained(message, *frames[at:], source="y = model(x)\nloss.backward()\n")


def test_a_read_that_fails() -> None:
    def read(file: str) -> str | None:
        raise OSError(file)

    raised = Raised(0.0, "RuntimeError", WORDS[5], frames=(own(3),))
    assert explain_crash(raised, None, read) is not None
    assert explain_crash(raised) is not None


@pytest.mark.parametrize(
    "unit", ["a", "[", 'File "x", line 1, in y\n', "size mismatch for a: ", "mask "]
)
def test_huge_messages_take_no_time(unit: str) -> None:
    began = time.perf_counter()
    for head in (
        "",
        "Caught E in DataLoader worker\n",
        "einsum(): ",
        "Error(s) in loading state_dict ",
    ):
        explained(head + unit * (200_000 // len(unit)), own(3))
    assert time.perf_counter() - began < 5


def test_a_value_that_is_made_of_itself() -> None:
    source = "def f(x):\n    return f(x)\n\nx = f(x)\ny = f(y)\nloss = f(loss)\nloss.backward()\n"
    for message in WORDS:
        explained(message, own(7, tensor("x", 2, dtype="int64")), source=source)


@given(st.text(max_size=300), st.text(max_size=200), st.integers(-5, 40))
def test_any_text(message: str, source: str, line: int) -> None:
    found = explained(message, own(line, tensor("x", 2)), source=source)
    assert found is None or isinstance(found, Crash)


def test_every_family_can_be_asked_with_nothing() -> None:
    assert len(FAMILIES) > 40
    assert explain_crash(Raised()) is None
    assert explain_crash(Raised(place=Place("x", 1), frames=(Frame(),))) is None


@pytest.mark.parametrize("message", WORDS)
def test_a_huge_script_takes_seconds_at_most(message: str) -> None:
    lines = (f"    x{n} = f(x{n - 1}, self.y, y=[g(x{n}) for _ in z])\n" for n in range(1, 5000))
    body = "".join(lines)
    source = f"def f(x0, y):\n{body}    x4999.backward()\n    loss = x4999\n"
    facts = TensorFacts("x4999", (2, 3), "int64", "cpu", grad_fn="AddBackward0")
    began = time.perf_counter()
    explained(message, own(5001, facts), layer("Linear", 3, "in_features=9", facts), source=source)
    assert time.perf_counter() - began < 30
