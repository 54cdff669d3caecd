"""Running statistics: nothing that a network has gathered in training moves in evaluation."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.making import is_keras
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import Scene

GATHERED = '''\
def gathered(model):
    """The running statistics of all layers, in a row."""
    kept = [b for name, b in model.named_buffers() if "running" in name]
    return torch.cat([one.double().flatten() for one in kept])
'''


def moved_in_evaluation(scene: Scene, name: str) -> Iterator[Draft]:
    if is_keras(scene.symbol):
        return
    body = (
        *scene.setting,
        "model.eval()",
        "before = gathered(model).clone()",
        "with torch.no_grad():",
        f"    {scene.call}",
        f"{name} = (gathered(model) - before).abs().max().item()",
    )
    idea = f"Call {scene.symbol.name} in evaluation mode, and see whether its statistics move."
    yield from scene.draft(idea, body, name, setup=(GATHERED,))
