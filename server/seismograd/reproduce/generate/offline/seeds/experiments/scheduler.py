"""Learning rates, step by step: of the project's schedules, and in its own training."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.criteria.checks.series import Series
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.oracle import checks_of
from seismograd.reproduce.generate.offline.seeds.experiments.scene import drafted, functions, ranked
from seismograd.reproduce.generate.offline.seeds.experiments.trainings import trainings

NAME = "learning_rates"
MOST_STEPS = 200
EPOCHS = 40
"""Schedules that count epochs have begun to fall by then."""
RATES = """\
learning_rates = []


def note_rate(optimizer, _arguments, _options):
    learning_rates.append(optimizer.param_groups[0]["lr"])


torch.optim.optimizer.register_optimizer_step_post_hook(note_rate)
"""
_PARAMETER = "weight = torch.nn.Parameter(torch.zeros(1))"
_OPTIMISER = "optimizer = torch.optim.SGD([weight], lr=0.1)"


def experiments(case: Case) -> Iterator[Draft]:
    maker = Maker(case)
    if _rising_is_meant(case, maker):
        return
    classes = [s for s in ranked(case) if s.role is Role.SCHEDULER or _steps_an_optimiser(case, s)]
    makers = functions(case, r"sched|warmup|lr_|_lr|learning_rate|anneal|decay", Role.SCHEDULER)
    for symbol in (*classes[:3], *makers[:4]):
        try:
            yield from _of_schedule(case, maker, symbol)
        except CannotMake:
            continue
    for training in trainings(case, epochs=EPOCHS):
        if training.is_script:
            continue  # made short, it ends before most schedules begin to fall
        idea = f"{training.idea} Note the learning rate of every step."
        yield from drafted(case, training.bench, idea, training.statements, NAME, setup=(RATES,))


def _rising_is_meant(case: Case, maker: Maker) -> bool:
    """A rate that rises says nothing where the project warms up or starts again on purpose."""
    ways = {check.way for check in checks_of(case.fingerprint) if isinstance(check, Series)}
    trees = (maker.trees.tree(file) for file in maker.trees.files())
    text = " ".join(ast.unparse(tree) for tree in trees if tree is not None)
    return "rises" in ways and re.search(r"warm|cycl|restart", text, re.I) is not None


def _steps_an_optimiser(case: Case, symbol: Symbol) -> bool:
    """A schedule that nobody inherited from the framework's."""
    names = {s.name for s in case.project.symbols if s.module == symbol.module}
    takes = any(re.search(r"optim|^opt$", p.name) for p in symbol.parameters)
    return takes and f"{symbol.name}.step" in names and symbol.role is Role.OTHER


def _of_schedule(case: Case, maker: Maker, symbol: Symbol) -> Iterator[Draft]:
    bench = maker.bench(symbol)
    bench.defined.update(("optimizer", "weight"))
    given = {p.name for p in symbol.parameters if re.search(r"optim|^opt$", p.name)}
    if not given:
        yield from _of_formula(case, maker, symbol)
        return
    others = tuple(p for p in symbol.parameters if p.name not in given)
    call = maker.call(bench, _with_parameters(symbol, others))
    joint = "" if call.endswith("()") else ", "
    made = f"{call[:-1]}{joint}{next(iter(given))}=optimizer)"
    steps = _steps(call, bench)
    body = (
        _PARAMETER,
        _OPTIMISER,
        *bench.statements,
        f"scheduler = {made}",
        f"{NAME} = [optimizer.param_groups[0]['lr']]",
        f"for _ in range({steps}):",
        "    optimizer.step()",
        "    scheduler.step()",
        f"    {NAME}.append(optimizer.param_groups[0]['lr'])",
    )
    idea = f"Step through the schedule of {symbol.name}."
    yield from drafted(case, bench, idea, body, NAME)


def _of_formula(case: Case, maker: Maker, symbol: Symbol) -> Iterator[Draft]:
    """A function from a step to a rate."""
    counted = [
        p for p in symbol.parameters if re.fullmatch(r"(current_)?(step|epoch|it|t)", p.name)
    ]
    if symbol.kind is not SymbolKind.FUNCTION or not counted:
        return
    bench = maker.bench(symbol)
    others = tuple(p for p in symbol.parameters if p is not counted[0])
    call = maker.call(bench, _with_parameters(symbol, others))
    joint = "" if call.endswith("()") else ", "
    made = f"{call[:-1]}{joint}{counted[0].name}=step)"
    body = (
        *bench.statements,
        f"{NAME} = [float({made}) for step in range({_steps(call, bench)})]",
    )
    yield from drafted(case, bench, f"Follow {symbol.name} over the steps.", body, NAME)


def _with_parameters(symbol: Symbol, parameters: tuple[object, ...]) -> Symbol:
    return replace(symbol, parameters=parameters)  # type: ignore[arg-type]


def _steps(call: str, bench: Bench) -> int:
    """Long enough for every number that the schedule is given, and short enough to be quick."""
    numbers = [
        int(n) for n in re.findall(r"\b\d{1,6}\b", f"{call} {' '.join(bench.constants.values())}")
    ]
    return min(MOST_STEPS, max([20, *numbers]) + 5)
