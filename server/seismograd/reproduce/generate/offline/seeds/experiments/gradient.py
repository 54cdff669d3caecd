"""Where gradients arrive, and which parameters training moves."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.identifiers import tokens_of
from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.oracle import compared_with
from seismograd.reproduce.generate.offline.seeds.experiments.scene import (
    NUMBERS,
    Scene,
    drafted,
    functions,
    method,
    networks,
)
from seismograd.reproduce.generate.offline.seeds.experiments.trainings import trainings

NORM, CHANGE = "gradient_norm", "parameter_change"
MOST_PARTS = 4
_NO_PARTS = {"Dropout", "ReLU", "GELU", "Sigmoid", "Tanh", "Softmax", "Identity", "Flatten",
             "MaxPool2d", "AvgPool2d", "AdaptiveAvgPool2d", "AvgPool1d", "MaxPool1d", "SiLU",
             "CrossEntropyLoss", "MSELoss", "NLLLoss", "BCEWithLogitsLoss"}  # fmt: skip
_PARTS = '''\
def parameters_in(part):
    """Of a layer, of a tensor, or of layers in a list or a dict."""
    if isinstance(part, torch.Tensor):
        return [part]
    if isinstance(part, torch.nn.Module):
        return list(part.parameters())
    parts = part.values() if isinstance(part, dict) else part
    return [parameter for one in parts for parameter in parameters_in(one)]
'''
_OWN_LOSSES = ("training_step", "compute_loss", "loss", "get_loss")
_SOME = "assert parts, 'there is nothing that could learn'"
_DULL = frozenset({"layer", "layers", "weight", "weights", "model", "module", "net", "network",
                   "parameter", "parameters", "in", "out", "size", "dim"})  # fmt: skip
_KEPT = re.compile(
    r"(?:frozen|freez\w+)\s+(?:of\s+)?(?:the\s+)?(\w+)|(\w+)\s+(?:is|are|was|were|stays?|"
    r"should (?:be|stay))\s+(?:still\s+)?(?:frozen|fixed)|\b(teacher|target\w*|momentum\w*|"
    r"reference\w*|ema\w*)\b|freez\w+_(\w+)|(\w+)\.requires_grad",
    re.I,
)
"""Words for what training must leave alone."""
_EVALUATES = r"predict|eval|infer|valid|test"


def experiments(case: Case) -> Iterator[Draft]:
    if _should_not_move(case):
        yield from _frozen(case)
        yield from _evaluated(case)
        return
    if _should_not_arrive(case):
        yield from _leaking(case)
        return
    for scene in networks(case):
        for part in _parts(case, scene):
            yield from _reaching(scene, part)
            yield from _moving(scene, part)
    yield from _part_moved_by_training(case)
    yield from _through_losses(case)
    yield from _moved_by_training(case)


def _should_not_arrive(case: Case) -> bool:
    check = compared_with(case.fingerprint, NORM)
    return check is not None and check.operator in (">", ">=", "!=")


def _should_not_move(case: Case) -> bool:
    check = compared_with(case.fingerprint, CHANGE)
    return check is not None and check.operator in (">", ">=", "!=")


def _parts(case: Case, scene: Scene) -> list[str]:
    """Attributes of the network that should learn: those that the report names, else its layers.

    A bare tensor may well be a constant; it counts only where the report speaks of it. Where the
    report speaks of something that only another class has, nothing here is meant.
    """
    words = set(tokens_of(f"{case.report.title}\n{case.report.text}"))
    maker = Maker(case)
    members = maker.demands.members(scene.symbol)
    named = [*_named(members, words), *_named_within(maker, members, words)]
    named = [name for name in named if _is_used(maker, scene.symbol, name.partition(".")[0])]
    if named or _is_named_elsewhere(case, maker, words):
        return named[:MOST_PARTS]
    layers = [name for name, value in members.items() if _holds_layers(value)]
    return sorted(layers, key=lambda n: not set(_plain(n).split("_")) & words)[:MOST_PARTS]


def _named(members: dict[str, ast.expr], words: set[str]) -> list[str]:
    """By the whole name first, then by the last word of it: `log_temperature`."""
    learning = [name for name, value in members.items() if _may_learn(value)]
    whole = [name for name in learning if _plain(name) in words]
    return whole or [name for name in learning if _plain(name).rpartition("_")[2] in words - _DULL]


def _named_within(maker: Maker, members: dict[str, ast.expr], words: set[str]) -> Iterator[str]:
    """What a part of the network has: `moe.experts`."""
    for name, value in members.items():
        made = ast.unparse(value.func).rpartition(".")[2] if isinstance(value, ast.Call) else ""
        inner = maker.demands.network(made) if made else None
        if inner is not None:
            found = maker.demands.members(inner)
            yield from (f"{name}.{one}" for one in _named(found, words))


def _is_named_elsewhere(case: Case, maker: Maker, words: set[str]) -> bool:
    networks = (Role.NETWORK, Role.LAYER)
    symbols = [s for s in case.project.symbols if s.role in networks]
    return any(_named(maker.demands.members(s), words) for s in symbols)


def _is_used(maker: Maker, symbol: Symbol, part: str) -> bool:
    """False where it is used only if a setting says so, and none does by default."""
    node = maker.trees.class_of(symbol)
    off = {p.name for p in symbol.parameters if p.default in ("False", "None", "0")}
    conditions: list[bool] = []
    for function in node.body if node else ():
        if isinstance(function, ast.FunctionDef) and function.name != "__init__":
            conditions += _uses(function, part, off)
    return not conditions or any(conditions)


def _uses(function: ast.FunctionDef, part: str, off: set[str]) -> Iterator[bool]:
    """For each use, whether it happens without a setting that is off."""
    hidden = [
        one
        for block in ast.walk(function)
        if isinstance(block, ast.If) and set(re.findall(r"\w+", ast.unparse(block.test))) & off
        for statement in block.body
        for one in ast.walk(statement)
    ]
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and ast.unparse(node) == f"self.{part}":
            yield not any(node is one for one in hidden)


def _plain(name: str) -> str:
    return name.lower().strip("_")


def _may_learn(value: ast.expr) -> bool:
    if _holds_layers(value):
        return True
    text = ast.unparse(value)
    makes_tensor = re.search(r"torch\.(?:zeros|ones|randn|rand|tensor|full|empty)\(", text)
    return bool(makes_tensor) and not re.search(r"long|\bint|bool|arange", text)


def _holds_layers(value: ast.expr) -> bool:
    if isinstance(value, ast.List | ast.ListComp | ast.Dict | ast.DictComp):
        return re.search(r"\b[A-Z]\w*\(", ast.unparse(value)) is not None
    if not isinstance(value, ast.Call):
        return False
    name = ast.unparse(value.func).rpartition(".")[2]
    return name[:1].isupper() and name not in _NO_PARTS


def _forward_pass(scene: Scene) -> tuple[str, ...]:
    """With weights in the loss that differ: a sum of a softmax has no gradient at all."""
    return (
        *scene.setting,
        f"output = numbers({scene.call})",
        "loss = (output * torch.linspace(0.5, 1.5, len(output)).double()).pow(2).sum()",
    )


def _ways_to_a_loss(scene: Scene) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What has to be made before, and the lines that give a loss: of the output, and by the
    network's own method."""
    yield scene.setting, _forward_pass(scene)[len(scene.setting) :]
    maker = Maker(scene.case)
    for name in _OWN_LOSSES:
        own = method(maker, scene.symbol, name)
        if own is None:
            continue
        bench = replace(scene.bench, statements=[], defined={"model"})
        try:
            specs = maker.demands.of_inputs(scene.symbol, "model", name)
            call = maker.call(bench, own, on="model", specs=specs)
        except CannotMake:
            continue
        made = (*scene.before, f"model = {scene.build}", *bench.statements)
        yield made, (f"loss = {call}", "loss = loss['loss'] if isinstance(loss, dict) else loss")


