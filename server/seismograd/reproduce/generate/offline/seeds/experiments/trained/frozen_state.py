"""Train as the project does, and look at all that a frozen part holds: statistics move, too."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.making import Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import methods_by_name
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import NETWORKS, drafted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.training import Training
from seismograd.reproduce.generate.offline.seeds.experiments.stage.trainings import trainings
from seismograd.reproduce.generate.offline.seeds.experiments.trained.frozen_parts import (
    FREEZES,
    kept_parts,
    with_option,
)

NAME = "change_of_frozen_part"
_OWN_MODE = re.compile(r"\.eval\(|\.train\(False")


@dataclass(frozen=True, slots=True)
class _Frozen:
    """A training whose network is frozen, as far as the project can freeze it."""

    statements: tuple[str, ...]
    variable: str
    symbol: Symbol


def experiments(case: Case) -> Iterator[Draft]:
    """With the project's own data first; where it has no loop, what is around a step is unknown."""
    maker = Maker(case)
    found = [one for one in trainings(case, epochs=2) if not one.is_script]
    for training in sorted(found, key=lambda one: not one.is_own):
        for frozen in _frozen(case, maker, training):
            for part in kept_parts(case, frozen.symbol):
                yield from _compared(case, training, frozen, part)


def _frozen(case: Case, maker: Maker, training: Training) -> Iterator[_Frozen]:
    for number, statement in enumerate(training.statements):
        variable, _, build = statement.partition(" = ")
        symbol = _network(case, build) if variable.isidentifier() else None
        if symbol is None or _is_left_to_others(maker, training, symbol):
            continue
        before, after = training.statements[:number], training.statements[number + 1 :]
        for made in _ways(case, symbol, variable, build):
            yield _Frozen((*before, *made, *after), variable, symbol)


def _network(case: Case, build: str) -> Symbol | None:
    called = build.partition("(")[0].rpartition(".")[2]
    return next((s for s in case.project.symbols if s.name == called and s.role in NETWORKS), None)


def _is_left_to_others(maker: Maker, training: Training, symbol: Symbol) -> bool:
    """A trainer that is not here calls hooks, and these may well keep a part in evaluation."""
    if "train_one_step()" not in training.statements:
        return False
    node = maker.trees.class_of(symbol)
    return node is None or _OWN_MODE.search(ast.unparse(node)) is not None


def _ways(case: Case, symbol: Symbol, variable: str, build: str) -> Iterator[tuple[str, ...]]:
    """By an option of the network, or by a method that takes nothing."""
    for parameter in symbol.parameters:
        if FREEZES.search(parameter.name) and parameter.default in ("False", "True"):
            yield (f"{variable} = {with_option(build, parameter.name)}",)
    for name, method in methods_by_name(case, symbol).items():
        if name.startswith("freeze") and all(p.default is not None for p in method.parameters):
            yield (f"{variable} = {build}", f"{variable}.{name}()")


def _compared(case: Case, training: Training, frozen: _Frozen, part: str) -> Iterator[Draft]:
    *made, train = frozen.statements
    body = (
        *made,
        f"frozen = {frozen.variable}.{part}",
        "state = frozen.state_dict().items()",
        "before = {name: one.clone() for name, one in state if one.is_floating_point()}",
        train,
        "assert not any(p.requires_grad for p in frozen.parameters()), 'it is not frozen'",
        "after = frozen.state_dict()",
        f"{NAME} = max((after[name] - one).abs().max().item() for name, one in before.items())",
    )
    idea = f"{training.idea} See whether {part}, which is frozen, is as before."
    yield from drafted(case, training.bench, idea, body, NAME)
