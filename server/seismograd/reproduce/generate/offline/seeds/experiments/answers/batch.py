"""An example alone and in company."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import Scene, networks

_FIRST = '''\
def of_first(value):
    """The numbers of the first example."""
    if isinstance(value, torch.Tensor):
        return value[:1].double().flatten()
    parts = value.values() if isinstance(value, dict) else value
    return torch.cat([of_first(one) for one in parts if one is not None])
'''


def experiments(case: Case) -> Iterator[Draft]:
    for scene in networks(case):
        if scene.inputs and "BATCH" in "".join(scene.after):
            yield from _alone(scene)


def _alone(scene: Scene) -> Iterator[Draft]:
    """In evaluation mode, and relative to large outputs, whose rounding is larger, too."""
    alone = {name: f"{name}[:1]" for name in scene.inputs}
    body = (
        *scene.setting,
        "model.eval()",
        "with torch.no_grad():",
        f"    together = of_first({scene.call})",
        f"    alone = of_first({scene.called('model', **alone)})",
        "scale = max(1.0, together.abs().max().item())",
        "difference_alone_and_in_batch = (together - alone).abs().max().item() / scale",
    )
    idea = f"Give {scene.symbol.name} an example alone and in a batch."
    name = "difference_alone_and_in_batch"
    for draft in scene.draft(idea, body, name, setup=(_FIRST,)):
        sizes = tuple(_switch(one) for one in draft.constants)
        yield draft.changed(constants=sizes, made_up=())
        yield draft


def _switch(constant: Constant) -> Constant:
    """A batch of one is the example alone."""
    if constant.name != "BATCH":
        return constant
    return Constant("BATCH", constant.value if constant.value != "1" else "4", "1")
