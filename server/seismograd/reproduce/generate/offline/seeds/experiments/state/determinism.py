"""The same twice, with the same seed given as the project has it given."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_text import project_text
from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage.builds import Built, builds
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import (
    methods_of,
    named_words,
    short_name,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    NETWORKS,
    drafted,
    functions,
    ranked,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.trainings import trainings
from seismograd.reproduce.generate.offline.seeds.experiments.state import processes

NAME = "difference_between_runs"
SEEDED = Constant("SEED_ALL_BY_HAND", "False", "True")
"""Whether the script seeds every generator before each run; then none can differ."""
MOST_RUNS = 8
_ALL = '''\
def numbers(value):
    """Everything in a result, as numbers in a row."""
    if isinstance(value, torch.nn.Module):
        value = list(value.state_dict().values())
    if isinstance(value, torch.Tensor):
        return value.detach().double().flatten().tolist()
    if isinstance(value, (int, float)):
        return [float(value)]
    if isinstance(value, str):
        return [float(ord(letter)) for letter in value]
    if isinstance(value, np.ndarray):
        return value.astype(float).flatten().tolist()
    if isinstance(value, dict):
        value = [part for pair in value.items() for part in pair]
    try:
        return [number for _, part in zip(range(64), value) for number in numbers(part)]
    except TypeError:
        return []


def seed_all_by_hand():
    random.seed(0)
    np.random.seed(0)
    torch.manual_seed(0)
'''
_MEASURE = (
    "runs = []",
    "for _ in range(2):",
    "    if SEED_ALL_BY_HAND:",
    "        seed_all_by_hand()",
    "{run}",
    "    runs.append(numbers(result))",
    f"{NAME} = float('inf') if len(runs[0]) != len(runs[1]) else 0.0",
    f"{NAME} = max([{NAME}, *(abs(a - b) for a, b in zip(*runs))])",
)
_SEEDS = ("seed", "random_state", "random_seed", "rng_seed", "seed_value", "manual_seed")
_DRAWS = (
    r"sample|draw|next|generate|batch|choose|select|act|permut|shuffle|augment|__iter__|split|"
    r"__call__|apply|transform|crop|noise|perturb|mask|jitter|__getitem__"
)
_TRAINS = re.compile(r"\b(?:config|cfg|args|seed|hparams|options|settings)\b", re.I)


@dataclass(frozen=True, slots=True)
class _Run:
    bench: Bench
    before: tuple[str, ...]
    lines: tuple[str, ...]
    """The last of them leaves `result`."""
    what: str


def experiments(case: Case) -> Iterator[Draft]:
    """Sizes that are made up make no difference to whether a result comes again."""
    if processes.is_between_processes(case):
        yield from processes.experiments(case)
    for run in _runs(case):
        inner = tuple(f"    {line}" for line in run.lines)
        measured = [part for one in _MEASURE for part in (inner if one == "{run}" else (one,))]
        body = (*run.before, *measured)
        idea = f"Run {run.what} twice with the same seed."
        for constant in (SEEDED, Constant(SEEDED.name, "False")):
            for draft in drafted(case, run.bench, idea, body, NAME, setup=(_ALL,),
                                 constants=(constant,)):  # fmt: skip
                yield draft.changed(made_up=())
    if not processes.is_between_processes(case):
        yield from processes.experiments(case)


def _runs(case: Case) -> Iterator[_Run]:
    maker = Maker(case)
    seeding = functions(case, r"seed|determinis|reproducib")
    seeding = [s for s in seeding if len([p for p in s.parameters if p.default is None]) <= 1]
    yield from _with_own_seed(case, maker)
    for symbol in seeding[:2]:
        yield from _after_seeding(case, maker, symbol)
    yield from _trained(case)


def _with_own_seed(case: Case, maker: Maker) -> Iterator[_Run]:
    """Functions and classes that take a seed; those that the report names, if it names any."""
    kinds = (SymbolKind.FUNCTION, SymbolKind.CLASS)
    words = named_words(case)
    found = [
        s
        for s in case.project.symbols
        if s.kind in kinds and s.module and _is_product(case, s) and _takes_seed(s)
    ]
    for symbol in [s for s in found if s.name in words] or found:
        for built in builds(case, maker, _seeded(symbol)):
            yield _Run(built.bench, built.before, (f"result = {built.expression}",), symbol.name)
            yield from _drawn(case, maker, symbol, built)


def _takes_seed(symbol: Symbol) -> bool:
    return any(p.name in _SEEDS for p in symbol.parameters)


def _drawn(case: Case, maker: Maker, owner: Symbol, built: Built) -> Iterator[_Run]:
    """What a seeded object gives by its methods that use chance."""
    if owner.kind is not SymbolKind.CLASS:
        return
    for symbol in methods_of(case, owner):
        short = short_name(symbol)
        if not re.search(_DRAWS, short):
            continue
        bench = replace(built.bench, statements=[], defined={*built.bench.defined, "thing"})
        try:
            call = maker.call(bench, symbol, on="thing")
        except CannotMake:
            continue
        call = "list(thing)" if short == "__iter__" else call
        lines = (f"thing = {built.expression}", f"result = {call}")
        yield _Run(bench, (*built.before, *bench.statements), lines, symbol.name)


def _seeded(symbol: Symbol) -> Symbol:
    """With the seed given, also where it has a default."""
    parameters = tuple(
        replace(p, default=None, annotation="int") if p.name in _SEEDS else p
        for p in symbol.parameters
    )
    return replace(symbol, parameters=parameters)


def _is_product(case: Case, symbol: Symbol) -> bool:
    seeds = symbol.name.startswith(("set_", "seed_")) or symbol.name in ("seed", "main")
    return symbol.file not in case.project.tests and not seeds


def _after_seeding(case: Case, maker: Maker, seeding: Symbol) -> Iterator[_Run]:
    """What uses chance, after the project's own seeding: chance itself, data, networks."""
    yield _chance(maker, seeding)
    roles = (Role.DATASET, Role.TRAINING, Role.NETWORK)
    makers = functions(case, r"split|sample|shuffl|augment|make|build|train", *roles)
    classes = [s for s in ranked(case) if s.role in (*NETWORKS, Role.DATASET)]
    others = [s for s in (*makers, *classes) if s.name not in (seeding.name, "main")]
    for symbol in others[:MOST_RUNS]:
        built = next(builds(case, maker, symbol), None)
        if built is not None:
            lines = (_seed(built.bench, seeding), *built.before, f"result = {built.expression}")
            yield _Run(built.bench, (), lines, symbol.name)


