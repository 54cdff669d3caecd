"""Ordinary inputs, and what the report calls special: is every number a number?"""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.oracle import LOSS, wanted
from seismograd.reproduce.generate.offline.seeds.experiments.scene import (
    NUMBERS,
    Scene,
    drafted,
    functions,
    networks,
)
from seismograd.reproduce.generate.offline.seeds.experiments.trainings import LOSSES, trainings

NAME = "nan_count"
_COUNT = f"{NAME} = int((~torch.isfinite(result)).sum())"
SPECIAL = (
    ("zero", ("zero", "zeros", "empty", "blank", "black", "silent", "all-zero", "nought"), "0.0"),
    ("constant", ("constant", "identical", "same", "uniform", "std", "variance", "equal"), "1.0"),
)
"""Inputs that break a division or a root, by the words that reports have for them."""
_LARGE = ("large", "big", "extreme", "overflow", "confident", "huge", "high")


def experiments(case: Case) -> Iterator[Draft]:
    if LOSS in wanted(case.fingerprint):
        yield from _losses(case)
    for scene in networks(case):
        yield from _of_network(case, scene)
    yield from _of_functions(case)


def _losses(case: Case) -> Iterator[Draft]:
    """In the project's own training."""
    for training in trainings(case):
        body = (
            *training.statements,
            f"{LOSS} = next((one for one in losses if not math.isfinite(one)), losses[-1])",
        )
        idea = f"{training.idea} See whether the loss stays a number."
        yield from drafted(case, training.bench, idea, body, LOSS, setup=(LOSSES,))


def _of_network(case: Case, scene: Scene) -> Iterator[Draft]:
    """The output and all gradients, in training mode."""
    floats = [s.partition(" = ")[0] for s in scene.after if "randn(" in s]
    masks = [name for name in scene.inputs if "mask" in name]
    for lines, switches, idea in _triggers(case, floats, masks):
        body = (
            *scene.setting,
            *lines,
            f"result = numbers({scene.call})",
            "if result.requires_grad:",
            "    result.sum().backward()",
            "    gradients = [p.grad.flatten() for p in model.parameters() if p.grad is not None]",
            "    result = torch.cat([result.detach(), *gradients])",
            _COUNT,
        )
        told = f"Call {scene.symbol.name}{idea} and count what is no number."
        yield from scene.draft(told, body, NAME, setup=(NUMBERS,), constants=switches)


def _of_functions(case: Case) -> Iterator[Draft]:
    maker = Maker(case)
    roles = (Role.LOSS, Role.METRIC)
    for symbol in functions(case, r"loss|norm|softmax|scale|standardi|log|div|entropy|std", *roles)[
        :5
    ]:
        bench = maker.bench(symbol)
        try:
            call = maker.call(bench, symbol)
        except CannotMake:
            continue
        floats = [s.partition(" = ")[0] for s in bench.statements if "randn(" in s]
        masks = [s.partition(" = ")[0] for s in bench.statements if "mask" in s.partition(" = ")[0]]
        for lines, switches, idea in _triggers(case, floats, masks):
            body = (*bench.statements, *lines, f"result = numbers({call})", _COUNT)
            told = f"Call {symbol.name}{idea} and count what is no number."
            yield from drafted(case, bench, told, body, NAME, setup=(NUMBERS,), constants=switches)


def _triggers(
    case: Case, floats: list[str], masks: list[str]
) -> Iterator[tuple[tuple[str, ...], tuple[Constant, ...], str]]:
    """Ordinary inputs first; others only where the report speaks of such."""
    yield (), (), ""
    text = f"{case.report.title} {case.report.text}".lower()
    for word, told, value in SPECIAL:
        if floats and any(one in text for one in told):
            lines = tuple(f"{x} = {x} * SPREAD + {value}" for x in floats)
            yield lines, (Constant("SPREAD", "0.0", "1.0"),), f" with {word} inputs"
    if floats and any(one in text for one in _LARGE):
        for size in ("100.0", "1000.0"):
            lines = tuple(f"{x} = {x} * SIZE_OF_INPUT" for x in floats)
            yield lines, (Constant("SIZE_OF_INPUT", size, "1.0"),), " with large inputs"
    if masks and "mask" in text:
        mask = masks[0]
        keeps = (f"{mask}[0] = KEPT",)
        for hidden, shown in (("False", "True"), ("True", "False")):
            lines = (f"{mask} = torch.full_like({mask}, {shown})", *keeps)
            yield lines, (Constant("KEPT", hidden, shown),), " with one row masked altogether"