def _reaching(scene: Scene, part: str) -> Iterator[Draft]:
    for made, forward in _ways_to_a_loss(scene):
        body = (
            *made,
            *forward,
            "if loss.requires_grad:",
            "    loss.backward()",
            f"parts = parameters_in(model.{part})",
            _SOME,
            "gradients = [p.grad for p in parts if p.grad is not None]",
            f"{NORM} = sum(g.norm().item() for g in gradients)",
        )
        idea = f"See whether a gradient reaches {part} of {scene.symbol.name}."
        yield from scene.draft(idea, body, NORM, setup=(NUMBERS, _PARTS))


def _moving(scene: Scene, part: str) -> Iterator[Draft]:
    """With the project's own optimiser where it makes one."""
    ways = [(optimiser, *way) for way in _ways_to_a_loss(scene) for optimiser in _optimisers(scene)]
    for optimiser, made, forward in ways:
        body = (
            *made,
            f"optimizer = {optimiser}",
            f"parts = parameters_in(model.{part})",
            _SOME,
            "before = [p.detach().clone() for p in parts]",
            "for _ in range(3):",
            *(f"    {line}" for line in forward),
            "    optimizer.zero_grad()",
            "    if loss.requires_grad:",
            "        loss.backward()",
            "    optimizer.step()",
            f"{CHANGE} = max((p - b).abs().max().item() for p, b in zip(parts, before))",
        )
        idea = f"See whether training moves {part} of {scene.symbol.name}."
        yield from scene.draft(idea, body, CHANGE, setup=(NUMBERS, _PARTS))


def _optimisers(scene: Scene) -> Iterator[str]:
    maker = Maker(scene.case)
    for symbol in functions(scene.case, r"optimi[sz]er|param_groups", Role.OPTIMISER)[:2]:
        try:
            scene.bench.defined.add("model")
            yield maker.call(scene.bench, symbol)
        except CannotMake:
            continue
    yield "torch.optim.SGD(model.parameters(), lr=0.1)"