def _trained(case: Case) -> Iterator[_Run]:
    """Training that makes its network itself, and has its seed in its settings."""
    for training in trainings(case, epochs=1):
        *made, call = training.statements
        if not training.is_script and not training.has_model and _TRAINS.search(call):
            lines = (f"result = {call}",)
            yield _Run(
                training.bench, tuple(made), lines, training.idea.removeprefix("Train with ")
            )


def _chance(maker: Maker, seeding: Symbol) -> _Run:
    """All generators that the project's code draws from."""
    bench = maker.bench(seeding)
    text = "\n".join(_sources(maker))
    drawn = ["torch.rand(4)"]
    if re.search(r"^\s*(?:import random|from random import)\b", text, re.M):
        drawn += ["random.random()"]
    if "np.random." in text or "numpy.random" in text:
        drawn += ["np.random.rand(4)"]
    lines = (_seed(bench, seeding), f"result = [{', '.join(drawn)}]")
    return _Run(bench, (), lines, seeding.name)


def _seed(bench: Bench, seeding: Symbol) -> str:
    bench.use(f"from {seeding.module} import {seeding.name}")
    return f"{seeding.name}({'0' if seeding.parameters else ''})"


def _sources(maker: Maker) -> Iterator[str]:
    for file in maker.trees.files():
        try:
            text = project_text(maker.project.root, file, "replace")
        except OSError:
            continue
        yield text[:200_000]
