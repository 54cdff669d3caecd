"""Objects of the project that are no networks, and what changes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import methods_by_name
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import NETWORKS, ranked

MOST_OBJECTS = 4
_CHANGE = ("update", "step", "observe", "fit", "add", "push", "append", "partial_fit", "record")
STATE = '''\
def state(thing):
    """All numbers that an object holds, in a row, in the order of their names."""
    if isinstance(thing, torch.Tensor):
        return thing.detach().double().flatten()
    if isinstance(thing, (int, float)):
        return torch.tensor([float(thing)]).double()
    if isinstance(thing, (list, tuple)):
        parts = list(thing)
    else:
        held = thing if isinstance(thing, dict) else vars(thing)
        parts = [held[name] for name in sorted(held, key=str)]
    known = (torch.Tensor, int, float, list, tuple, dict)
    return torch.cat([torch.zeros(1).double(), *(state(p) for p in parts if isinstance(p, known))])
'''


@dataclass(frozen=True, slots=True)
class Thing:
    symbol: Symbol
    bench: Bench
    maker: Maker
    build: str
    before: tuple[str, ...]
    methods: dict[str, Symbol]

    @property
    def after(self) -> tuple[str, ...]:
        """Statements for the arguments of methods."""
        return tuple(self.bench.statements)


def objects(case: Case) -> Iterator[Thing]:
    """Classes with methods that can be made, the likeliest first."""
    maker = Maker(case)
    skipped = (*NETWORKS, Role.CONFIG, Role.DATASET)
    found = [s for s in ranked(case) if s.role not in skipped]
    for symbol in found[:MOST_OBJECTS]:
        bench = maker.bench(symbol)
        try:
            build = maker.call(bench, symbol)
        except CannotMake:
            continue
        before = tuple(bench.statements)
        bench.statements.clear()
        yield Thing(symbol, bench, maker, build, before, methods_by_name(case, symbol))


def changing_methods(thing: Thing) -> list[str]:
    """Calls that change what it holds."""
    calls: list[str] = []
    for name in _CHANGE:
        symbol = thing.methods.get(name)
        if symbol is not None:
            try:
                calls.append(thing.maker.call(thing.bench, symbol, on="thing"))
            except CannotMake:
                continue
    return calls[:2]
