"""Learning rates, step by step: of the project's schedules, and in its own training."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Role, Symbol, SymbolKind
from seismograd.reproduce.criteria.checks.series import Series
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.literals import is_literal
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import checks_of, wanted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    drafted,
    functions,
    ranked,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.training import Training
from seismograd.reproduce.generate.offline.seeds.experiments.stage.trainings import trainings

NAME = "learning_rates"
IN_AN_EPOCH = "learning_rates_in_an_epoch"
FROM_EXPECTED = "difference_from_expected"
POINTS = {
    NAME: (),
    "first_rate": (f"first_rate = {NAME}[0]",),
    "highest_rate": (f"highest_rate = max({NAME})",),
    "last_rate": (f"last_rate = {NAME}[-1]",),
}
"""What is measured of a list of learning rates, and how."""
AFTER_THE_PEAK = f"{NAME} = {NAME}[{NAME}.index(max({NAME})) :]"
MOST_STEPS = 200
EPOCHS = 40
"""Schedules that count epochs have begun to fall by then."""
RATES = """\
learning_rates = []


def note_rate(optimizer, _arguments, _options):
    learning_rates.append(optimizer.param_groups[0]["lr"])


register_optimizer_step_post_hook(note_rate)
"""
FIRST_EPOCH = """\
learning_rates_in_an_epoch = []
epochs_begun = []
iterate = torch.utils.data.DataLoader.__iter__


def note_epoch(loader):
    epochs_begun.append(loader)
    return iterate(loader)


def note_rate(optimizer, _arguments, _options):
    if len(epochs_begun) <= 1:
        learning_rates_in_an_epoch.append(optimizer.param_groups[0]["lr"])


torch.utils.data.DataLoader.__iter__ = note_epoch
register_optimizer_step_post_hook(note_rate)
"""
STEPS = """\
schedules = []
updates = []
step = torch.optim.lr_scheduler.LRScheduler.step


def note_step(schedule, *arguments, **options):
    schedules.append(schedule)
    return step(schedule, *arguments, **options)


