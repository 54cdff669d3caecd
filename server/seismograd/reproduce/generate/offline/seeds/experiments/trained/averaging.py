"""Averages of weights: do they follow the weights, and by the share that they are told?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Symbol
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import methods_by_name
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import wanted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import drafted, ranked
from seismograd.reproduce.generate.offline.seeds.experiments.stage.training import Training
from seismograd.reproduce.generate.offline.seeds.experiments.stage.trainings import trainings

CHANGE = "average_change"
FROM_WEIGHTS = "average_from_weights"
FROM_EXPECTED = "difference_from_expected"
DECAY = "DECAY"
MOST = 3
MANY, FEW = 200, 3
"""Updates: some begin late, and where there are few, an average has not come near yet."""
_IS_ONE = re.compile(r"ema|averag|shadow|polyak|teacher|target", re.I)
_UPDATES = ("update", "step", "__call__", "update_parameters", "accumulate", "update_ema",
            "update_average", "update_teacher", "soft_update", "after_step", "update_weights",
            "on_step_end", "average")  # fmt: skip
_MODEL = re.compile(
    r"(?:new_|current_|online_|source_|student_?)?(?:model|net|network|module|student|source|online)"
)
_PARAMETERS = re.compile(r"(?:model_)?param(?:eter)?s")
_DECAY = re.compile(r"(?:ema_)?(?:decay|momentum|beta|smoothing)(?:_rate)?")
_LATE = re.compile(r"after|start|delay|warm|every|interval|freq|begin|period|inv_gamma|power")
_GROWS = re.compile(
    r"warm|num_updates|n_updates|\bmin\(|self\.\w*steps?\b|ramp|debias|correct", re.I
)
_HELD = re.compile(r"self\.((?:\w+_)?(?:ema|average|averaged|shadow|teacher|target)\w*) = ")
_AVERAGED = '''\
def averaged(held):
    """All averaged weights in a row, without those of the model that they follow."""
    if isinstance(held, torch.Tensor):
        return held.detach().double().flatten()
    if isinstance(held, torch.nn.Module):
        held = held.state_dict()
    elif not isinstance(held, (dict, list, tuple)):
        held = vars(held)
    parts = held.values() if isinstance(held, dict) else held
    known = (torch.Tensor, torch.nn.Module, dict, list, tuple)
    found = [averaged(one) for one in parts if isinstance(one, known) and one is not model]
    return torch.cat([torch.zeros(0).double(), *found])
'''
_FILL = "    torch.nn.init.constant_(parameter, {})"


@dataclass(frozen=True, slots=True)
class _Average:
    symbol: Symbol
    bench: Bench
    build: str
    update: str
    before: tuple[str, ...]
    code: str

    @property
    def has_decay(self) -> bool:
        return DECAY in f"{self.build} {self.update}"

    @property
    def begins_late(self) -> bool:
        return any(_LATE.search(p.name) for p in self.symbol.parameters)


def experiments(case: Case) -> Iterator[Draft]:
    asked = wanted(case.fingerprint)
    for average in _averages(case):
        if CHANGE in asked:
            yield from _changes(case, average)
        if FROM_WEIGHTS in asked and average.has_decay and not average.begins_late:
            yield from _differs(case, average)
        if FROM_EXPECTED in asked and average.has_decay and not _GROWS.search(average.code):
            yield from _by_share(case, average)
    if CHANGE in asked:
        for training in trainings(case, epochs=2):
            yield from _trained(case, training)


def _averages(case: Case) -> Iterator[_Average]:
    maker = Maker(case)
    for symbol in [s for s in ranked(case) if _IS_ONE.search(s.name)][:MOST]:
        methods = methods_by_name(case, symbol)
        update = next((methods[name] for name in _UPDATES if name in methods), None)
        node = maker.trees.class_of(symbol)
        if update is None or node is None:
            continue
        bench = maker.bench(symbol)
        bench.defined.add("model")
        try:
            build = maker.call(bench, symbol, shared=_given(symbol.parameters))
            call = maker.call(bench, update, on="average", shared=_given(update.parameters))
        except CannotMake:
            continue
        if "model" in f"{build} {call}":
            yield _Average(symbol, bench, build, call, tuple(bench.statements), ast.unparse(node))


def _given(parameters: tuple[Parameter, ...]) -> dict[str, str]:
    found = {}
    for one in parameters:
        if _MODEL.fullmatch(one.name):
            found[one.name] = "model"
        elif _PARAMETERS.fullmatch(one.name) and one.default is None:
            found[one.name] = "list(model.parameters())"
        elif _DECAY.fullmatch(one.name):
            found[one.name] = DECAY
    return found


def _told(average: _Average, updates: int) -> tuple[str, ...]:
    """Weights of nought that become one: the average is on its way from the one to the other."""
    return (
        "model = torch.nn.Linear(2, 2)",
        "for parameter in model.parameters():",
        _FILL.format("0.0"),
        *average.before,
        f"average = {average.build}",
        "before = averaged(vars(average))",
        "for parameter in model.parameters():",
        _FILL.format("1.0"),
        f"for _ in range({updates}):",
        f"    {average.update}",
        "after = averaged(vars(average))",
        "assert len(after) == len(before) > 0, 'nothing is averaged'",
    )


def _changes(case: Case, average: _Average) -> Iterator[Draft]:
    body = (*_told(average, MANY), f"{CHANGE} = (after - before).abs().max().item()")
    idea = f"Change the weights that {average.symbol.name} follows, and see whether it does."
    yield from _drafts(case, average, idea, body, CHANGE, Constant(DECAY, "0.9"))


def _differs(case: Case, average: _Average) -> Iterator[Draft]:
    body = (
        *_told(average, FEW),
        f"{FROM_WEIGHTS} = (after - model.weight[0, 0].item()).abs().max().item()",
    )
    idea = f"See whether {average.symbol.name} is at once what it follows."
    yield from _drafts(case, average, idea, body, FROM_WEIGHTS, Constant(DECAY, "0.9"))


def _by_share(case: Case, average: _Average) -> Iterator[Draft]:
    """With one half it is the same whichever way round."""
    expected = f"(after - (1.0 - {DECAY}**{FEW})).abs().max().item()"
    body = (*_told(average, FEW), f"{FROM_EXPECTED} = {expected}")
    idea = f"Compare {average.symbol.name} with what its decay makes of it."
    for control in ("0.5", None):
        decay = Constant(DECAY, "0.9", control)
        yield from _drafts(case, average, idea, body, FROM_EXPECTED, decay)


def _drafts(
    case: Case, average: _Average, idea: str, body: tuple[str, ...], name: str, decay: Constant
) -> Iterator[Draft]:
    constants = (decay,) if DECAY in "\n".join(body) else ()
    yield from drafted(case, average.bench, idea, body, name, setup=(_AVERAGED,),
                       constants=constants)  # fmt: skip


def _trained(case: Case, training: Training) -> Iterator[Draft]:
    """What a trainer holds beside the model that it trains."""
    *made, call = training.statements
    trainer = call.partition(".")[0]
    owner = next((s.partition(" = ")[2].partition("(")[0] for s in made
                  if s.startswith(f"{trainer} = ")), None)  # fmt: skip
    found = case.project.find(owner) if owner else []
    node = Maker(case).trees.class_of(found[0]) if found else None
    held = list(dict.fromkeys(_HELD.findall(ast.unparse(node)))) if node else []
    if not training.has_model or training.is_script or not held:
        return
    for name in held[:2]:
        body = (
            *made,
            f"before = averaged({trainer}.{name})",
            "weights = averaged(model.state_dict())",
            call,
            "trained = (averaged(model.state_dict()) - weights).abs().max()",
            "assert trained > 0.0, 'nothing was trained'",
            f"{CHANGE} = (averaged({trainer}.{name}) - before).abs().max().item()",
        )
        idea = f"{training.idea} See whether {trainer}.{name} follows."
        for draft in drafted(case, training.bench, idea, body, CHANGE, setup=(_AVERAGED,)):
            yield draft.changed(made_up=())
