"""Gradients at every step of the optimiser, beside the limit that they are given."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.options.given_settings import (
    with_setting,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import wanted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import drafted, functions
from seismograd.reproduce.generate.offline.seeds.experiments.stage.training import Training
from seismograd.reproduce.generate.offline.seeds.experiments.stage.trainings import trainings

NAME = "gradient_over_limit"
LIMIT = "LIMIT"
SMALL = "0.001"
"""Far below what made-up examples give, so that it is always reached."""
_HOOK = "from torch.optim.optimizer import register_optimizer_step_pre_hook"
_LARGEST = """\
largest = []


def note_gradients(optimizer, _arguments, _options):
    parameters = [one for group in optimizer.param_groups for one in group["params"]]
    gradients = [one.grad.abs().max().item() for one in parameters if one.grad is not None]
    largest.append(max(gradients, default=0.0))


register_optimizer_step_pre_hook(note_gradients)
"""
"""No entry of a gradient is over the limit, however it is clipped: by value or by any norm."""
_SETTING = re.compile(
    r"(?:max_)?grad(?:ient)?s?_(?:clip\w*|max(?:_norm)?|norm(?:_clip)?|limit)|clip_?grad\w*|"
    r"(?:max|clip|clipping)_?(?:grad_)?(?:norm|value|val)(?:_value)?|gradient_clip\w*|clip|clipping|"
    r"clip_threshold|grad_?clip"
)
_PLAIN = re.compile(r"clip|clipping|clip_value|clip_val|clip_threshold")
"""What may also be a limit of something else."""
_CLIPS = re.compile(r"clip_grad_norm_?|clip_grad_value_?|clip_grads?_with_norm|\.grad\b")
_LITERAL = re.compile(
    r"clip_grad_(?:norm|value)_\([^\n]*?,\s*(?:max_norm=|clip_value=)?(\d+(?:\.\d+)?(?:e-?\d+)?)\s*[,)]"
)
_MADE = re.compile(r"= (torch\.randn\()")
_PARAMETERS = re.compile(r"(?:model_)?param(?:eter)?s|weights|tensors|variables")
_MODEL = re.compile(r"model|net|network|module")


def experiments(case: Case) -> Iterator[Draft]:
    if NAME not in wanted(case.fingerprint):
        return
    maker = Maker(case)
    for symbol in functions(case, r"clip")[:2]:
        yield from _of_function(case, maker, symbol)
    code = _code(maker)
    if _CLIPS.search(code):
        for training in trainings(case, epochs=2):
            if not training.is_script:
                yield from _of_training(case, training, code)


def _of_training(case: Case, training: Training, code: str) -> Iterator[Draft]:
    """With a limit of its own; else with the one that the code has, and large inputs."""
    idea = f"{training.idea} Compare every gradient that is used with the limit."
    given = with_setting(case, training.statements, _pattern(code), LIMIT)
    if given is not None:
        yield from _drafts(case, training.bench, idea, given, SMALL)
        return
    known = _LITERAL.search(code)
    if known is not None:
        large = tuple(_MADE.sub(r"= 1000.0 * \1", one) for one in training.statements)
        yield from _drafts(case, training.bench, idea, large, known[1])


def _pattern(code: str) -> re.Pattern[str]:
    """A plain `clip` only where it is what gradients are clipped by."""
    is_of_gradients = re.search(r"clip_grad\w*\([^\n]*\b(?:\w+\.)?(?:clip\w*)\s*\)", code)
    names = (
        _SETTING.pattern if is_of_gradients else rf"(?!(?:{_PLAIN.pattern})$)(?:{_SETTING.pattern})"
    )
    return re.compile(names)


def _of_function(case: Case, maker: Maker, symbol: Symbol) -> Iterator[Draft]:
    """What clips by itself: gradients of a network before and after."""
    limit = next((p.name for p in symbol.parameters if _SETTING.fullmatch(p.name)), None)
    given = {p.name: made for p in symbol.parameters if (made := _network(p.name))}
    if limit is None or not given:
        return
    bench = maker.bench(symbol)
    try:
        call = maker.call(bench, symbol, shared={**given, limit: LIMIT})
    except CannotMake:
        return
    body = (
        "model = torch.nn.Linear(4, 2)",
        "model(1000.0 * torch.ones(3, 4)).pow(2).sum().backward()",
        *bench.statements,
        call,
        "largest = [one.grad.abs().max().item() for one in model.parameters()]",
    )
    idea = f"Clip large gradients with {symbol.name}."
    yield from _measured(case, bench, idea, body, "1.0")


def _network(name: str) -> str | None:
    if _MODEL.fullmatch(name):
        return "model"
    return "model.parameters()" if _PARAMETERS.fullmatch(name) else None


def _drafts(
    case: Case, bench: Bench, idea: str, body: tuple[str, ...], limit: str
) -> Iterator[Draft]:
    hooked = replace(bench, imports=[*bench.imports, _HOOK])
    yield from _measured(case, hooked, idea, body, limit, setup=(_LARGEST,))


def _measured(
    case: Case,
    bench: Bench,
    idea: str,
    body: tuple[str, ...],
    limit: str,
    setup: tuple[str, ...] = (),
) -> Iterator[Draft]:
    """Made-up sizes make no difference: the limit holds for all gradients."""
    reached = "assert max(largest) > 0.0, 'there are no gradients'"
    whole = (*body, reached, f"{NAME} = max(largest) - {LIMIT}")
    constants = (Constant(LIMIT, limit),)
    for draft in drafted(case, bench, idea, whole, NAME, setup=setup, constants=constants):
        yield draft.changed(made_up=())


def _code(maker: Maker) -> str:
    found = (maker.trees.tree(file) for file in maker.trees.files())
    return "\n".join(ast.unparse(tree) for tree in found if tree is not None)
