"""Programs by name, and the mutants that operators make of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.calibration.operators import all_operators
from tests.calibration.operators.operator import Mutant, Operator, mutate

PROGRAMS = Path(__file__).parent / "programs"


@dataclass(frozen=True, slots=True)
class Program:
    name: str
    text: str

    @property
    def is_keras(self) -> bool:
        return "import keras" in self.text

    def mutants(self) -> Iterator[tuple[Operator, Mutant]]:
        for operator in all_operators():
            mutant = mutate(self.text, operator)
            if mutant is not None:
                yield operator, mutant


def all_programs() -> list[Program]:
    return [Program(path.stem, path.read_text("utf-8")) for path in sorted(PROGRAMS.glob("*.py"))]
