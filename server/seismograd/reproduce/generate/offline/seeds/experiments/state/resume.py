"""What trains and keeps its own checkpoints: go on after loading, beside one that never stopped."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    NETWORKS,
    drafted,
    ranked,
)
from seismograd.reproduce.generate.offline.seeds.experiments.state import counters

NAME = "difference_after_reload"
MOST_TRAINERS = 3
SAVES = re.compile(
    r"(?:save|dump|write|store|export|checkpoint)(?:_|$)|to_(?:file|disk|json|yaml)$"
)
LOADS = re.compile(r"(?:load|restore|resume|read)(?:_|$)|from_(?:file|disk|json|yaml|checkpoint)$")
PATH = re.compile(r"path|file|filename|fname|ckpt|checkpoint|dest|target|location|^f$|^to$|^name$")
FOLDER = re.compile(r"dir|folder|root")
_TRAINS = ("fit", "train", "run", "train_epochs", "train_epoch", "train_one_epoch", "run_epoch",
           "train_step", "training_step", "step")  # fmt: skip
_EPOCHS = re.compile(r"(?:n_|num_|max_|total_)?(?:epochs|steps|iterations|iters|updates)")
_GOES_ON = (
    r"resum|continu|spike|optimi[sz]er|momentum|interrupt|uninterrupted|go(?:es|ing)? on|pick"
)
_OUTPUTS = r"predict|outputs?\b|inference|logits|embedding|evaluat|accuracy"
"""Where a report is about these, what comes of further training is another matter."""
_RATE = r"learning[ _-]?rate|\blrs?\b|schedul|warm-?up"
BY_HAND = Constant("RESTORED_BY_HAND", "False", "True")
BEFORE = Constant("EPOCHS", "2", "0")
LATER = Constant("EPOCHS_IN_ALL", "3")
"""One more: what else is not kept shows later, and may be meant so."""
MUCH_LATER = Constant("EPOCHS_IN_ALL", "8")
RESTORE = '''\
def restore_by_hand(again, trainer):
    """What a complete checkpoint would bring back."""
    for name, part in vars(trainer).items():
        if hasattr(part, "load_state_dict"):
            getattr(again, name).load_state_dict(copy.deepcopy(part.state_dict()))
        elif isinstance(part, (bool, int, float)):
            setattr(again, name, part)
'''
WEIGHTS = '''\
def weights(trainer):
    """All that its networks hold, in a row."""
    networks = [part for part in vars(trainer).values() if isinstance(part, torch.nn.Module)]
    states = [value for network in networks for value in network.state_dict().values()]
    return torch.cat([value.double().flatten() for value in states])
'''
RATES = """\
rates = []


def note_rate(optimizer, _arguments, _options):
    rates.append(optimizer.param_groups[0]["lr"])