torch.optim.lr_scheduler.LRScheduler.step = note_step
register_optimizer_step_post_hook(lambda *_: updates.append(1))
"""
_BASE_RATE = "0.1"
_COUNTED = re.compile(r"(?:current_|global_)?(?:step|epoch|it|t|iteration|i|n)(?:_num)?")
_TOTAL = re.compile(
    r"(?:total|max|num_training|n|num|t)_?(?:steps|iters|iterations|epochs|updates|max)|t_max|"
    r"epochs|steps|total|period|T",
    re.I,
)
_RATE_METHODS = ("get_lr", "lr_at", "rate", "get_rate", "lr", "value", "factor", "lr_lambda",
                 "compute_lr", "learning_rate", "call", "__call__")  # fmt: skip


def experiments(case: Case) -> Iterator[Draft]:
    maker = Maker(case)
    asked = wanted(case.fingerprint)
    if asked & set(POINTS):
        yield from _of_schedules(case, maker)
        yield from _of_trainings(case)
    if IN_AN_EPOCH in asked:
        yield from _of_first_epochs(case)
    if FROM_EXPECTED in asked:
        yield from _by_counting(case)


def _of_schedules(case: Case, maker: Maker) -> Iterator[Draft]:
    classes = [s for s in ranked(case) if s.role is Role.SCHEDULER or _is_schedule(case, s)]
    makers = functions(case, r"sched|warmup|lr_|_lr|learning_rate|anneal|decay", Role.SCHEDULER)
    for symbol in (*classes[:3], *makers[:4]):
        try:
            yield from _of_schedule(case, maker, symbol)
        except CannotMake:
            continue


def _of_trainings(case: Case) -> Iterator[Draft]:
    for training in _trainings(case, epochs=EPOCHS):
        if training.is_script:
            continue  # made short, it ends before most schedules begin to fall
        idea = f"{training.idea} Note the learning rate of every step."
        yield from _measured(case, training.bench, idea, training.statements, (RATES,))


def _trainings(case: Case, *, epochs: int) -> list[Training]:
    """Those that the project gives everything for come first."""
    return sorted(trainings(case, epochs=epochs), key=lambda one: bool(one.bench.made_up))


def _of_first_epochs(case: Case) -> Iterator[Draft]:
    for training in _trainings(case, epochs=2):
        if not training.is_script:
            idea = f"{training.idea} Note the learning rate of every batch of the first epoch."
            yield from drafted(
                case, training.bench, idea, training.statements, IN_AN_EPOCH, setup=(FIRST_EPOCH,)
            )


def _by_counting(case: Case) -> Iterator[Draft]:
    """A schedule moves on once an epoch, or once an update."""
    for training in _trainings(case, epochs=4):
        epochs = _epochs(training)
        if training.is_script or epochs is None:
            continue
        body = (
            *training.statements,
            "steps = len(schedules) - len(set(map(id, schedules)))",
            f"{FROM_EXPECTED} = min(abs(steps - {epochs}), abs(steps - len(updates)))",
        )
        idea = f"{training.idea} Count the steps of the schedule."
        yield from drafted(case, training.bench, idea, body, FROM_EXPECTED, setup=(STEPS,))


def _epochs(training: Training) -> str | None:
    names = ("EPOCHS", "NUM_EPOCHS", "N_EPOCHS", "MAX_EPOCHS")
    return next((name for name in names if name in training.bench.constants), None)


def _measured(
    case: Case, bench: Bench, idea: str, body: tuple[str, ...], setup: tuple[str, ...] = ()
) -> Iterator[Draft]:
    """What the criteria want to know of `learning_rates`."""
    name = next((one for one in POINTS if one in wanted(case.fingerprint)), None)
    if name is None or (name == NAME and _starts_again(case)):
        return
    after = (AFTER_THE_PEAK,) if name == NAME and _may_rise(case) else POINTS[name]
    yield from drafted(case, bench, idea, (*body, *after), name, setup=setup)


def _ways(case: Case) -> set[str]:
    return {check.way for check in checks_of(case.fingerprint) if isinstance(check, Series)}


def _may_rise(case: Case) -> bool:
    """Whether the project warms up: then a rate rises where it should not only after its peak."""
    return "rises" in _ways(case) and re.search(r"warm", _source(case), re.I) is not None


def _starts_again(case: Case) -> bool:
    """A rate that rises says nothing where the project starts again on purpose."""
    again = re.search(r"cycl|restart", _source(case), re.I)
    return bool({"rises", "rises again"} & _ways(case)) and again is not None


def _source(case: Case) -> str:
    trees = Maker(case).trees
    found = (trees.tree(file) for file in trees.files())
    return " ".join(ast.unparse(tree) for tree in found if tree is not None)


def _is_schedule(case: Case, symbol: Symbol) -> bool:
    """A schedule that nobody inherited from the framework's."""
    names = {s.name for s in case.project.symbols if s.module == symbol.module}
    takes = any(_is_optimiser(p) for p in symbol.parameters)
    steps = takes and f"{symbol.name}.step" in names
    tells = any(f"{symbol.name}.{one}" in names for one in _RATE_METHODS)
    is_named = re.search(r"sched|warm|cosine|decay|anneal|lr", symbol.name, re.I) is not None
    return symbol.role is Role.OTHER and (steps or (tells and is_named))


def _is_optimiser(parameter: Parameter) -> bool:
    return re.search(r"optim|^opt$", parameter.name) is not None


