"""Save, load into a new one, and compare what both do, also after they went on training."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.identifiers import tokens_of
from seismograd.reproduce.context.project_view import Symbol
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.seeds.experiments.stage.objects import (
    STATE,
    Thing,
    changing_methods,
    objects,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    NUMBERS,
    Scene,
    drafted,
    networks,
)
from seismograd.reproduce.generate.offline.seeds.experiments.state import (
    before_and_after,
    counters,
    kept_objects,
    repeated_epochs,
    rerun,
    resume,
    resumed_function,
    set_state,
)
from seismograd.reproduce.generate.offline.seeds.experiments.state.storage import (
    FINDER,
    pairs,
    saved_and_loaded,
)

NAME = "difference_after_reload"
TRAINED = Constant("STEPS", "3", "0")
OTHER_START = Constant("OTHER_SEED", "1", "0")
_TRAIN = """\
def train_a_little(network, steps):
    network.train()
    for _ in range(steps):
        torch.manual_seed(0)
        network.zero_grad()
        numbers({call}).pow(2).mean().backward()
        with torch.no_grad():
            for parameter in network.parameters():
                if parameter.grad is not None:
                    parameter -= 0.05 * parameter.grad
"""
_TRAIN_ON = """\
def train_a_little(network, optimizer, scheduler, steps):
    network.train()
    for _ in range(steps):
        torch.manual_seed(0)
        optimizer.zero_grad()
        numbers({call}).pow(2).mean().backward()
        optimizer.step()
        scheduler.step()
"""
_COMPARED = (
    "model.eval()",
    "again.eval()",
    "with torch.no_grad():",
    "    torch.manual_seed(0)",
    "    before = numbers({before})",
    "    torch.manual_seed(0)",
    "    after = numbers({after})",
    f"{NAME} = (before - after).abs().max().item()",
)
"""With the same seed: chance in an output is no difference of what was saved."""


def experiments(case: Case) -> Iterator[Draft]:
    yield from before_and_after.experiments(case)
    yield from repeated_epochs.experiments(case)
    yield from kept_objects.experiments(case)
    scenes = list(networks(case))
    for scene in scenes:
        for saving, loading in pairs(case, scene):
            yield from _through(scene, saving, loading)
    yield from resume.experiments(case)
    yield from rerun.experiments(case)
    yield from resumed_function.experiments(case)
    for scene in scenes:
        yield from set_state.experiments(scene, list(pairs(case, scene)))
        yield from _through(scene, None, None)
    yield from _of_objects(case)


def _through(scene: Scene, saving: Symbol | None, loading: Symbol | None) -> Iterator[Draft]:
    call = scene.called("network")
    middle = saved_and_loaded(scene, saving, loading)
    if middle is None:
        return
    resumes = "optimizer" in " ".join(middle) or "scheduler" in " ".join(middle)
    begin = (
        "torch.manual_seed(0)",
        *scene.setting,
        *(_optimiser("model", "") if resumes else ()),
        f"train_a_little(model, {'optimizer, scheduler, ' if resumes else ''}STEPS)",
        "torch.manual_seed(OTHER_SEED)",
        f"again = {scene.build}",
        *(_optimiser("again", "_again") if resumes else ()),
    )
    goes_on = (
        "train_a_little(model, optimizer, scheduler, 1)",
        "train_a_little(again, optimizer_again, scheduler_again, 1)",
    )
    compared = tuple(
        line.format(before=scene.called("model"), after=scene.called("again")) for line in _COMPARED
    )
    finder = (FINDER,) if "network_in(" in " ".join(middle) else ()
    setup = (NUMBERS, (_TRAIN_ON if resumes else _TRAIN).format(call=call), *finder)
    way = f"with {saving.name} and {loading.name}" if saving and loading else "by its state"
    for after, idea in _continuations(resumes, goes_on):
        body = (*begin, *middle, *after, *compared)
        told = f"Train {scene.symbol.name}, save and load it {way}, and compare{idea}."
        for fixed, switch in ((OTHER_START, TRAINED), (TRAINED, OTHER_START)):
            constants = (switch, Constant(fixed.name, _fixed(fixed)))
            yield from scene.draft(told, body, NAME, setup=setup, constants=constants)
        both = (Constant("STEPS", "3"), Constant("OTHER_SEED", "1"))
        yield from scene.draft(told, body, NAME, setup=setup, constants=both)


def _continuations(
    resumes: bool, goes_on: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], str]]:
    yield (), ""
    if resumes:
        yield goes_on, " after one more step of each"


def _fixed(constant: Constant) -> str:
    """While one is varied, the other is where it does no harm: no other start, some training."""
    return "0" if constant is OTHER_START else "3"


def _optimiser(model: str, suffix: str) -> tuple[str, str]:
    """One whose state matters."""
    made = f"torch.optim.SGD({model}.parameters(), lr=0.05, momentum=0.9)"
    schedule = f"torch.optim.lr_scheduler.StepLR(optimizer{suffix}, 2, gamma=0.5)"
    return f"optimizer{suffix} = {made}", f"scheduler{suffix} = {schedule}"


def _of_objects(case: Case) -> Iterator[Draft]:
    """Whatever else has a state that can be taken and given back, or be kept in a file."""
    for thing in objects(case):
        changes = changing_methods(thing)
        if not changes:
            continue
        for way in _ways_to_keep(thing):
            body = (
                *thing.before,
                f"thing = {thing.build}",
                *thing.after,
                "for _ in range(STEPS):",
                *(f"    {change}" for change in changes),
                *way,
                _states(case, thing),
                "is_alike = before.shape == after.shape",
                f"{NAME} = (before - after).abs().max().item() if is_alike else 1.0",
            )
            idea = f"Change {thing.symbol.name}, save and load it, and compare."
            yield from drafted(case, thing.bench, idea, body, NAME, setup=(STATE,),
                               constants=(TRAINED,))  # fmt: skip


def _states(case: Case, thing: Thing) -> str:
    """Of what the report speaks of, where it does: the rest may not be kept on purpose."""
    node = thing.maker.trees.class_of(thing.symbol)
    own = dict.fromkeys(name for name, _ in counters.assigned(node)) if node else {}
    words = set(tokens_of(case.report.text))
    spoken = [name for name in own if name.strip("_").lower() in words]
    if not spoken:
        return "before, after = state(thing), state(again)"
    parts = "{name: getattr(one, name) for name in " + repr(spoken) + "}"
    return f"before, after = (state({parts}) for one in (thing, again))"


def _ways_to_keep(thing: Thing) -> Iterator[tuple[str, ...]]:
    if "state_dict" in thing.methods and "load_state_dict" in thing.methods:
        given = "again.load_state_dict(copy.deepcopy(thing.state_dict()))"
        yield f"again = {thing.build}", given
    saving = next((one for name, one in thing.methods.items() if resume.SAVES.match(name)), None)
    loading = next((one for name, one in thing.methods.items() if resume.LOADS.match(name)), None)
    if saving is None or loading is None:
        return
    save = resume.file_call(saving, "thing")
    load = resume.file_call(loading, "again")
    if save is not None and load is not None:
        if resume.makes_new(thing.maker, loading):
            yield save, f"again = {thing.symbol.name}{load.removeprefix('again')}"
        else:
            yield save, f"again = {thing.build}", load
