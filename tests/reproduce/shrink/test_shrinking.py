"""What is not needed goes; what is needed stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seismograd.reproduce.candidate import Candidate, Switch
from seismograd.reproduce.shrink.shrinking import Shrinking, reduced

SCRIPT = """
import torch
import json

SIZE = 512
UNUSED = 3

def helper():
    print("unused")
    return 3

for step in range(100):
    noise = step
    value = SIZE * 2
try:
    prepared = value
    result = prepared / 0
except ZeroDivisionError as error:
    print("REPRODUCED:", error)
    raise
print("NOT REPRODUCED")
"""


@given(st.lists(st.integers(0, 50), max_size=40), st.sets(st.integers(0, 50), max_size=6))
def test_only_what_the_test_needs_is_left(items: list[int], needed: set[int]) -> None:
    wanted = needed & set(items)

    def holds(kept: Sequence[int]) -> bool:
        return wanted <= set(kept)

    left = reduced(items, holds)
    assert set(left) == wanted
    assert len(left) == len(wanted)


def runs_into(source: str) -> bool:
    try:
        exec(compile(source, "script", "exec"), {"print": lambda *_: None})
    except ZeroDivisionError:
        return True
    except Exception:
        return False
    return False


def test_a_script_loses_what_it_does_not_need() -> None:
    source = SCRIPT.replace("import torch\n", "import math\n")
    shrunk = Shrinking(lambda candidate: runs_into(candidate.source)).shrink(
        Candidate(source, "test", "")
    )
    assert runs_into(shrunk.source)
    assert "helper" not in shrunk.source
    assert "json" not in shrunk.source
    assert "UNUSED" not in shrunk.source
    assert "noise" not in shrunk.source
    assert "SIZE = 32\n" in shrunk.source
    assert "REPRODUCED:" in shrunk.source
    assert "NOT REPRODUCED" in shrunk.source
    assert len(shrunk.source.splitlines()) < 12


@pytest.mark.parametrize(
    ("shrinking", "candidate"),
    [
        (Shrinking(lambda _: True, kept={512}), Candidate("SIZE = 512\nprint(SIZE)\n", "", "")),
        (Shrinking(lambda _: True, is_measured=True), Candidate("print(512)\n", "", "")),
        (
            Shrinking(lambda _: True),
            Candidate("SIZE = 512\nprint(SIZE)\n", "", "", (Switch("SIZE", "512", "8"),)),
        ),
    ],
)
def test_numbers_that_mean_something_stay(shrinking: Shrinking, candidate: Candidate) -> None:
    told = replace(candidate, source=candidate.source.replace("print(", "print('MEASURED a', "))
    assert "512" in shrinking.shrink(told).source


def test_no_run_is_needed_to_see_that_a_name_is_gone() -> None:
    tried: list[str] = []

    def holds(candidate: Candidate) -> bool:
        tried.append(candidate.source)
        return "alone" in candidate.source

    source = "first = 1\nsecond = first + 1\nalone = 3\nprint('MEASURED value', second)\n"
    Shrinking(holds).shrink(Candidate(source, "test", ""))
    assert all("second = " in one and "first = " in one for one in tried)


def test_a_definition_stays_what_its_name_says() -> None:
    source = "def train():\n    step()\n    print(1)\ndef step():\n    pass\ntrain()\n"
    shrunk = Shrinking(lambda one: "train()\n" in one.source.split("def step")[-1]).shrink(
        Candidate(source, "test", "")
    )
    assert "    step()\n    print(1)" in shrunk.source


def test_what_a_switch_turns_on_stays() -> None:
    source = "HALVES = True\nunused = 1\nif HALVES:\n    print(1)\n    print(2)\n"
    candidate = Candidate(source, "test", "", (Switch("HALVES", "True", "False"),))
    shrunk = Shrinking(lambda _: True).shrink(candidate)
    assert shrunk.source == source.replace("unused = 1\n", "")


def test_what_is_measured_keeps_all_that_it_depends_on() -> None:
    """Also where it fails without: a bug may be that something has no effect."""
    needed = """\
import json
from net import Model
SIZE = 8
model = Model(SIZE)
lengths = [SIZE, SIZE]
lengths[-1] = 4
model.eval()
for epoch in range(2):
    model.fit(lengths)
with model.quiet():
    score = model(lengths)
    print(score)
    worst = max(score)
print('MEASURED worst', json.dumps(worst))
assert not worst > 1
"""
    more = needed.replace("SIZE = 8\n", "SIZE = 8\nOTHER = 3\nimport math\n").replace(
        "    worst =", "    print('here')\n    noise = OTHER * 2\n    worst ="
    )
    candidate = Candidate(more, "test", "")
    assert Shrinking(lambda _: True, is_measured=True).shrink(candidate).source == needed
    assert len(Shrinking(lambda _: True).shrink(candidate).source) < len(needed)


def test_what_does_not_hold_when_written_anew_stays_as_it_is() -> None:
    candidate = Candidate("x = 1  # comment\n", "test", "")
    shrunk = Shrinking(lambda one: "#" in one.source).shrink(candidate)
    assert "#" in shrunk.source


def test_after_its_time_the_best_so_far_is_taken() -> None:
    candidate = Candidate(SCRIPT, "test", "")
    assert Shrinking(lambda _: True, seconds=-1.0).shrink(candidate).source == SCRIPT