def _of_schedule(case: Case, maker: Maker, symbol: Symbol) -> Iterator[Draft]:
    given = next((p for p in symbol.parameters if _is_optimiser(p)), None)
    if given is None:
        yield from _of_formula(case, maker, symbol)
        return
    bench = maker.bench(symbol)
    bench.defined.update(("optimizer", "weight"))
    others = tuple(p for p in symbol.parameters if p is not given)
    call = maker.call(bench, replace(symbol, parameters=others))
    joint = "" if call.endswith("()") else ", "
    made = f"{call[:-1]}{joint}{given.name}=optimizer)"
    body = (
        "weight = torch.nn.Parameter(torch.zeros(1))",
        f"optimizer = torch.optim.SGD([weight], lr={_base_rate(maker)})",
        *bench.statements,
        f"scheduler = {made}",
        f"{NAME} = [optimizer.param_groups[0]['lr']]",
        f"for _ in range({_steps(case, symbol, call, bench)}):",
        "    optimizer.step()",
        "    scheduler.step()",
        f"    {NAME}.append(optimizer.param_groups[0]['lr'])",
    )
    yield from _measured(case, bench, f"Step through the schedule of {symbol.name}.", body)


def _base_rate(maker: Maker) -> str:
    """As the report or the project has it."""
    told = maker.reported.value("lr")
    for known in (told, *(maker.settings.value(name) for name in ("lr", "learning_rate"))):
        if known is not None and known != "None" and is_literal(known):
            return known
    return _BASE_RATE


def _of_formula(case: Case, maker: Maker, symbol: Symbol) -> Iterator[Draft]:
    """A function, or a method of an object, from a step to a rate."""
    if symbol.kind is SymbolKind.CLASS:
        yield from _of_object(case, maker, symbol)
        return
    counted = next((p for p in symbol.parameters if _COUNTED.fullmatch(p.name)), None)
    if symbol.kind is not SymbolKind.FUNCTION or counted is None:
        return
    bench = maker.bench(symbol)
    others = tuple(p for p in symbol.parameters if p is not counted)
    call = maker.call(bench, replace(symbol, parameters=others))
    joint = "" if call.endswith("()") else ", "
    made = f"{call[:-1]}{joint}{counted.name}=step)"
    steps = _steps(case, symbol, call, bench, one_more=True)
    body = (*bench.statements, f"{NAME} = [float({made}) for step in range({steps})]")
    yield from _measured(case, bench, f"Follow {symbol.name} over the steps.", body)


def _of_object(case: Case, maker: Maker, symbol: Symbol) -> Iterator[Draft]:
    for name in _RATE_METHODS:
        found = maker.trees.method(symbol, name)
        arguments = found[1].args.args[1:] if found else []
        if len(arguments) != 1 or not _COUNTED.fullmatch(arguments[0].arg):
            continue
        bench = maker.bench(symbol)
        build = maker.call(bench, symbol)
        method = "" if name in ("call", "__call__") else f".{name}"
        steps = _steps(case, symbol, build, bench, one_more=True)
        body = (
            *bench.statements,
            f"schedule = {build}",
            f"{NAME} = [float(schedule{method}(step)) for step in range({steps})]",
        )
        yield from _measured(case, bench, f"Follow {symbol.name} over the steps.", body)
        return


def _steps(case: Case, symbol: Symbol, call: str, bench: Bench, *, one_more: bool = False) -> str:
    """To its end where the end is asked for; else long enough for every number that is given."""
    if "last_rate" in wanted(case.fingerprint):
        end = _total(symbol, call)
        if end is None:
            raise CannotMake(call)
        return f"{end} + 1" if one_more else end
    numbers = [
        int(n) for n in re.findall(r"\b\d{1,6}\b", f"{call} {' '.join(bench.constants.values())}")
    ]
    return str(min(MOST_STEPS, max([20, *numbers]) + 5))


def _total(symbol: Symbol, call: str) -> str | None:
    """The argument that says how long a schedule is."""
    node = ast.parse(call, mode="eval").body
    keywords = node.keywords if isinstance(node, ast.Call) else []
    found = [k for k in keywords if k.arg and _TOTAL.fullmatch(k.arg) and "warm" not in k.arg]
    if found:
        return ast.unparse(found[0].value)
    usual = [p.default for p in symbol.parameters if _TOTAL.fullmatch(p.name)]
    return next((one for one in usual if one is not None and one.isdigit()), None)
