"""Where gradients arrive, and which parameters training moves."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role
from seismograd.reproduce.criteria.derive.families.learning import NO_PARAMETER
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.inputs.returned import gives_back
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import compared_with
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    NUMBERS,
    Scene,
    drafted,
    functions,
    networks,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.trainings import trainings
from seismograd.reproduce.generate.offline.seeds.experiments.trained.frozen_parts import (
    moved_by_evaluation,
    moved_though_frozen,
    reached_though_frozen,
)
from seismograd.reproduce.generate.offline.seeds.experiments.trained.learning_parts import (
    PARTS,
    Part,
    on_stage_with,
    parts_named_in,
    parts_of,
)
from seismograd.reproduce.generate.offline.seeds.experiments.trained.losses_of_outputs import (
    CHANGE,
    NORM,
    SOME,
    ways_to_a_loss,
)

_WHOLE = Part("any parameter", "model")


def experiments(case: Case) -> Iterator[Draft]:
    if _should_not_move(case):
        yield from moved_though_frozen(case)
        yield from moved_by_evaluation(case)
        return
    if _should_not_arrive(case):
        yield from reached_though_frozen(case)
        return
    for scene in networks(case):
        for part in [_WHOLE] if _is_about_all(case) else parts_of(case, scene):
            staged = on_stage_with(scene, part)
            yield from _reaching(staged, part)
            yield from _moving(staged, part)
    if not _is_about_all(case):
        yield from _part_moved_by_training(case)
    yield from _through_losses(case)
    yield from _moved_by_training(case)


def _is_about_all(case: Case) -> bool:
    """Whether no parameter at all should move: that one part does not may well be meant so."""
    return case.fingerprint.criteria[0].fact == NO_PARAMETER


def _should_not_arrive(case: Case) -> bool:
    check = compared_with(case.fingerprint, NORM)
    return check is not None and check.operator in (">", ">=", "!=")


def _should_not_move(case: Case) -> bool:
    check = compared_with(case.fingerprint, CHANGE)
    return check is not None and check.operator in (">", ">=", "!=")


def _reaching(scene: Scene, part: Part) -> Iterator[Draft]:
    for made, forward in ways_to_a_loss(scene):
        body = (
            *made,
            *forward,
            "if loss.requires_grad:",
            "    loss.backward()",
            f"parts = parameters_in({part.expression})",
            SOME,
            "gradients = [p.grad for p in parts if p.grad is not None]",
            f"{NORM} = sum(g.norm().item() for g in gradients)",
        )
        idea = f"See whether a gradient reaches {part.name} in {scene.symbol.name}."
        yield from scene.draft(idea, body, NORM, setup=(NUMBERS, PARTS))


def _moving(scene: Scene, part: Part) -> Iterator[Draft]:
    """With the project's own optimiser where it makes one."""
    ways = [(optimiser, *way) for way in ways_to_a_loss(scene) for optimiser in _optimisers(scene)]
    for optimiser, made, forward in ways:
        body = (
            *made,
            f"optimizer = {optimiser}",
            f"parts = parameters_in({part.expression})",
            SOME,
            "before = [p.detach().clone() for p in parts]",
            "for _ in range(3):",
            *(f"    {line}" for line in forward),
            "    optimizer.zero_grad()",
            "    if loss.requires_grad:",
            "        loss.backward()",
            "    optimizer.step()",
            f"{CHANGE} = max((p - b).abs().max().item() for p, b in zip(parts, before))",
        )
        idea = f"See whether training moves {part.name} in {scene.symbol.name}."
        yield from scene.draft(idea, body, CHANGE, setup=(NUMBERS, PARTS))


def _optimisers(scene: Scene) -> Iterator[str]:
    maker = Maker(scene.case)
    found = functions(scene.case, r"optimi[sz]er|param_groups", Role.OPTIMISER)
    for symbol in [one for one in found if gives_back(maker.trees.function(one))][:2]:
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


def _part_moved_by_training(case: Case) -> Iterator[Draft]:
    """The project's own training, and whether it moves what the report names."""
    maker = Maker(case)
    network = maker.network_symbol()
    named = parts_named_in(case, maker, network) if network is not None else []
    for training in trainings(case) if named else ():
        if not training.has_model:
            continue
        *made, call = training.statements
        for part in named[:2]:
            body = (
                *made,
                f"parts = parameters_in(model.{part})",
                SOME,
                "before = [p.detach().clone() for p in parts]",
                call,
                f"{CHANGE} = max((p - b).abs().max().item() for p, b in zip(parts, before))",
            )
            idea = f"{training.idea} See whether {part} moves."
            yield from drafted(case, training.bench, idea, body, CHANGE, setup=(PARTS,))


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
