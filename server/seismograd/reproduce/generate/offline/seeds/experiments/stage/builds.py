"""Objects of the project, made as it is written somewhere, else of what is known and customary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.inputs.returned import returns
from seismograd.reproduce.generate.offline.inputs.tensors import (
    Kind,
    TensorSpec,
    tensor_for_name,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.recipes import Recipe, recipes
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    FORWARD,
    Scene,
    method,
    ranked,
)

MOST_BUILDS = 2
MOST_MODELS = 4
_WHOLE = (Role.NETWORK, Role.LOSS)


@dataclass(frozen=True, slots=True)
class Built:
    bench: Bench
    before: tuple[str, ...]
    expression: str
    is_made_up: bool = False
    """Whether nobody has written down how it is made."""


def builds(case: Case, maker: Maker, symbol: Symbol) -> Iterator[Built]:
    """Ways to make an object of a class, or what a function makes."""
    found = recipes(case, symbol)
    for recipe in found[:MOST_BUILDS]:
        yield _by_recipe(maker, symbol, recipe)
    bench = maker.bench(symbol)
    try:
        expression = maker.call(bench, symbol)
    except CannotMake:
        return
    before = tuple(bench.statements)
    bench.statements.clear()
    if expression not in [recipe.expression for recipe in found]:
        yield Built(bench, before, expression, is_made_up=True)


def _by_recipe(maker: Maker, symbol: Symbol, recipe: Recipe) -> Built:
    bench = maker.bench(symbol)
    for statement in recipe.imports:
        bench.use(statement)
    bench.defined |= {statement.partition(" = ")[0] for statement in recipe.statements}
    return Built(bench, recipe.statements, recipe.expression)


def also_as_usual(bench: Bench, drafts: Iterable[Draft]) -> Iterator[Draft]:
    """With the project's own values as well, where the report gives others: one of the two is the
    occasion, the other the control."""
    for draft in drafts:
        yield draft
        other = tuple(_usual(bench, one) for one in draft.constants)
        if not draft.switches and any(one.control is not None for one in other):
            yield draft.changed(constants=other, idea=f"{draft.idea} With the usual values.")


def _usual(bench: Bench, one: Constant) -> Constant:
    usual = bench.constants.get(one.name, one.value)
    return replace(one, value=usual, control=one.value) if usual != one.value else one


def models(case: Case) -> Iterator[Scene]:
    """Networks with inputs that they take; those that a function of the project makes first."""
    maker = Maker(case)
    networks = [s for s in ranked(case) if s.role in _WHOLE] or ranked(case)[:1]
    for symbol in networks[:MOST_MODELS]:
        makers = [one for one in builders(case, maker, symbol) if _is_easy(one)]
        for source in [*makers[:1], symbol]:
            built = next(builds(case, maker, source), None)
            scene = _on_stage(case, maker, symbol, built) if built else None
            if scene is not None:
                yield scene


def builders(case: Case, maker: Maker, symbol: Symbol) -> list[Symbol]:
    """Functions of the project that return such a network."""
    return [
        one
        for one in case.project.symbols
        if one.kind is SymbolKind.FUNCTION
        and one.module
        and one.file not in case.project.tests
        and returns(maker.trees.function(one), symbol.name)
    ]


def _is_easy(function: Symbol) -> bool:
    """What trains or loads returns a network as well, and more than that."""
    return function.role not in (Role.TRAINING, Role.LOADING, Role.SAVING)


def _on_stage(case: Case, maker: Maker, symbol: Symbol, built: Built) -> Scene | None:
    forward = method(maker, symbol, *FORWARD)
    if forward is None:
        return None
    bench = built.bench
    bench.defined.add("model")
    specs = _rows(forward) | maker.demands.of_inputs(symbol, "model")
    try:
        call = maker.call(bench, forward, on="model", specs=specs)
    except CannotMake:
        return None
    made = tuple(statement.partition(" = ")[0] for statement in bench.statements)
    names = tuple(p.name for p in forward.parameters if p.name in specs or p.name in call)
    return Scene(case, symbol, bench, built.expression, call, made, names, built.before,
                 tuple(bench.statements))  # fmt: skip


def _rows(forward: Symbol) -> dict[str, TensorSpec]:
    """What goes into a network under a name that says nothing is most often rows of numbers."""
    first = forward.parameters[:1]
    unknown = [p.name for p in first if p.default is None and tensor_for_name(p.name) is None]
    return {name: TensorSpec(Kind.FLOAT, ("BATCH", "FEATURES")) for name in unknown}
