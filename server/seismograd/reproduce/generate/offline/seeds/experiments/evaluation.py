"""Evaluation that behaves like training: the same input twice, and what a loop trains with."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.oracle import wanted
from seismograd.reproduce.generate.offline.seeds.experiments.scene import (
    NUMBERS,
    Scene,
    drafted,
    functions,
    networks,
)
from seismograd.reproduce.generate.offline.seeds.experiments.trainings import trainings

_EVALUATES = r"predict|eval|infer|valid|test|score|embed|encode|generate|classify"
_DIFFERENCE = "difference_between_calls = (first - second).abs().max().item()"
MODES = """\
modes = []


def note_mode(module, _inputs):
    if torch.is_grad_enabled():
        modes.append(module.training)


torch.nn.modules.module.register_module_forward_pre_hook(note_mode)
"""


def experiments(case: Case) -> Iterator[Draft]:
    if "training" in wanted(case.fingerprint):
        yield from _modes_of_training(case)
    for scene in networks(case):
        yield from _twice(scene)
    yield from _by_function(case)


def _twice(scene: Scene) -> Iterator[Draft]:
    """Nothing random is left in evaluation mode."""
    body = (
        *scene.setting,
        "model.eval()",
        "with torch.no_grad():",
        f"    first = numbers({scene.call})",
        f"    second = numbers({scene.call})",
        _DIFFERENCE,
    )
    idea = f"Call {scene.symbol.name} twice in evaluation mode with the same input."
    yield from scene.draft(idea, body, "difference_between_calls", setup=(NUMBERS,))


def _by_function(case: Case) -> Iterator[Draft]:
    """A function that evaluates is given a model that was trained just now."""
    maker = Maker(case)
    for symbol in functions(case, _EVALUATES)[:4]:
        bench = maker.bench(symbol)
        try:
            call = maker.call(bench, symbol)
        except CannotMake:
            continue
        if "model" not in bench.defined:
            continue
        body = (
            *bench.statements,
            "model.train(TRAINED_JUST_NOW)",
            f"first = numbers({call})",
            "model.train(TRAINED_JUST_NOW)",
            f"second = numbers({call})",
            _DIFFERENCE,
        )
        idea = f"Call {symbol.name} twice with the same model and input."
        switch = Constant("TRAINED_JUST_NOW", "True", "False")
        yield from drafted(case, bench, idea, body, "difference_between_calls",
                           setup=(NUMBERS,), constants=(switch,))  # fmt: skip


def _modes_of_training(case: Case) -> Iterator[Draft]:
    """Forward passes with gradients are those that train; the last of them tells."""
    for training in trainings(case):
        body = (*training.statements, "training = modes[-1]")
        idea = f"{training.idea} See in which mode the model trains."
        yield from drafted(case, training.bench, idea, body, "training", setup=(MODES,))
