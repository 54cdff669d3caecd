"""A loss of what a network gives: of its output, or by its own method."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import Scene, method

NORM, CHANGE = "gradient_norm", "parameter_change"
SOME = "assert parts, 'there is nothing that could learn'"
_OWN_LOSSES = ("training_step", "compute_loss", "loss", "get_loss")


def forward_pass(scene: Scene) -> tuple[str, ...]:
    """With weights in the loss that differ: a sum of a softmax has no gradient at all."""
    return (
        *scene.setting,
        f"output = numbers({scene.call})",
        "loss = (output * torch.linspace(0.5, 1.5, len(output)).double()).pow(2).sum()",
    )


def ways_to_a_loss(scene: Scene) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What has to be made before, and the lines that give a loss: of the output, and by the
    network's own method."""
    yield scene.setting, forward_pass(scene)[len(scene.setting) :]
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