register_optimizer_step_post_hook(note_rate)
"""


@dataclass(frozen=True, slots=True)
class Trainer:
    symbol: Symbol
    bench: Bench
    made: tuple[str, ...]
    """Statements that make it as `trainer`, and what it is given later on."""
    fit: str
    """Trains `trainer` for `epochs`."""
    data: tuple[str, ...]
    """Variables that `fit` takes."""
    save: str
    load: str
    counters: tuple[str, ...]
    """Numbers that it counts, as far as the report speaks of them."""
    first: str | None
    """The attribute that only loading sets and that `fit` begins at; it does not move it."""

    @property
    def begin(self) -> str:
        lines = ["def begin():", "    torch.manual_seed(0)", *(f"    {one}" for one in self.made)]
        return "\n".join([*lines, f"    return {', '.join(('trainer', *self.data))}", ""])

    @property
    def go_on(self) -> str:
        data = f"    _, {', '.join(self.data)} = begin()" if self.data else ""
        lines = ["def go_on(trainer, epochs):", *filter(None, [data]), "    torch.manual_seed(1)"]
        return "\n".join([*lines, *(f"    {line}" for line in self.fit.splitlines()), ""])

    @property
    def new(self) -> str:
        return "begin()[0]" if self.data else "begin()"


def experiments(case: Case) -> Iterator[Draft]:
    maker = Maker(case)
    found = [one for one in ranked(case) if one.role not in (*NETWORKS, Role.CONFIG, Role.DATASET)]
    made = 0
    for symbol in found:
        trainer = _trainer(case, maker, symbol)
        if trainer is not None and made < MOST_TRAINERS:
            made += 1
            yield from _of_trainer(case, trainer)


def _of_trainer(case: Case, trainer: Trainer) -> Iterator[Draft]:
    text = case.report.text
    about_outputs = re.search(_OUTPUTS, case.report.title, re.I) is not None
    goes_on = re.search(_GOES_ON, text, re.I) is not None and not about_outputs
    if trainer.counters:
        yield from _counted(case, trainer)
    if re.search(_RATE, text, re.I):
        yield from _going_on(case, trainer, by_rates=True)
    if goes_on:
        yield from _going_on(case, trainer, by_rates=False)
    else:
        yield from _just_loaded(case, trainer)


def _counted(case: Case, trainer: Trainer) -> Iterator[Draft]:
    names = ", ".join(map(repr, trainer.counters))
    body = (
        *_saved_and_loaded(trainer),
        f"pairs = [(getattr(trainer, name), getattr(again, name)) for name in [{names}]]",
        f"{NAME} = max(abs(float(a) - float(b)) for a, b in pairs)",
    )
    idea = f"Train with {trainer.symbol.name}, save, load, and compare {names}."
    setup = (trainer.begin, trainer.go_on)
    yield from drafted(case, trainer.bench, idea, body, NAME, setup=setup, constants=(BEFORE,))


def _just_loaded(case: Case, trainer: Trainer) -> Iterator[Draft]:
    body = (
        *_saved_and_loaded(trainer),
        f"{NAME} = (weights(trainer) - weights(again)).abs().max().item()",
    )
    idea = f"Train with {trainer.symbol.name}, save, load, and compare the weights."
    setup = (trainer.begin, trainer.go_on, WEIGHTS)
    yield from drafted(case, trainer.bench, idea, body, NAME, setup=setup, constants=(BEFORE,))


def _going_on(case: Case, trainer: Trainer, *, by_rates: bool) -> Iterator[Draft]:
    going = (
        *_saved_and_loaded(trainer),
        f"if {BY_HAND.name}:",
        "    restore_by_hand(again, trainer)",
        *([f"trainer.{trainer.first} = again.{trainer.first}"] if trainer.first else []),
        *(["rates.clear()"] if by_rates else []),
        f"go_on(trainer, {LATER.name})",
        *(["uninterrupted = list(rates)", "rates.clear()"] if by_rates else []),
        f"go_on(again, {LATER.name})",
    )
    compared = f"{NAME} = (weights(trainer) - weights(again)).abs().max().item()"
    if by_rates:
        pairs = "zip(uninterrupted, rates, strict=True)"
        compared = f"{NAME} = max(abs(a - b) / max(a, b, 1e-12) for a, b in {pairs})"
    helpers = (RATES,) if by_rates else (WEIGHTS,)
    setup = (trainer.begin, trainer.go_on, RESTORE, *helpers)
    what = "learning rates" if by_rates else "weights"
    idea = f"Go on with {trainer.symbol.name} after loading, and compare the {what}."
    in_all = MUCH_LATER if by_rates else LATER
    constants = (Constant(BEFORE.name, BEFORE.value), in_all, BY_HAND)
    yield from drafted(
        case, trainer.bench, idea, (*going, compared), NAME, setup=setup, constants=constants
    )


def _saved_and_loaded(trainer: Trainer) -> tuple[str, ...]:
    loads_new = trainer.load.startswith("again = ")
    return (
        f"trainer = {trainer.new}",
        f"go_on(trainer, {BEFORE.name})",
        trainer.save,
        *([] if loads_new else [f"again = {trainer.new}"]),
        trainer.load,
    )


def _trainer(case: Case, maker: Maker, symbol: Symbol) -> Trainer | None:
    methods = methods_of(maker, symbol)
    saving = _first(methods, SAVES)
    loading = _first(methods, LOADS)
    training = next((methods[name] for name in _TRAINS if name in methods), None)
    if saving is None or loading is None or training is None:
        return None
    bench = maker.bench(symbol)
    try:
        build = maker.call(bench, symbol)
        before = (*bench.statements, f"trainer = {build}")
        bench.defined.add("trainer")
        bench.statements.clear()
        fit, data = _fit(maker, bench, training)
        made = (*before, *bench.statements)
        bench.statements.clear()
        save = _call(maker, bench, saving, "trainer")
        load = _call(maker, bench, loading, "again")
    except CannotMake:
        return None
    if makes_new(maker, loading):
        load = f"again = {symbol.name}{load.removeprefix('again')}"
    counted = counters.spoken_counters(case, maker, symbol, LOADS)
    first = counters.first_number(maker, symbol, training, LOADS)
    return Trainer(symbol, bench, made, fit, data, save, load, counted, first)


def _fit(maker: Maker, bench: Bench, training: Symbol) -> tuple[str, tuple[str, ...]]:
    counted = [p for p in training.parameters if _EPOCHS.fullmatch(p.name)]
    others = tuple(p for p in training.parameters if p not in counted)
    known = set(bench.defined)
    call = maker.call(bench, replace(training, parameters=others), on="trainer")
    data = tuple(one.partition(" = ")[0] for one in bench.statements)
    data = tuple(name for name in data if name in re.findall(r"\w+", call) and name not in known)
    used_before = tuple(n for n in re.findall(r"\w+", call) if n in known and n != "trainer")
    data = tuple(dict.fromkeys((*data, *used_before)))
    if counted:
        joint = "" if call.endswith("()") else ", "
        return f"{call[:-1]}{joint}{counted[0].name}=epochs)", data
    if training.name.rpartition(".")[2] in ("fit", "train", "run"):
        return call, data
    return f"for _ in range(epochs):\n    {call}", data


def _call(maker: Maker, bench: Bench, symbol: Symbol, on: str) -> str:
    """Of a method that saves or loads; whatever is no file has to be made."""
    given: list[str] = []
    for parameter in symbol.parameters:
        value = file_argument(parameter)
        if value is None and parameter.default is None and not parameter.is_variadic:
            value = maker.argument(bench, symbol, parameter, {}, 0)
        if value is not None:
            given.append(f"{parameter.name}={value}")
    if bench.statements:
        raise CannotMake(symbol.name)  # what it takes besides would be another object
    return f"{on}.{symbol.name.rpartition('.')[2]}({', '.join(given)})"


def file_call(symbol: Symbol, on: str) -> str | None:
    """Of a method that takes nothing but the place of a file."""
    given = {p.name: file_argument(p) for p in symbol.parameters if not p.is_variadic}
    needed = [p.name for p in symbol.parameters if p.default is None and not p.is_variadic]
    if any(given[name] is None for name in needed):
        return None
    arguments = ", ".join(f"{name}={value}" for name, value in given.items() if value is not None)
    return f"{on}.{symbol.name.rpartition('.')[2]}({arguments})"


def file_argument(parameter: Parameter) -> str | None:
    """The place of a checkpoint, where a parameter asks for one."""
    name = parameter.name.lower()
    if parameter.default not in (None, "None") or re.search(r"epoch|step|weights_only", name):
        return "3" if parameter.default is None and re.fullmatch("epoch|step", name) else None
    if FOLDER.search(name):
        return "'.'"
    return "'saved.pt'" if PATH.search(name) else None


def methods_of(maker: Maker, symbol: Symbol) -> dict[str, Symbol]:
    """Public ones, of a class and of its ancestors in the project."""
    found: dict[str, Symbol] = {}
    for owner in (symbol, *maker.trees.ancestors(symbol)):
        for one in maker.project.symbols:
            prefix, _, name = one.name.rpartition(".")
            is_ours = one.module == owner.module and prefix == owner.name
            if one.kind is SymbolKind.METHOD and is_ours and not name.startswith("_"):
                found.setdefault(name, one)
    return {name: one for name, one in found.items() if not _is_property(maker, one)}


def _is_property(maker: Maker, symbol: Symbol) -> bool:
    function = maker.trees.function(symbol)
    marks = [ast.unparse(one) for one in function.decorator_list] if function else []
    return any(re.search(r"\b(?:cached_)?property$|\.setter$", one) for one in marks)


def _first(methods: dict[str, Symbol], pattern: re.Pattern[str]) -> Symbol | None:
    return next((one for name, one in methods.items() if pattern.match(name)), None)


def makes_new(maker: Maker, symbol: Symbol) -> bool:
    function = maker.trees.function(symbol)
    decorators = [getattr(d, "id", "") for d in function.decorator_list] if function else []
    return bool({"classmethod", "staticmethod"} & set(decorators))