def _through_losses(case: Case) -> Iterator[Draft]:
    """A loss whose gradient should reach what it is computed from."""
    maker = Maker(case)
    for symbol in functions(case, r"loss|criterion|distill|regulari|penalty", Role.LOSS)[:3]:
        bench = maker.bench(symbol)
        try:
            call = maker.call(bench, symbol)
        except CannotMake:
            continue
        floats = [s.partition(" = ")[0] for s in bench.statements if "randn(" in s]
        if not floats:
            continue
        first = floats[0]
        body = (
            *bench.statements,
            f"{first}.requires_grad_()",
            f"loss = {call}",
            "if loss.requires_grad:",
            "    loss.sum().backward()",
            f"{NORM} = 0.0 if {first}.grad is None else {first}.grad.norm().item()",
        )
        idea = f"See whether {symbol.name} has a gradient with respect to {first}."
        yield from drafted(case, bench, idea, body, NORM)


def _frozen(case: Case) -> Iterator[Draft]:
    """After the project's own freezing, training must leave alone what it was asked to freeze."""
    maker = Maker(case)
    for scene in networks(case):
        for build, freeze in _ways_to_freeze(case, maker, scene):
            for part in _kept_parts(case, scene):
                forward = _forward_pass(scene)
                body = (
                    *scene.before,
                    f"model = {build}",
                    *scene.after,
                    *freeze,
                    "optimizer = torch.optim.SGD(model.parameters(), lr=0.1)",
                    f"parts = parameters_in(model.{part})",
                    _SOME,
                    "before = [p.detach().clone() for p in parts]",
                    *forward[len(scene.setting) :],
                    "loss.backward()",
                    "optimizer.step()",
                    f"{CHANGE} = max((p - b).abs().max().item() for p, b in zip(parts, before))",
                )
                idea = f"Freeze {scene.symbol.name}, train, and see whether {part} moved."
                yield from scene.draft(idea, body, CHANGE, setup=(NUMBERS, _PARTS))


def _ways_to_freeze(
    case: Case, maker: Maker, scene: Scene
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """By an option of the network, or by a call."""
    for parameter in scene.symbol.parameters:
        if re.search(r"fr(eez|ozen)", parameter.name) and parameter.default in ("False", "True"):
            yield _with_option(scene.build, parameter.name), ()
    for call in _freezing(case, maker, scene):
        yield scene.build, (call,)


def _with_option(build: str, name: str) -> str:
    call = ast.parse(build, mode="eval").body
    assert isinstance(call, ast.Call)
    call.keywords = [one for one in call.keywords if one.arg != name]
    call.keywords.append(ast.keyword(name, ast.Constant(True)))
    return ast.unparse(call)


def _kept_parts(case: Case, scene: Scene) -> list[str]:
    """What the report says is frozen; others may move."""
    text = f"{case.report.title}\n{case.report.text}"
    words = {word.lower() for found in _KEPT.findall(text) for word in found if word}
    members = Maker(case).demands.members(scene.symbol)
    return [name for name, value in members.items() if _plain(name) in words and _may_learn(value)]


def _leaking(case: Case) -> Iterator[Draft]:
    """Only of a loss that the network computes itself: another one may well go there."""
    for scene in networks(case):
        for part in _kept_parts(case, scene):
            body = (
                *scene.setting,
                f"loss = {scene.call}",
                "loss = loss[0] if isinstance(loss, tuple) else loss",
                "assert loss.dim() == 0, 'this is no loss'",
                "loss.backward()",
                f"parts = parameters_in(model.{part})",
                _SOME,
                "gradients = [p.grad for p in parts if p.grad is not None]",
                f"{NORM} = float(sum(g.norm().item() for g in gradients))",
            )
            idea = f"See whether the loss of {scene.symbol.name} reaches {part}."
            yield from scene.draft(idea, body, NORM, setup=(_PARTS,))


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


def _evaluated(case: Case) -> Iterator[Draft]:
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


def _part_moved_by_training(case: Case) -> Iterator[Draft]:
    """The project's own training, and whether it moves what the report names."""
    words = set(tokens_of(f"{case.report.title}\n{case.report.text}"))
    maker = Maker(case)
    network = maker.network_symbol()
    named = _named(maker.demands.members(network), words) if network is not None else []
    for training in trainings(case) if named else ():
        if not training.has_model:
            continue
        *made, call = training.statements
        for part in named[:2]:
            body = (
                *made,
                f"parts = parameters_in(model.{part})",
                _SOME,
                "before = [p.detach().clone() for p in parts]",
                call,
                f"{CHANGE} = max((p - b).abs().max().item() for p, b in zip(parts, before))",
            )
            idea = f"{training.idea} See whether {part} moves."
            yield from drafted(case, training.bench, idea, body, CHANGE, setup=(_PARTS,))


def _moved_by_training(case: Case) -> Iterator[Draft]:
    """The project's own training, and whether it moves anything at all."""
    for training in trainings(case):
        if not training.has_model:
            continue
        *made, call = training.statements
        body = (
            *made,
            "before = [p.detach().clone() for p in model.parameters()]",
            call,
            "pairs = zip(model.parameters(), before)",
            f"{CHANGE} = max((p - b).abs().max().item() for p, b in pairs)",
        )
        idea = f"{training.idea} See whether any parameter moves."
        yield from drafted(case, training.bench, idea, body, CHANGE)
