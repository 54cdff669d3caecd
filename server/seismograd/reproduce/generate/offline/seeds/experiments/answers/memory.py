"""Step after step: does memory come back?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage.builds import builds, models
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import (
    is_named,
    methods_of,
    named_words,
    short_name,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    NETWORKS,
    NUMBERS,
    Scene,
    drafted,
    functions,
    ranked,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.trainings import trainings

NAME = "growth_bytes"
FIRST = 6
PARTS, STEPS_OF_A_PART = 5, 8
"""So many that what a small layer leaks is more than an allocator keeps: 32 KiB a step."""
MOST_METHODS = 6
MOST_FUNCTIONS = 3
IN_USE = '''\
def resident():
    """Bytes of this process that lie in memory."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def peak():
    """The most bytes of this process that lay in memory."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


probes = []  # kept to the end: memory that is freed now would hide what leaks later
MIB = 1024 * 1024


def sees_tensors(meter):
    """Whether it moves with a tensor, too large for any allocator to have one spare."""
    try:
        before = meter()
        probes.append(torch.ones(16 * MIB))
        return meter() - before > probes[-1].numel() * probes[-1].element_size() / 2
    except OSError:
        return False


meter = next(filter(sees_tensors, (resident, peak)))


def use_up_spare_memory():
    """What was freed and is kept for later would hide what leaks: take it, size by size."""
    for size in (int(MIB / 4 / 2 ** (step / 4)) for step in range(25)):
        for _ in range(1024):
            before = meter()
            probes.append([torch.ones(size // 4) for _ in range(MIB // size)])
            if meter() - before > MIB / 2:
                break


def in_use():
    """Bytes that are in use once garbage is collected."""
    gc.collect()
    return meter()
'''
"""Both see every allocator. The peak is for systems that do not tell the resident size."""
_LARGE = {"BATCH": "128", "LENGTH": "32", "FEATURES": "128", "SAMPLES": "256"}
"""Small tensors leak too little to be told from an allocator's habits."""
_LETS_GO = re.compile(
    r"extract|predict|eval|encode|embed|compute|process|forward|sample|validate|score|generate|"
    r"__call__|infer|transform"
)
"""Methods that have no reason to keep anything; of those that have, the report must speak."""


def experiments(case: Case) -> Iterator[Draft]:
    """Sizes are chosen here; what leaks, leaks with any."""
    for draft in _all(case):
        constants = tuple(replace(c, value=_LARGE.get(c.name, c.value)) for c in draft.constants)
        yield draft.changed(constants=constants, made_up=())


def _all(case: Case) -> Iterator[Draft]:
    yield from _by_method(case, named=True)
    yield from _by_function(case)
    for training in trainings(case, epochs=1):
        if not training.is_script:
            *made, call = training.statements
            body = (*made, *_repeated(call))
            idea = f"{training.idea} Again and again, and look at the memory."
            yield from drafted(case, training.bench, idea, body, NAME, setup=(IN_USE,))
    for scene in models(case):
        yield from _of_network(scene)
    yield from _by_method(case, named=False)


def _by_method(case: Case, *, named: bool) -> Iterator[Draft]:
    """Methods that are called over and over, of objects that are made once."""
    maker = Maker(case)
    owners = [s for s in ranked(case) if s.role not in (Role.CONFIG, Role.LOSS)]
    found = [(o, m) for o in owners for m in _methods(case, o)]
    if named:
        found = [one for one in found if is_named(case, *one)]
    else:
        found = [o for o in found if not is_named(case, *o) and _LETS_GO.search(short_name(o[1]))]
    for owner, symbol in found[:MOST_METHODS]:
        built = next(builds(case, maker, owner), None)
        if built is None:
            continue
        variable = "model" if owner.role in NETWORKS else "thing"
        built.bench.defined.add(variable)
        specs = maker.demands.of_inputs(owner, variable, short_name(symbol))
        try:
            call = maker.call(built.bench, symbol, on=variable, specs=specs)
        except CannotMake:
            continue
        made = (*built.before, f"{variable} = {built.expression}", *built.bench.statements)
        idea = f"Call {symbol.name} again and again, and look at the memory."
        body = (*made, *_repeated(call))
        yield from drafted(case, built.bench, idea, body, NAME, setup=(IN_USE,))


def _methods(case: Case, owner: Symbol) -> list[Symbol]:
    """What is called from outside."""
    found = methods_of(case, owner)
    return [s for s in found if short_name(s) == "__call__" or not short_name(s).startswith("_")]


def _by_function(case: Case) -> Iterator[Draft]:
    """Functions that the report names."""
    words = named_words(case)
    maker = Maker(case)
    named = [s for s in functions(case, r"\w") if s.name in words and s.role is not Role.TRAINING]
    for symbol in named[:MOST_FUNCTIONS]:
        built = next(builds(case, maker, symbol), None)
        if built is not None:
            body = (*built.before, *_repeated(built.expression))
            idea = f"Call {symbol.name} again and again, and look at the memory."
            yield from drafted(case, built.bench, idea, body, NAME, setup=(IN_USE,))


def _of_network(scene: Scene) -> Iterator[Draft]:
    step = f"numbers({scene.call}).sum()"
    body = (*scene.setting, *_repeated(step))
    idea = f"Call {scene.symbol.name} again and again, and look at the memory."
    yield from scene.draft(idea, body, NAME, setup=(NUMBERS, IN_USE))


def _repeated(step: str) -> tuple[str, ...]:
    """The first steps fill caches. What leaks grows part by part: one large piece is no leak."""
    begin = FIRST + STEPS_OF_A_PART
    return (
        "marks = []",
        f"for number in range({begin + PARTS * STEPS_OF_A_PART + 1}):",
        f"    {step}",
        f"    if number == {FIRST}:",
        "        use_up_spare_memory()",
        f"    if number >= {begin} and (number - {begin}) % {STEPS_OF_A_PART} == 0:",
        "        marks.append(in_use())",
        "growth = sorted(after - before for before, after in zip(marks, marks[1:]))",
        f"{NAME} = growth[1] * {PARTS}  # all but one part grow at least by this",
    )
