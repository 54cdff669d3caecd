"""The project's own training, small: its functions and methods that train, then its scripts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.customary import NETWORK_NAMES
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.inputs.tensors import (
    Kind,
    TensorSpec,
    tensor_for_name,
)
from seismograd.reproduce.generate.offline.seeds.entry_points import runs_in_small
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import (
    named_words,
    owner_name,
    short_name,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.own_trainings import (
    own_trainings,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import NETWORKS, ranked
from seismograd.reproduce.generate.offline.seeds.experiments.stage.training import (
    EPOCHS,
    Training,
    trains_in_place,
    with_epochs,
)

MOST_TRAININGS = 5
MOST_SCRIPTS = 3
_RATES = ("lr", "learning_rate", "base_lr", "max_lr")
_CUSTOMS = (
    (re.compile(r"rewards?|returns?|advantages?|dones?|terminals?|(old_)?log_?probs?"),
     TensorSpec(Kind.FLOAT, ("BATCH",))),
    (re.compile(r"actions?"), TensorSpec(Kind.WHOLE, ("BATCH",), "2")),
)  # fmt: skip
_OTHER_TIME = re.compile(r"(?:next|new|old|prev|previous|last|current)_")
_WHOLE = re.compile(
    r"fit|train|train_model|run_training|train_loop|training_loop|pretrain|finetune"
)
_STEP = re.compile(r"(train|training|optim\w*|update|learn)_?(step|batch)|update|learn|step")


def trainings(case: Case, *, epochs: int = 2) -> Iterator[Training]:
    maker = Maker(case)
    found = _ranked(case, maker)
    yield from _functions(maker, found[:MOST_TRAININGS], epochs)
    yield from _steps_alone(case)
    yield from islice(own_trainings(maker, found, epochs), MOST_TRAININGS)
    yield from _scripts(case)


def _functions(maker: Maker, symbols: list[Symbol], epochs: int) -> Iterator[Training]:
    for symbol in symbols:
        try:
            yield _of_function(maker, symbol, epochs)
        except CannotMake:
            continue


def _ranked(case: Case, maker: Maker) -> list[Symbol]:
    """What trains from beginning to end before single epochs, and these before single steps."""
    words = named_words(case)
    found = [
        s
        for s in case.project.symbols
        if s.role is Role.TRAINING and s.kind is not SymbolKind.CLASS
        and s.module and s.file not in case.project.tests and not _is_main(s)
        and not _leaves_backward(maker, s)
    ]  # fmt: skip
    public = {_from_outside(case, maker, s).qualified: _from_outside(case, maker, s) for s in found}
    return sorted(public.values(), key=lambda s: (short_name(s) not in words, _size(s)))


def _from_outside(case: Case, maker: Maker, symbol: Symbol) -> Symbol:
    """The public method that calls a private one; the symbol itself where there is none."""
    if symbol.kind is not SymbolKind.METHOD or not short_name(symbol).startswith("_"):
        return symbol
    call = f"self.{short_name(symbol)}("
    for one in case.project.symbols:
        if one.kind is SymbolKind.METHOD and owner_name(one) == owner_name(symbol):
            node = maker.trees.function(one)
            if (
                not short_name(one).startswith("_")
                and node is not None
                and call in ast.unparse(node)
            ):
                return one
    return symbol


def _size(symbol: Symbol) -> int:
    if _WHOLE.fullmatch(short_name(symbol)):
        return 0
    return 2 if _STEP.fullmatch(short_name(symbol)) else 1


def _leaves_backward(maker: Maker, symbol: Symbol) -> bool:
    """A step that gives a loss and leaves the rest to somebody else."""
    node = maker.trees.function(symbol)
    text = ast.unparse(node) if node else ""
    return (
        short_name(symbol) == "training_step" and ".backward(" not in text and ".step(" not in text
    )


def _of_function(maker: Maker, symbol: Symbol, epochs: int) -> Training:
    bench = maker.bench(symbol)
    longer = replace(symbol, parameters=tuple(_free(p) for p in symbol.parameters))
    if symbol.kind is SymbolKind.METHOD:
        owner = next(s for s in maker.project.symbols if s.qualified == owner_name(symbol))
        faster = replace(owner, parameters=tuple(_free(p, *_RATES) for p in owner.parameters))
        variable = maker.instance(bench, faster, _variable(owner))
        call = maker.call(bench, longer, on=variable, specs=_by_customs(symbol))
    else:
        call = maker.call(bench, longer, specs=_by_customs(symbol))
    for name in EPOCHS:
        if name.upper() in bench.constants:
            bench.constants[name.upper()] = str(epochs)
    statements = (with_epochs(statement, epochs) for statement in bench.statements)
    goes_on = symbol.kind is SymbolKind.METHOD or any(map(NETWORK_NAMES.fullmatch, bench.defined))
    has_model = "model" in bench.defined and trains_in_place(maker, symbol)
    return Training(bench, (*statements, call), f"Train with {symbol.name}.", has_model, goes_on)


def _by_customs(symbol: Symbol) -> dict[str, TensorSpec]:
    """What reinforcement learning hands around, and other steps of what has a known name."""
    free = [p.name for p in symbol.parameters if p.default is None and p.annotation is None]
    specs = {name: _customary(name.lower()) for name in free}
    return {name: spec for name, spec in specs.items() if spec is not None}


def _customary(name: str) -> TensorSpec | None:
    known = next((one for pattern, one in _CUSTOMS if pattern.fullmatch(name)), None)
    begun = _OTHER_TIME.match(name)
    return known or (tensor_for_name(name[begun.end() :]) if begun else None)


def _variable(owner: Symbol) -> str:
    return "model" if owner.role in NETWORKS else owner.name.lower()


def _free(parameter: Parameter, *more: str) -> Parameter:
    """To be given a value of its own: one epoch, or small steps, show nothing in a short time."""
    names = (*EPOCHS, *_RATES, *more)
    if parameter.name not in names or parameter.default is None:
        return parameter
    kind = "int" if parameter.name in EPOCHS else "float"
    return replace(parameter, default=None, annotation=kind)


def _is_main(symbol: Symbol) -> bool:
    return symbol.name in ("main", "cli", "run")


def _steps_alone(case: Case) -> Iterator[Training]:
    """`training_step` and `configure_optimizers`, with the loop that a trainer has around them."""
    maker = Maker(case)
    for owner in ranked(case):
        methods = {
            short_name(s): s for s in case.project.symbols if owner_name(s) == owner.qualified
        }
        if not {"training_step", "configure_optimizers"} <= methods.keys():
            continue
        bench = maker.bench(owner)
        try:
            maker.instance(bench, owner, "model")
            step = maker.call(bench, methods["training_step"], on="model")
        except CannotMake:
            continue
        loop = (
            "def train_one_step():",
            f"    loss = {step}",
            "    optimizer.zero_grad()",
            "    loss.backward()",
            "    optimizer.step()",
        )
        body = (*bench.statements, "optimizer = model.configure_optimizers()", *loop)
        idea = f"Train with {owner.name}.training_step."
        yield Training(bench, (*body, "train_one_step()"), idea, has_model=True)


def _scripts(case: Case) -> Iterator[Training]:
    for number, draft in enumerate(runs_in_small(case)):
        if number < MOST_SCRIPTS:
            bench = Bench(imports=list(draft.imports))
            bench.constants.update((one.name, one.value) for one in draft.constants)
            yield Training(bench, draft.exercise, draft.idea, is_script=True)
