"""Step after step: does memory come back?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.seeds.experiments.objects import (
    changing_methods,
    objects,
)
from seismograd.reproduce.generate.offline.seeds.experiments.scene import (
    NUMBERS,
    Scene,
    drafted,
    networks,
)
from seismograd.reproduce.generate.offline.seeds.experiments.trainings import trainings

NAME = "growth_bytes"
STEPS = 60
FIRST = 10
_RESIDENT = '''\
def resident():
    """Bytes of memory in use."""
    gc.collect()
    with open("/proc/self/statm") as counters:
        return int(counters.read().split()[1]) * resource.getpagesize()
'''
_LARGE = {"BATCH": "256", "LENGTH": "64", "FEATURES": "256", "SAMPLES": "512"}
"""Small tensors leak too little to be told from an allocator's habits."""


def experiments(case: Case) -> Iterator[Draft]:
    for training in trainings(case, epochs=1):
        if not training.is_script:
            *made, call = training.statements
            body = (*made, *_repeated(call))
            idea = f"{training.idea} Again and again, and look at the memory."
            yield from _large(drafted(case, training.bench, idea, body, NAME, setup=(_RESIDENT,)))
    for scene in networks(case):
        yield from _of_network(scene)
    for thing in objects(case):
        for change in changing_methods(thing):
            body = (
                *thing.before, f"thing = {thing.build}", *thing.after, *_repeated(change)
            )  # fmt: skip
            idea = f"Call {change.partition('(')[0]} again and again, and look at the memory."
            yield from _large(drafted(case, thing.bench, idea, body, NAME, setup=(_RESIDENT,)))


def _of_network(scene: Scene) -> Iterator[Draft]:
    step = f"numbers({scene.call}).sum()"
    body = (*scene.setting, *_repeated(step))
    idea = f"Call {scene.symbol.name} again and again, and look at the memory."
    yield from _large(scene.draft(idea, body, NAME, setup=(NUMBERS, _RESIDENT)))


def _repeated(step: str) -> tuple[str, ...]:
    """The first steps fill caches; what grows after them goes on growing."""
    return (
        f"for number in range({STEPS}):",
        f"    {step}",
        f"    if number == {FIRST}:",
        "        before = resident()",
        f"    if number == {(STEPS + FIRST) // 2}:",
        "        halfway = resident()",
        "after = resident()",
        f"{NAME} = min(after - halfway, halfway - before) * 2",
    )


def _large(drafts: Iterator[Draft]) -> Iterator[Draft]:
    for draft in drafts:
        constants = tuple(replace(c, value=_LARGE.get(c.name, c.value)) for c in draft.constants)
        yield draft.changed(constants=constants, made_up=())
