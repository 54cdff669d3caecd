"""The same twice, with the same seed given as the project has it given."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.scene import (
    NETWORKS,
    drafted,
    functions,
    ranked,
)

NAME = "difference_between_runs"
SEEDED = Constant("SEED_EVERYTHING", "False", "True")
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


def seed_everything():
    random.seed(0)
    np.random.seed(0)
    torch.manual_seed(0)
'''
_MEASURE = (
    "runs = []",
    "for _ in range(2):",
    "    if SEED_EVERYTHING:",
    "        seed_everything()",
    "{run}",
    "    runs.append(numbers(result))",
    f"{NAME} = float('inf') if len(runs[0]) != len(runs[1]) else 0.0",
    f"{NAME} = max([{NAME}, *(abs(a - b) for a, b in zip(*runs))])",
)


@dataclass(frozen=True, slots=True)
class _Run:
    bench: Bench
    before: tuple[str, ...]
    lines: tuple[str, ...]
    """The last of them leaves `result`."""
    what: str


def experiments(case: Case) -> Iterator[Draft]:
    for run in _runs(case):
        inner = tuple(f"    {line}" for line in run.lines)
        measured = [part for one in _MEASURE for part in (inner if one == "{run}" else (one,))]
        body = (*run.before, *measured)
        idea = f"Run {run.what} twice with the same seed."
        for constant in (SEEDED, Constant(SEEDED.name, "False")):
            yield from drafted(case, run.bench, idea, body, NAME, setup=(_ALL,),
                               constants=(constant,))  # fmt: skip


def _runs(case: Case) -> Iterator[_Run]:
    maker = Maker(case)
    seeding = functions(case, r"seed|determinis|reproducib")
    seeding = [s for s in seeding if len([p for p in s.parameters if p.default is None]) <= 1]
    yield from _with_own_seed(case, maker)
    for symbol in seeding[:2]:
        yield from _after_seeding(case, maker, symbol)


def _with_own_seed(case: Case, maker: Maker) -> Iterator[_Run]:
    """Functions and classes that take a seed."""
    kinds = (SymbolKind.FUNCTION, SymbolKind.CLASS)
    for symbol in case.project.symbols:
        takes = any(p.name in ("seed", "random_state", "random_seed") for p in symbol.parameters)
        if symbol.kind in kinds and takes and symbol.module and _is_product(case, symbol):
            bench = maker.bench(symbol)
            try:
                call = maker.call(bench, _seeded(symbol))
            except CannotMake:
                continue
            yield _Run(bench, tuple(bench.statements), (f"result = {call}",), symbol.name)


def _seeded(symbol: Symbol) -> Symbol:
    """With the seed given, also where it has a default."""
    parameters = tuple(
        replace(p, default=None, annotation="int") if "seed" in p.name or p.name == "random_state"
        else p
        for p in symbol.parameters
    )  # fmt: skip
    return replace(symbol, parameters=parameters)


def _is_product(case: Case, symbol: Symbol) -> bool:
    return symbol.file not in case.project.tests and not symbol.name.startswith("set_")


def _after_seeding(case: Case, maker: Maker, seeding: Symbol) -> Iterator[_Run]:
    """What uses chance, after the project's own seeding: chance itself, data, networks."""
    yield _chance(maker, seeding)
    roles = (Role.DATASET, Role.TRAINING, Role.NETWORK)
    makers = functions(case, r"split|sample|shuffl|augment|make|build|train", *roles)
    classes = [s for s in ranked(case) if s.role in (*NETWORKS, Role.DATASET)]
    others = [s for s in (*makers, *classes) if s.name != seeding.name]
    for symbol in others[:MOST_RUNS]:
        bench = maker.bench(symbol)
        try:
            call = maker.call(bench, symbol)
        except CannotMake:
            continue
        lines = (_seed(bench, seeding), *bench.statements, f"result = {call}")
        yield _Run(bench, (), lines, symbol.name)


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
            text = (maker.project.root / file).read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        yield text[:200_000]
