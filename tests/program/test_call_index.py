"""Calls that are looked up instead of searched for."""

from __future__ import annotations

from collections.abc import Iterable

from seismograd.program.model import Program
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Value
from tests.program.reading import program_of

_CODE = """
import other

class Trainer:
    def __init__(self, net):
        self.net = net

net = nn.Linear(2, 2)
trainer = Trainer(net)
other.keep([{"net": net}])
trainer.unknown()
for epoch in range(other.epochs()):
    other.start()
    for batch in other.batches():
        other.train(batch)

def alone(model, optimizer, loader):
    other.prepare(loader)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
"""


def _methods(calls: Iterable[Call]) -> list[str]:
    return [call.method for call in calls]


def _network(program: Program) -> Value | None:
    return next(program.index.named("Linear")).result


def test_a_value_is_given_also_inside_a_list() -> None:
    program = program_of(_CODE)
    assert "keep" in _methods(program.index.given(_network(program)))
    assert "start" not in _methods(program.index.given(_network(program)))


def test_methods_of_what_holds_a_value_are_found() -> None:
    program = program_of(_CODE)
    assert "unknown" in _methods(program.index.on_holders(_network(program)))


def test_a_loop_has_the_calls_of_the_loops_inside_it() -> None:
    program = program_of(_CODE)
    outer = next(program.index.named("start")).loop
    inner = next(program.index.named("train")).loop
    assert outer is not None
    assert inner is not None
    assert {"start", "train"} <= set(_methods(program.index.within(outer)))
    assert "start" not in _methods(program.index.within(inner))


def test_calls_of_several_runs_are_found_together() -> None:
    program = program_of(_CODE)
    found = _methods(program.index.under("other."))
    assert {"keep", "start", "batches", "train", "prepare"} <= set(found)
    assert found.index("keep") < found.index("prepare")
    assert "Linear" not in found


def test_a_call_is_found_by_how_the_code_spells_it() -> None:
    program = program_of(_CODE)
    assert [call.path for call in program.index.spelled("prepare")] == ["other.prepare"]
