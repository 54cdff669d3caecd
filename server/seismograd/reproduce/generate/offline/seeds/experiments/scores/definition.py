"""What must hold for a mean, whatever the numbers are: batches and repetition change nothing."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.scores import (
    meters,
    precision_recall,
    references,
)
from seismograd.reproduce.generate.offline.seeds.experiments.scores.evaluators import by_batches
from seismograd.reproduce.generate.offline.seeds.experiments.stage.objects import Thing, objects
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    NUMBERS,
    drafted,
    functions,
)

NAME = "difference_from_expected"
_MEANS = r"accuracy|mse|mae|rmse|f1|precision|recall|iou|dice|mean|error_rate|top_?k"
LEFT_OVER = Constant("SAMPLES", "10", "8")
"""With batches of four: a last one that is smaller, or none."""


def experiments(case: Case) -> Iterator[Draft]:
    maker = Maker(case)
    yield from references.experiments(case)
    yield from precision_recall.experiments(case)
    yield from meters.experiments(case, NAME)
    yield from by_batches(case, NAME)
    for thing in objects(case):
        yield from _by_updates(case, thing)
    for symbol in functions(case, _MEANS, Role.METRIC)[:4]:
        try:
            yield from _repeated(case, maker, symbol)
        except CannotMake:
            continue


def _by_updates(case: Case, thing: Thing) -> Iterator[Draft]:
    """A metric that is told of examples batch by batch, and one that is told of all at once."""
    update = thing.methods.get("update") or thing.methods.get("update_state")
    result = thing.methods.get("compute") or thing.methods.get("result") or thing.methods.get("avg")
    if update is None or result is None or len(update.parameters) < 2:
        return
    first, second = (p.name for p in update.parameters[:2])
    made, method = result.name.rpartition(".")[2], update.name.rpartition(".")[2]
    for predictions in ("torch.randn(SAMPLES, 3)", "torch.randint(0, 3, (SAMPLES,))"):
        body = (
            *thing.before,
            f"{first} = {predictions}",
            f"{second} = torch.randint(0, 3, (SAMPLES,))",
            f"in_batches, at_once = {thing.build}, {thing.build}",
            "for start in range(0, SAMPLES, 4):",
            f"    part = ({first}[start : start + 4], {second}[start : start + 4])",
            f"    in_batches.{method}(*part)",
            f"at_once.{method}({first}, {second})",
            f"{NAME} = abs(float(in_batches.{made}()) - float(at_once.{made}()))",
        )
        idea = f"Tell {thing.symbol.name} of examples batch by batch, and of all at once."
        yield from drafted(case, thing.bench, idea, body, NAME, constants=(LEFT_OVER,))


def _repeated(case: Case, maker: Maker, symbol: Symbol) -> Iterator[Draft]:
    """Every example twice: a mean stays what it is."""
    needed = [p.name for p in symbol.parameters if p.default is None]
    if len(needed) != 2:
        return
    bench = maker.bench(symbol)
    bench.use(f"from {symbol.module} import {symbol.name}")
    first, second = needed
    for predictions in ("torch.randn(12, 3)", "torch.randint(0, 3, (12,))", "torch.rand(12)"):
        body = (
            f"{first} = {predictions}",
            f"{second} = torch.randint(0, {2 if 'rand(' in predictions else 3}, (12,))",
            f"once = numbers({symbol.name}({first}, {second}))",
            f"twice = numbers({symbol.name}(torch.cat([{first}] * 2), torch.cat([{second}] * 2)))",
            f"{NAME} = (once - twice).abs().max().item()",
        )
        idea = f"Give {symbol.name} every example twice."
        yield from drafted(case, bench, idea, body, NAME, setup=(NUMBERS,))
