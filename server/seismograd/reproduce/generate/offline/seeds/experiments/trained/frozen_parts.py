"""What training, a loss or an evaluation must leave alone, and does not."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    NUMBERS,
    Scene,
    drafted,
    functions,
    networks,
)
from seismograd.reproduce.generate.offline.seeds.experiments.trained.learning_parts import (
    PARTS,
    may_learn,
    plain,
)
from seismograd.reproduce.generate.offline.seeds.experiments.trained.losses_of_outputs import (
    CHANGE,
    NORM,
    SOME,
    forward_pass,
)

_KEPT = re.compile(
    r"(?:frozen|freez\w+)\s+(?:of\s+)?(?:the\s+)?(\w+)|(\w+)\s+(?:is|are|was|were|stays?|"
    r"should (?:be|stay))\s+(?:still\s+)?(?:frozen|fixed)|\b(teacher|target\w*|momentum\w*|"
    r"reference\w*|ema\w*)\b|freez\w+_(\w+)|(\w+)\.requires_grad",
    re.I,
)
"""Words for what training must leave alone."""
FREEZES = re.compile(r"fr(eez|ozen)")
_EVALUATES = r"predict|eval|infer|valid|test"


def moved_though_frozen(case: Case) -> Iterator[Draft]:
    """After the project's own freezing, training must leave alone what it was asked to freeze."""
    maker = Maker(case)
    for scene in networks(case):
        for build, freeze in _ways_to_freeze(case, maker, scene):
            for part in kept_parts(case, scene.symbol):
                forward = forward_pass(scene)
                body = (
                    *scene.before,
                    f"model = {build}",
                    *scene.after,
                    *freeze,
                    "optimizer = torch.optim.SGD(model.parameters(), lr=0.1)",
                    f"parts = parameters_in(model.{part})",
                    SOME,
                    "before = [p.detach().clone() for p in parts]",
                    *forward[len(scene.setting) :],
                    "loss.backward()",
                    "optimizer.step()",
                    f"{CHANGE} = max((p - b).abs().max().item() for p, b in zip(parts, before))",
                )
                idea = f"Freeze {scene.symbol.name}, train, and see whether {part} moved."
                yield from scene.draft(idea, body, CHANGE, setup=(NUMBERS, PARTS))


def _ways_to_freeze(
    case: Case, maker: Maker, scene: Scene
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """By an option of the network, or by a call."""
    for parameter in scene.symbol.parameters:
        if FREEZES.search(parameter.name) and parameter.default in ("False", "True"):
            yield with_option(scene.build, parameter.name), ()
    for call in _freezing(case, maker, scene):
        yield scene.build, (call,)


def with_option(build: str, name: str) -> str:
    call = ast.parse(build, mode="eval").body
    assert isinstance(call, ast.Call)
    call.keywords = [one for one in call.keywords if one.arg != name]
    call.keywords.append(ast.keyword(name, ast.Constant(True)))
    return ast.unparse(call)


def kept_parts(case: Case, symbol: Symbol) -> list[str]:
    """What the report says is frozen; others may move."""
    text = f"{case.report.title}\n{case.report.text}"
    words = {word.lower() for found in _KEPT.findall(text) for word in found if word}
    members = Maker(case).demands.members(symbol)
    return [name for name, value in members.items() if plain(name) in words and may_learn(value)]


def reached_though_frozen(case: Case) -> Iterator[Draft]:
    """Only of a loss that the network computes itself: another one may well go there."""
    for scene in networks(case):
        for part in kept_parts(case, scene.symbol):
            body = (
                *scene.setting,
                f"loss = {scene.call}",
                "loss = loss[0] if isinstance(loss, tuple) else loss",
                "assert loss.dim() == 0, 'this is no loss'",
                "loss.backward()",
                f"parts = parameters_in(model.{part})",
                SOME,
                "gradients = [p.grad for p in parts if p.grad is not None]",
                f"{NORM} = float(sum(g.norm().item() for g in gradients))",
            )
            idea = f"See whether the loss of {scene.symbol.name} reaches {part}."
            yield from scene.draft(idea, body, NORM, setup=(PARTS,))


def _freezing(case: Case, maker: Maker, scene: Scene) -> Iterator[str]:
    """Calls of what is named so; without one there is nothing frozen that could move."""
    for symbol in functions(case, r"^(freeze|set_trainable|set_requires_grad|lock)\w*")[:2]:
        try:
            scene.bench.defined.add("model")
            yield maker.call(scene.bench, symbol)
        except CannotMake:
            continue
    for symbol in case.project.symbols:
        if _is_freezing_method(symbol, scene.symbol):
            try:
                yield maker.call(scene.bench, symbol, on="model")
            except CannotMake:
                continue


def _is_freezing_method(symbol: Symbol, owner: Symbol) -> bool:
    return (
        symbol.kind is SymbolKind.METHOD
        and symbol.module == owner.module
        and symbol.name.startswith(f"{owner.name}.freeze")
    )


def moved_by_evaluation(case: Case) -> Iterator[Draft]:
    """Evaluation leaves every parameter as it was."""
    maker = Maker(case)
    for symbol in functions(case, _EVALUATES)[:3]:
        bench = maker.bench(symbol)
        try:
            call = maker.call(bench, symbol)
        except CannotMake:
            continue
        if "model" in bench.defined:
            body = (
                *bench.statements,
                "before = [p.detach().clone() for p in model.parameters()]",
                call,
                "pairs = zip(model.parameters(), before)",
                f"{CHANGE} = max((p - b).abs().max().item() for p, b in pairs)",
            )
            idea = f"See whether {symbol.name} changes the model."
            yield from drafted(case, bench, idea, body, CHANGE)
