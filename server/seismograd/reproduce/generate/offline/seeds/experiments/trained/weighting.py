"""Losses and trainings with quite other weights of their classes or examples."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from textwrap import indent

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.options.given_settings import (
    with_setting,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import wanted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    FORWARD,
    NUMBERS,
    drafted,
    method,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.training import Training
from seismograd.reproduce.generate.offline.seeds.experiments.stage.trainings import trainings

NAME = "difference_by_weights"
MOST = 4
_OF_CLASSES = re.compile(r"(?:class|classes|label|pos|loss|target)_?weights?|weights?|alpha")
_OF_EXAMPLES = re.compile(r"(?:sample|example|instance|token|pixel)_?weights?")
_BY_CLASS = re.compile(r"logit|score|cross_entropy|CrossEntropy|nll|softmax|class", re.I)
_BINARY = re.compile(r"binary|bce|pos_weight|sigmoid", re.I)
_LOSS = re.compile(r"loss|entropy|mse|mae|error|criterion|objective|focal|dice|huber", re.I)
_CLASSES = re.compile(r"(?:num_|n_|out_)?(?:class(?:es)?|labels|outputs|features_out)")
_BATCH = Constant("BATCH", "6")
_NUMBER = Constant("CLASSES", "3")
_COMPARED = (
    "results = [numbers(result_with(weights)) for weights in (rising, rising.flip(0))]",
    f"{NAME} = (results[0] - results[1]).abs().max().item()",
)


def experiments(case: Case) -> Iterator[Draft]:
    if NAME not in wanted(case.fingerprint):
        return
    maker = Maker(case)
    for symbol in [s for s in case.project.symbols if _is_weighted_loss(case, s)][:MOST]:
        try:
            yield from _of_loss(case, maker, symbol)
        except CannotMake:
            continue
    for training in trainings(case, epochs=2):
        yield from _of_training(case, maker, training)


def _is_weighted_loss(case: Case, symbol: Symbol) -> bool:
    is_public = bool(symbol.module) and symbol.file not in case.project.tests
    is_loss = _LOSS.search(symbol.name) is not None and "." not in symbol.name
    return is_public and is_loss and _weights(symbol) is not None


def _weights(symbol: Symbol) -> Parameter | None:
    names = (_OF_EXAMPLES, _OF_CLASSES)
    return next((p for p in symbol.parameters if any(n.fullmatch(p.name) for n in names)), None)


def _of_loss(case: Case, maker: Maker, symbol: Symbol) -> Iterator[Draft]:
    weights = _weights(symbol)
    if weights is None or _is_asked_for(maker, symbol, weights.name):
        return
    bench = maker.bench(symbol)
    called = symbol
    if symbol.kind is SymbolKind.CLASS:
        forward = method(maker, symbol, *FORWARD)
        if forward is None:
            return
        called = forward
    required = [p.name for p in called.parameters if p.default is None and p is not weights]
    given = dict(zip(required, ("prediction", "target"), strict=False))
    result = maker.call(
        bench, called, on="loss" if called is not symbol else None,
        shared={**given, weights.name: "weights"},
    )  # fmt: skip
    build = (
        maker.call(bench, symbol, shared={weights.name: "weights"}) if called is not symbol else ""
    )
    is_of_examples = _OF_EXAMPLES.fullmatch(weights.name) is not None
    body = (
        *bench.statements,
        *_examples(maker, symbol),
        f"rising = torch.linspace(0.5, 4.0, {'BATCH' if is_of_examples else 'CLASSES'})",
        "def result_with(weights):",
        *([f"    loss = {build}"] if build else []),
        f"    return {result}",
        *_COMPARED,
    )
    idea = f"Compare {symbol.name} for weights that rise and weights that fall."
    for draft in drafted(case, bench, idea, body, NAME, setup=(NUMBERS,),
                         constants=(_BATCH, _NUMBER)):  # fmt: skip
        yield draft.changed(made_up=())


def _examples(maker: Maker, symbol: Symbol) -> tuple[str, str]:
    """By what the code does with them."""
    tree = maker.trees.class_of(symbol) or maker.trees.function(symbol)
    text = f"{symbol.name} {_source(tree)}"
    if _BINARY.search(text):
        made = "(torch.arange(BATCH * CLASSES) % 5 == 0).float().view(BATCH, CLASSES)"
        return ("prediction = torch.randn(BATCH, CLASSES)", f"target = {made}")
    if _BY_CLASS.search(text):
        made = "(torch.arange(BATCH) ** 2) % CLASSES"
        return ("prediction = torch.randn(BATCH, CLASSES)", f"target = {made}")
    return ("prediction = torch.randn(BATCH)", "target = torch.randn(BATCH)")


def _is_asked_for(maker: Maker, symbol: Symbol, name: str) -> bool:
    """Whether weights are used only where something else says so: then they may rest by right."""
    tree = maker.trees.class_of(symbol) or maker.trees.function(symbol)
    tests = [node for node in ast.walk(tree) if isinstance(node, ast.If)] if tree else []
    others = [node for node in tests if name not in ast.unparse(node.test)]
    return any(name in ast.unparse(one) for node in others for one in (*node.body, *node.orelse))


def _source(tree: ast.AST | None) -> str:
    return ast.unparse(tree) if tree else ""


def _of_training(case: Case, maker: Maker, training: Training) -> Iterator[Draft]:
    """The same training from the same beginning."""
    given = with_setting(case, training.statements, _OF_CLASSES, "weights")
    network = maker.network_symbol()
    sizes = [p.default for p in network.parameters if _CLASSES.fullmatch(p.name)] if network else []
    known = next((one for one in sizes if one and one.isdigit()), None)
    if given is None or known is None or training.is_script or not training.has_model:
        return
    body = (
        "rising = torch.linspace(0.5, 4.0, CLASSES)",
        "def result_with(weights):",
        "    torch.manual_seed(0)",
        indent("\n".join(given), "    "),
        "    return [parameter.detach() for parameter in model.parameters()]",
        *_COMPARED,
    )
    idea = f"{training.idea} Compare weights that rise with weights that fall."
    for draft in drafted(case, training.bench, idea, body, NAME, setup=(NUMBERS,),
                         constants=(Constant("CLASSES", known),)):  # fmt: skip
        yield draft.changed(made_up=())
