"""Training and test data of a program, with what prepares them."""

from __future__ import annotations

from typing import NamedTuple

from seismograd.program.model import Loader, Program
from seismograd.program.torch.datasets import VISION, split_role, transforms_of
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Object, Place

RANDOM_TRANSFORMS = (
    "AugMix", "AutoAugment", "ColorJitter", "RandAugment", "Random", "TrivialAugment",
)  # fmt: skip


class Pipeline(NamedTuple):
    """The transforms of one data set."""

    role: str
    steps: list[Object]
    place: Place
    call: Call

    def find(self, *names: str) -> list[Object]:
        """The steps whose class has one of these names."""
        return [step for step in self.steps if class_name(step) in names]


def class_name(step: Object) -> str:
    return step.path.rpartition(".")[2]


def is_random(step: Object) -> bool:
    """Whether a transform changes an example differently each time."""
    return class_name(step).startswith(RANDOM_TRANSFORMS)


def pipelines(program: Program) -> list[Pipeline]:
    """The data sets that say which split they are and whose transforms are known."""
    return program.derived(_all_pipelines)


def _all_pipelines(program: Program) -> list[Pipeline]:
    found = []
    for call in program.calls:
        dataset = call.result
        if not isinstance(dataset, Object) or not _may_prepare(call):
            continue
        role = split_role(dataset) if dataset.call is call else None
        steps = transforms_of(dataset) if role is not None else None
        if role is not None and steps:
            found.append(Pipeline(role, steps, call.place, call))
    return found


def _may_prepare(call: Call) -> bool:
    return "transform" in call.keywords or call.path.startswith(VISION)


def declared_role(loader: Loader) -> str | None:
    """train or test, where the data set itself says so."""
    return split_role(loader.dataset)
