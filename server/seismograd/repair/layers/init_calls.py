"""Statements that initialise weights of PyTorch: calls of `torch.nn.init`."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from seismograd.faults import Edit
from seismograd.program.model import Program
from seismograd.repair.edits.imports import sibling_of_call
from seismograd.repair.layers.syntax import with_parents
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import remove_statement, replace, source_of

MODULE = "torch.nn.init."
FANS = frozenset(
    {"kaiming_normal_", "kaiming_uniform_", "orthogonal_", "xavier_normal_", "xavier_uniform_"}
)
"""Functions that need weights of two axes or more: where one runs, another one does."""
MATRICES = ("Linear", "Conv", "Embedding")
"""Layers whose weights have two axes or more, as they are named in a condition."""


@dataclass(frozen=True, slots=True)
class InitCall:
    call: Call

    @property
    def place(self) -> Place:
        return self.call.place

    @property
    def function(self) -> str:
        return self.call.method

    @property
    def target(self) -> str:
        """The weights, as the source names them."""
        node = self.place.node
        first = node.args[0] if isinstance(node, ast.Call) and node.args else None
        return "" if first is None else source_of(Place(self.place.chunk, first))

    @property
    def is_bias(self) -> bool:
        return "bias" in self.target

    @property
    def has_fans(self) -> bool:
        """Whether the weights certainly have two axes or more."""
        if self.function in FANS:
            return True
        nodes = with_parents(self.place)
        tests = [
            source_of(Place(self.place.chunk, outer.test))
            for inner, outer in pairwise(nodes)
            if isinstance(outer, ast.If) and inner in outer.body
        ]
        is_matrix = any(name in text for text in tests for name in MATRICES)
        return is_matrix and not any("Norm" in text for text in tests)

    def removal(self) -> tuple[Edit, ...]:
        """Raises `CannotWrite`."""
        nodes = with_parents(self.place)
        is_alone = len(nodes) > 1 and isinstance(nodes[1], ast.Expr)
        edit = remove_statement(self.place) if is_alone else None
        if edit is None:
            raise CannotWrite("it does not stand in a statement of its own")
        return (edit,)

    def replaced(self, function: str, arguments: str) -> tuple[Edit, ...]:
        """Raises `CannotWrite`."""
        name, imports = sibling_of_call(self.place, self.call.path, function)
        return (replace(self.place, f"{name}({self.target}{arguments})"), *imports)


def init_calls(program: Program, *, is_bias: bool) -> list[tuple[str, InitCall]]:
    """Each where it stands, with its own name; of weights or of biases."""
    calls = [*program.calls, *program.trial_calls]
    found = {one.place.span: InitCall(one) for one in calls if one.path.startswith(MODULE)}
    own = {at: one for at, one in found.items() if one.target and one.is_bias is is_bias}
    counts = Counter(one.target for one in own.values())
    return [
        (one.target if counts[one.target] == 1 else f"{one.target} in line {at.start.line}", one)
        for at, one in own.items()
    ]
