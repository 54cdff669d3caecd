"""Evaluation that behaves like training: the same input twice, and what a loop trains with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker, is_keras
from seismograd.reproduce.generate.offline.seeds.experiments.stage.builds import (
    also_as_usual,
    builds,
    models,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import (
    is_named,
    methods_of,
    short_name,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import wanted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    NETWORKS,
    Scene,
    drafted,
    functions,
    ranked,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.trainings import trainings
from seismograd.reproduce.generate.offline.seeds.experiments.state.statistics import (
    moved_in_evaluation,
)

NAME = "difference_between_calls"
MOST_METHODS = 6
_EVALUATES = (
    r"predict|eval|infer|valid|test|score|embed|encode|generate|classify|probab|label|sample|"
    r"transform|forward|__call__|extract|detect|rank|recommend|forecast|decode|translate"
)
_DRAWS = re.compile(r"sample|generate")
"""What is meant to be random, unless the report says otherwise."""
_DIFFERENCE = f"{NAME} = (first - second).abs().max().item()"
NUMBERS = '''\
def numbers(value):
    """All numbers of a result, in a row."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return torch.cat([numbers(one) for one in value if not isinstance(one, str)])
    return torch.as_tensor(value).detach().double().flatten()
'''
MODES = """\
modes = []


def note_mode(module, _inputs):
    if torch.is_grad_enabled():
        modes.append(module.training)


torch.nn.modules.module.register_module_forward_pre_hook(note_mode)
"""
_STATISTICS = re.compile(r"batch ?norm|running|statistic|buffer", re.I)


def experiments(case: Case) -> Iterator[Draft]:
    """Sizes that are made up make no difference to whether a result comes again."""
    for draft in _all(case):
        yield draft.changed(made_up=())


def _all(case: Case) -> Iterator[Draft]:
    if "training" in wanted(case.fingerprint):
        yield from _modes_of_training(case)
        return
    if _STATISTICS.search(case.report.text):
        yield from _around_evaluation(case)
    yield from _by_method(case, named=True)
    for scene in models(case):
        yield from _twice(scene)
        if _STATISTICS.search(case.report.text):
            yield from moved_in_evaluation(scene, NAME)
    yield from _by_function(case)
    yield from _by_method(case, named=False)


def _twice(scene: Scene) -> Iterator[Draft]:
    """Nothing random is left in evaluation mode."""
    if is_keras(scene.symbol):
        given = ", ".join(scene.inputs)
        call = f"model.predict({given if len(scene.inputs) == 1 else f'[{given}]'}, verbose=0)"
        body = (*scene.setting, f"first = numbers({call})", f"second = numbers({call})")
        idea = f"Predict twice with {scene.symbol.name} and the same input."
    else:
        body = (
            *scene.setting,
            "model.eval()",
            "with torch.no_grad():",
            f"    first = numbers({scene.call})",
            f"    second = numbers({scene.call})",
        )
        idea = f"Call {scene.symbol.name} twice in evaluation mode with the same input."
    drafts = scene.draft(idea, (*body, _DIFFERENCE), NAME, setup=(NUMBERS,))
    yield from also_as_usual(scene.bench, drafts)


def _by_method(case: Case, *, named: bool) -> Iterator[Draft]:
    """A method that evaluates, of an object that holds a network."""
    maker = Maker(case)
    owners = [s for s in ranked(case) if s.role not in (Role.CONFIG, Role.DATASET, Role.LOSS)]
    found = [(o, m) for o in owners for m in _methods(case, o)]
    found = [one for one in found if is_named(case, *one) is named]
    if not named:
        found = [one for one in found if not _DRAWS.search(short_name(one[1]))]
    for owner, symbol in found[:MOST_METHODS]:
        built = next(builds(case, maker, owner), None)
        if built is None:
            continue
        variable = "model" if owner.role in NETWORKS else "thing"
        built.bench.defined.add(variable)
        try:
            call = maker.call(built.bench, symbol, on=variable)
        except CannotMake:
            continue
        evaluating = [f"{variable}.eval()"] if owner.role in NETWORKS else []
        body = (
            *built.before,
            f"{variable} = {built.expression}",
            *built.bench.statements,
            *evaluating,
            f"first = numbers({call})",
            f"second = numbers({call})",
            _DIFFERENCE,
        )
        idea = f"Call {symbol.name} twice with the same input."
        drafts = drafted(case, built.bench, idea, body, NAME, setup=(NUMBERS,))
        yield from also_as_usual(built.bench, drafts)


def _methods(case: Case, owner: Symbol) -> list[Symbol]:
    """Those that evaluate; of a network, those beside `forward`."""
    return [
        s
        for s in methods_of(case, owner)
        if (re.search(_EVALUATES, short_name(s)) or is_named(case, owner, s))
        and s.role is not Role.TRAINING
        and not short_name(s).startswith("_")
        and not (owner.role in NETWORKS and short_name(s) in ("forward", "call"))
    ]


def _by_function(case: Case) -> Iterator[Draft]:
    """A function that evaluates is given a model that was trained just now."""
    for symbol, maker in ((s, Maker(case)) for s in functions(case, _EVALUATES)[:4]):
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
        yield from drafted(case, bench, idea, body, NAME, setup=(NUMBERS,), constants=(switch,))


def _around_evaluation(case: Case) -> Iterator[Draft]:
    """What a network says in evaluation mode is the same before and after it was evaluated."""
    maker = Maker(case)
    for scene in models(case):
        for symbol in functions(case, r"predict|eval|infer|valid|test|score")[:3]:
            bench = maker.bench(symbol)
            bench.defined |= {"model", *scene.inputs}
            try:
                call = maker.call(bench, symbol)
            except CannotMake:
                continue
            if not re.search(r"\bmodel\b", call):
                continue
            for statement in bench.imports:
                scene.bench.use(statement)
            scene.bench.constants.update(bench.constants)
            body = (
                *scene.setting,
                *bench.statements,
                "model.eval()",
                f"first = numbers({scene.call})",
                "model.train()",
                call,
                "model.eval()",
                f"second = numbers({scene.call})",
                _DIFFERENCE,
            )
            idea = f"Call {scene.symbol.name} before and after {symbol.name}."
            yield from scene.draft(idea, body, NAME, setup=(NUMBERS,))


def _modes_of_training(case: Case) -> Iterator[Draft]:
    """Forward passes with gradients are those that train; the last of them tells."""
    for training in trainings(case):
        body = (*training.statements, "training = modes[-1]")
        idea = f"{training.idea} See in which mode the model trains."
        yield from drafted(case, training.bench, idea, body, "training", setup=(MODES,))
