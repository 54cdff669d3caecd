"""Save, load into a new one, and compare what both do, also after they went on training."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.identifiers import tokens_of
from seismograd.reproduce.context.project_view import Parameter, Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments import (
    before_and_after,
    kept_objects,
    rerun,
    resume,
    resumed_function,
)
from seismograd.reproduce.generate.offline.seeds.experiments.objects import (
    STATE,
    Thing,
    changing_methods,
    objects,
)
from seismograd.reproduce.generate.offline.seeds.experiments.scene import (
    NUMBERS,
    Scene,
    drafted,
    functions,
    networks,
)

NAME = "difference_after_reload"
TRAINED = Constant("STEPS", "3", "0")
OTHER_START = Constant("OTHER_SEED", "1", "0")
_SAVES, _LOADS = r"save|dump|store|export|checkpoint", r"load|restore|resume|import"
_PATH = re.compile(r"path|file|filename|fname|ckpt|checkpoint|dest|target|location|f$|to$")
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
    yield from kept_objects.experiments(case)
    scenes = list(networks(case))
    for scene in scenes:
        for saving, loading in _pairs(case, scene):
            yield from _through(scene, saving, loading)
    yield from resume.experiments(case)
    yield from rerun.experiments(case)
    yield from resumed_function.experiments(case)
    for scene in scenes:
        yield from _through(scene, None, None)
    yield from _of_objects(case)


def _pairs(case: Case, scene: Scene) -> Iterator[tuple[Symbol, Symbol]]:
    """Functions that save with functions that load, methods of the network with its methods."""
    saving = functions(case, _SAVES, Role.SAVING)
    loading = functions(case, _LOADS, Role.LOADING)
    saving = [s for s in saving if s not in loading or s.role is Role.SAVING]
    for one in saving[:2]:
        yield from ((one, other) for other in loading[:2] if other is not one)
    methods = [
        s
        for s in case.project.symbols
        if s.kind is SymbolKind.METHOD
        and s.module == scene.symbol.module
        and s.name.rpartition(".")[0] == scene.symbol.name
    ]
    saves = [s for s in methods if re.match(r"save|dump|export", s.name.rpartition(".")[2])]
    loads = [s for s in methods if re.match(r"load|restore|from_", s.name.rpartition(".")[2])]
    loads = [s for s in loads if not s.name.endswith("load_state_dict")]
    yield from ((one, other) for one in saves[:1] for other in loads[:1])


def _through(scene: Scene, saving: Symbol | None, loading: Symbol | None) -> Iterator[Draft]:
    call = scene.called("network")
    middle = _saved_and_loaded(scene, saving, loading)
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
    finder = (_FINDER,) if "network_in(" in " ".join(middle) else ()
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


def _saved_and_loaded(
    scene: Scene, saving: Symbol | None, loading: Symbol | None
) -> tuple[str, ...] | None:
    if saving is None or loading is None:
        scene.bench.use("import io")
        return (
            "file = io.BytesIO()",
            "torch.save(model.state_dict(), file)",
            "again.load_state_dict(torch.load(io.BytesIO(file.getvalue())))",
        )
    maker = Maker(scene.case)
    try:
        save = _call(scene, maker, saving, "")
        load = _call(scene, maker, loading, "_again")
    except CannotMake:
        return None
    takes_model = "again" in re.findall(r"\w+", load)
    assigned = load if takes_model else f"again = network_in({load})"
    return save, assigned


_FINDER = '''\
def network_in(loaded):
    """What was loaded may be a network, or come with other things."""
    if isinstance(loaded, torch.nn.Module):
        return loaded
    parts = loaded.values() if isinstance(loaded, dict) else loaded
    return next(one for one in parts if isinstance(one, torch.nn.Module))
'''


def _call(scene: Scene, maker: Maker, symbol: Symbol, suffix: str) -> str:
    """Of a function or method, with the objects of the first network or of the second."""
    model = "again" if suffix else "model"
    given: list[str] = []
    for parameter in symbol.parameters:
        value = _argument(parameter, model, suffix)
        if value is None and parameter.default is None and not parameter.is_variadic:
            value = maker.argument(scene.bench, symbol, parameter, {}, 0)
        if value is not None:
            given.append(f"{parameter.name}={value}")
    arguments = ", ".join(given)
    if symbol.kind is not SymbolKind.METHOD:
        scene.bench.use(f"from {symbol.module} import {symbol.name}")
        return f"{symbol.name}({arguments})"
    scene.bench.use(f"from {symbol.module} import {symbol.name.partition('.')[0]}")
    name = symbol.name.rpartition(".")[2]
    is_factory = suffix and not any("self" in p.name for p in symbol.parameters)
    makes_new = is_factory and _makes_new(maker, symbol)
    if makes_new:
        return f"{symbol.name}({arguments})"
    return f"{model}.{name}({arguments})"


def _makes_new(maker: Maker, symbol: Symbol) -> bool:
    function = maker.trees.function(symbol)
    decorators = [getattr(d, "id", "") for d in function.decorator_list] if function else []
    return bool({"classmethod", "staticmethod"} & set(decorators))


def _argument(parameter: Parameter, model: str, suffix: str) -> str | None:
    name = parameter.name.lower()
    if re.search(r"optim|^opt$", name):
        return f"optimizer{suffix}"
    if "sched" in name:
        return f"scheduler{suffix}"
    if re.search(r"model|network|^net$|module", name) and "path" not in name and "cls" not in name:
        return model
    if _PATH.search(name):
        return "'saved.pt'"
    return "3" if name in ("epoch", "step", "iteration") and parameter.default is None else None


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
    own = dict.fromkeys(name for name, _ in resume.assigned(node)) if node else {}
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
