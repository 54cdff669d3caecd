"""Ordinary inputs: is every number a number? Special ones come after them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker, is_keras
from seismograd.reproduce.generate.offline.seeds.experiments.answers.special_inputs import (
    in_range,
    made_floats,
    speaks_of_special,
)
from seismograd.reproduce.generate.offline.seeds.experiments.answers.told_ranges import (
    as_large_as_told,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.builds import (
    Built,
    builds,
    models,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import (
    methods_of,
    named_words,
    short_name,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import LOSS, wanted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    NETWORKS,
    NUMBERS,
    Scene,
    drafted,
    functions,
    ranked,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.trainings import (
    trainings,
)
from seismograd_sandbox.guest.loss_recorder import LOSSES

NAME = "nan_count"
MOST_FUNCTIONS = 6
_COUNT = f"{NAME} = int((~torch.isfinite(result)).sum())"
MOST_OBJECTS = 3
_GIVES = (
    r"(?:transform|normali[sz]e|scale|compute|result|value|score|predict|__call__|apply|"
    r"evaluate)\w*"
)
_TENDER = r"loss|norm|softmax|scale|standardi|log|div|entropy|std|distance|similarity|weight|mean"


def experiments(case: Case) -> Iterator[Draft]:
    """Where the report says what is special, ordinary inputs are there to run clean: if they do
    not, it is they that are wrong."""
    yield from as_large_as_told(case)
    drafts = _counts(case)
    if LOSS in wanted(case.fingerprint):
        drafts = chain(_losses(case), drafts)
    for draft in drafts:
        is_doubtful = speaks_of_special(case)
        yield draft.changed(guessed=("inputs",)) if is_doubtful else draft


def _counts(case: Case) -> Iterator[Draft]:
    named = named_words(case)
    found = functions(case, _TENDER, Role.LOSS, Role.METRIC)
    first = [s for s in functions(case, r"\w") if s.name in named and s.role is not Role.TRAINING]
    for symbol in first:
        yield from (draft.changed(guessed=()) for draft in _of_function(case, symbol))
    for scene in models(case):
        if not is_keras(scene.symbol):
            yield from _of_network(scene)
    yield from _of_objects(case)
    for symbol in [s for s in found if s not in first][:MOST_FUNCTIONS]:
        yield from _of_function(case, symbol)


def _losses(case: Case) -> Iterator[Draft]:
    """In the project's own training."""
    for training in trainings(case):
        body = (
            *training.statements,
            f"{LOSS} = next((one for one in losses if not math.isfinite(one)), losses[-1])",
        )
        idea = f"{training.idea} See whether the loss stays a number."
        yield from drafted(case, training.bench, idea, body, LOSS, setup=(LOSSES,))


def _of_network(scene: Scene) -> Iterator[Draft]:
    """The output and all gradients, in training mode."""
    body = (
        *scene.setting,
        f"result = numbers({scene.call})",
        "if result.requires_grad:",
        "    result.sum().backward()",
        "    gradients = [p.grad.flatten() for p in model.parameters() if p.grad is not None]",
        "    result = torch.cat([result.detach(), *gradients])",
        _COUNT,
    )
    told = f"Call {scene.symbol.name} and count what is no number."
    yield from scene.draft(told, body, NAME, setup=(NUMBERS,))


def _of_function(case: Case, symbol: Symbol) -> Iterator[Draft]:
    """Its result, and the gradients of what it is given."""
    maker = Maker(case)
    for built in builds(case, maker, symbol):
        floats = made_floats(built.before)
        body = (
            *in_range(built.before),
            *(f"{x} = {x}.detach().requires_grad_()" for x in floats),
            f"result = numbers({built.expression})",
            *_gradients(floats),
            _COUNT,
        )
        told = f"Call {symbol.name} and count what is no number."
        for draft in drafted(case, built.bench, told, body, NAME, setup=(NUMBERS,)):
            yield draft.changed(guessed=tuple(floats)) if built.is_made_up else draft


def _of_objects(case: Case) -> Iterator[Draft]:
    """What an object makes of data, once it was fitted where it can be."""
    maker = Maker(case)
    words = named_words(case)
    owners = [s for s in ranked(case) if s.role not in (*NETWORKS, Role.CONFIG, Role.LOSS)]
    for owner in [s for s in owners if s.name in words] or owners[:MOST_OBJECTS]:
        for symbol in _methods(case, owner):
            built = next(builds(case, maker, owner), None)
            if built is None:
                break
            yield from _of_method(case, maker, owner, symbol, built)


def _of_method(
    case: Case, maker: Maker, owner: Symbol, symbol: Symbol, built: Built
) -> Iterator[Draft]:
    bench, shared = built.bench, dict[str, str]()
    bench.defined.add("thing")
    fit = next((s for s in _methods(case, owner, r"fit|update") if s is not symbol), None)
    try:
        before = [maker.call(bench, fit, on="thing", shared=shared)] if fit else []
        call = maker.call(bench, symbol, on="thing", shared=shared)
    except CannotMake:
        return
    made = (*built.before, f"thing = {built.expression}", *in_range(bench.statements))
    body = (*made, *before, f"result = numbers({call})", _COUNT)
    told = f"Call {symbol.name} and count what is no number."
    yield from drafted(case, bench, told, body, NAME, setup=(NUMBERS,))


def _methods(case: Case, owner: Symbol, pattern: str = _GIVES) -> list[Symbol]:
    return [s for s in methods_of(case, owner) if re.fullmatch(pattern, short_name(s))]


def _gradients(floats: list[str]) -> tuple[str, ...]:
    if not floats:
        return ()
    return (
        "if result.requires_grad:",
        "    result.sum().backward()",
        f"    gradients = [x.grad.flatten() for x in ({', '.join(floats)},) if x.grad is not None]",
        "    result = torch.cat([result.detach(), *gradients])",
    )
