"""Mutants are programs, and another one than before."""

from __future__ import annotations

import pytest

from seismograd.faults import FaultType
from seismograd.localise.hypotheses import HYPOTHESES
from tests.calibration.discovery import all_programs
from tests.calibration.operators import all_operators
from tests.calibration.operators.operator import Operator, mutate

PROGRAMS = all_programs()


@pytest.mark.parametrize("operator", all_operators(), ids=lambda one: one.name)
def test_every_operator_changes_some_program_into_one_that_compiles(operator: Operator) -> None:
    mutants = [
        (program, found)
        for program in PROGRAMS
        if (found := mutate(program.text, operator)) is not None
    ]
    assert mutants
    for program, mutant in mutants:
        compile(mutant.source, program.name, "exec")
        assert mutant.source != program.text
        assert all(1 <= line <= len(mutant.source.splitlines()) for line in mutant.lines)


def test_there_are_operators_for_every_fault_type() -> None:
    assert {one.fault_type for one in all_operators()} == set(FaultType)
    assert len(all_operators()) >= 40


def test_names_are_unique_and_causes_exist() -> None:
    names = [one.name for one in all_operators()]
    assert len(names) == len(set(names))
    known = {one.name for one in HYPOTHESES}
    assert all(known.issuperset(one.causes) for one in all_operators())


def test_the_lines_of_a_mutant_are_those_that_changed() -> None:
    program = next(one for one in PROGRAMS if one.name == "mlp_rings")
    operator = next(one for one in all_operators() if one.name == "no-step")
    mutant = mutate(program.text, operator)
    assert mutant is not None
    old, new = program.text.splitlines(), mutant.source.splitlines()
    assert [old[line - 1].strip() for line in mutant.lines] == ["optimizer.step()"]
    assert len(new) == len(old) - 1


@pytest.mark.parametrize(
    ("option", "line"),
    [
        ("lr = 0.5\ntorch.optim.SGD(p, lr=lr)", "lr = 0.0005"),
        ("def f(rate=0.5):\n    torch.optim.SGD(p, lr=rate)", "def f(rate=0.0005):"),
        ('c = {"lr": 0.5}\ntorch.optim.SGD(p, lr=c["lr"])', 'c = {"lr": 0.0005}'),
        ("torch.optim.SGD(p, lr=0.5)", "torch.optim.SGD(p, lr=0.0005)"),
        (
            'a.add_argument("--my-lr", default=0.5)\ntorch.optim.SGD(p, lr=args.my_lr)',
            'a.add_argument("--my-lr", default=0.0005)',
        ),
    ],
)
def test_a_number_is_changed_where_it_is_written(option: str, line: str) -> None:
    operator = next(one for one in all_operators() if one.name == "rate-over-1000")
    mutant = mutate(option, operator)
    assert mutant is not None
    assert mutant.source.splitlines()[0] == line
    assert mutant.lines == (1,)
