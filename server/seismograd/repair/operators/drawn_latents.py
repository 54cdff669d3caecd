"""Latent variables that are drawn so that no gradient reaches what they are drawn from."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.documents import nodes_of
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Choices, Parameter, Value
from seismograd.repair.policy_training import learns_policy
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import rename_function

SAMPLE, WITH_GRADIENT = "sample", "rsample"
FAMILIES = frozenset(
    {"Beta", "Dirichlet", "Gamma", "Gumbel", "Independent", "Laplace", "LogNormal",
     "MultivariateNormal", "Normal", "RelaxedBernoulli", "RelaxedOneHotCategorical"}
)  # fmt: skip
"""Distributions of PyTorch that can be drawn from with a gradient."""


class DrawnLatents(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        nodes = list(nodes_of(context.program))
        if not any(map(_names_family, nodes)) or learns_policy(context.program):
            return
        edits = [edit for one in nodes if _draws(one) and (edit := _renamed(one))]
        if edits:
            write = partial(_write, tuple(edits))
            options = (WITH_GRADIENT,)
            parameter = Parameter("latents", FaultType.GRAPH, SAMPLE, Choices(options), write,
                                  options, (FaultType.API,), is_unusual=True)  # fmt: skip
            yield from offered(context, parameter)


def _write(edits: tuple[Edit, ...], value: Value) -> tuple[Edit, ...]:
    return edits


def _names_family(place: Place) -> bool:
    node = place.node
    function = node.func if isinstance(node, ast.Call) else None
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in FAMILIES


def _draws(place: Place) -> bool:
    """Distributions are given shapes only; lists and replay buffers are sampled by numbers."""
    node = place.node
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    has_shapes = all(isinstance(one, ast.Tuple | ast.List | ast.Call) for one in node.args)
    return node.func.attr == SAMPLE and has_shapes


def _renamed(place: Place) -> Edit | None:
    return rename_function(place, SAMPLE, WITH_GRADIENT)
